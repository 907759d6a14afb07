import Accounts

extension Flow {
    /// What does not change while the program runs.
    public struct Configuration: Equatable, Sendable {
        /// What the service offers and asks for, or is taken to until it has said so.
        public var declaration: ServiceDeclaration
        /// Whether the service has said so; one that is far away is asked while the screen is there already.
        public var isDeclared: Bool
        /// What this program changes in it.
        public var restrictions: Restrictions
        /// Whether a command takes over after the login, instead of home.
        public var guardsCommand: Bool
        /// No shake, no spinner movement.
        public var reducesMotion: Bool
        /// Whether logins can be remembered (section 3).
        public var canRemember: Bool
        /// Whether what is typed travels unencrypted to another machine (section 5, `--allow-plaintext`).
        public var isUnencrypted: Bool

        /// Makes a configuration.
        public init(
            declaration: ServiceDeclaration, isDeclared: Bool = true, restrictions: Restrictions = Restrictions(),
            guardsCommand: Bool = false, reducesMotion: Bool = false, canRemember: Bool = true,
            isUnencrypted: Bool = false
        ) {
            self.declaration = declaration
            self.isDeclared = isDeclared
            self.restrictions = restrictions
            self.guardsCommand = guardsCommand
            self.reducesMotion = reducesMotion
            self.canRemember = canRemember
            self.isUnencrypted = isUnencrypted
        }
    }

    /// What this program changes in what a service declares.
    public struct Restrictions: Equatable, Sendable {
        /// The length rule instead of the service's; nil keeps that.
        public var passwordPolicy: PasswordPolicy?
        /// What is not offered here, whatever the service does (section 1, `--allow`).
        public var withheldCalls: ServiceDeclaration.Calls

        /// Makes restrictions; none by default.
        public init(passwordPolicy: PasswordPolicy? = nil, withheldCalls: ServiceDeclaration.Calls = []) {
            self.passwordPolicy = passwordPolicy
            self.withheldCalls = withheldCalls
        }

        /// `declaration` with the changes.
        func applied(to declaration: ServiceDeclaration) -> ServiceDeclaration {
            var declaration = declaration
            if let passwordPolicy { declaration.passwordPolicy = passwordPolicy }
            declaration.calls.subtract(withheldCalls)
            return declaration
        }
    }
}

import Accounts

/// The whole state of the screens, changed by events and by nothing else.
///
/// ``handle(_:)`` does no input or output, reads no clock and draws no random number: what has to be done comes
/// back as effects.
public struct Flow: Equatable, Sendable {
    /// What does not change while the program runs.
    public struct Configuration: Equatable, Sendable {
        /// What the service offers and asks for.
        public var declaration: ServiceDeclaration
        /// Whether a command takes over after the login, instead of home.
        public var guardsCommand: Bool
        /// No shake, no spinner movement.
        public var reducesMotion: Bool

        /// Makes a configuration.
        public init(declaration: ServiceDeclaration, guardsCommand: Bool = false, reducesMotion: Bool = false) {
            self.declaration = declaration
            self.guardsCommand = guardsCommand
            self.reducesMotion = reducesMotion
        }
    }

    /// The screens.
    public enum Screen: Equatable, Sendable {
        /// Login. Exits: `register`, `home`, and out of the program.
        case login(Login)
        /// Registration, with the login that it came from. Exits: `login`, `home`.
        case register(RegistrationForm, over: Login)
        /// Home. Exits: `settings`, `login`.
        case home(Home)
        /// The settings. Exits: `sessions`, `passwordChange`, `login`, `home`.
        case settings(Settings, over: Home)
        /// The account's sessions. Exits: `settings`, `login`.
        case sessions(SessionList, over: Home)
        /// Another password. Exits: `settings`, `login`.
        case passwordChange(PasswordChangeForm, over: Home)
    }

    /// What does not change.
    public let configuration: Configuration
    /// The screen that is open.
    public internal(set) var screen: Screen
    /// What stands beside the form, until the next key (L12).
    public private(set) var notice: Notice?
    /// The page of the help that lies over the screen, counted from 0 and round in a circle; nil when it is closed.
    public internal(set) var helpPage: Int?

    private var nextCall = 1
    /// The login form as it was when somebody last got in, without what was typed; the boxes outlive it (L11).
    var latestLogin = Login()
    /// Who was where when the session ended; nil once somebody has logged in or out (H5).
    var interruption: Interruption?

    /// Makes the state that the program starts with.
    public init(configuration: Configuration, notice: Notice? = nil) {
        self.configuration = configuration
        self.notice = notice
        screen = .login(Login())
    }

    /// Whether a call is under way and the form locked (L8).
    public var isBusy: Bool { callUnderWay != nil }

    /// The alert that is open; nil while the card still shakes.
    public var alert: Alert? {
        if case .alerting(let alert) = phase { alert } else { nil }
    }

    /// What the open form is doing; nil at home.
    public var phase: Phase? {
        switch screen {
        case .login(let login): login.phase
        case .register(let form, over: _): form.phase
        case .home: nil
        case .settings(let settings, over: _): settings.phase
        case .sessions(let list, over: _): list.phase
        case .passwordChange(let form, over: _): form.phase
        }
    }

    /// The focused element of the open screen.
    public var focus: ElementID {
        switch screen {
        case .login(let login): login.focus
        case .register(let form, over: _): form.focus
        case .home(let home): home.focus
        case .settings(let settings, over: _): settings.focus
        case .sessions(let list, over: _): list.focus
        case .passwordChange(let form, over: _): form.focus
        }
    }

    /// Takes one event and says what has to be done.
    public mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .pressed(.close): return leave()
        case .pressed(.suspend): return configuration.guardsCommand ? [] : [.suspend]
        case .pressed(.repaint): return [.repaint]
        default: break
        }
        if event.isFromPerson, !isBusy || event == .pressed(.cancel) {
            notice = nil
            if let page = helpPage {
                helpPage = turnHelp(from: page, on: event)
                return []
            }
            if event == .pressed(.help), phase == .editing || phase == nil {
                helpPage = 0
                return []
            }
        }
        return react(to: event)
    }

    // MARK: - Screens

    private mutating func react(to event: Event) -> [Effect] {
        var context = FormContext(
            declaration: configuration.declaration, reducesMotion: configuration.reducesMotion, nextCall: nextCall)
        let reaction: Reaction
        switch screen {
        case .login(var login):
            reaction = login.handle(event, in: &context)
            screen = .login(login)
        case .register(var form, let login):
            if case .estimated(let id, let estimate) = event { form.take(estimate, for: id) }
            reaction = form.handle(event, in: &context)
            screen = .register(form, over: login)
        case .home(var home):
            reaction = home.handle(event, in: &context)
            screen = .home(home)
        case .settings(var settings, let home):
            reaction = settings.handle(event, in: &context)
            screen = .settings(settings, over: home)
        case .sessions(var list, let home):
            reaction = list.take(event, in: &context)
            screen = .sessions(list, over: home)
        case .passwordChange(var form, let home):
            if case .estimated(let id, let estimate) = event { form.take(estimate, for: id) }
            reaction = form.handle(event, in: &context)
            screen = .passwordChange(form, over: home)
        }
        if let said = reaction.notice { notice = said }
        // A session that has ended elsewhere needs no log-out.
        if case .answered(_, .logOutFailed(let error)) = event, error != .sessionEnded { notice = .logOutFailed(error) }
        let effects = reaction.effects + (reaction.transition.map { follow($0, in: &context) } ?? [])
        nextCall = context.nextCall
        return effects
    }

    private mutating func follow(_ transition: Reaction.Transition, in context: inout FormContext) -> [Effect] {
        switch (transition, screen) {
        case (.registration(let account), .login(let login)):
            screen = .register(RegistrationForm(account: account), over: login)
        case (.back, .register(_, over: let login)): screen = .login(login)
        case (.entered(let session), _):
            guard !configuration.guardsCommand else { return [.leave(.intoCommand(session))] }
            return enter(session, in: &context)
        case (.loggedOut(let session), _):
            return goOut(of: session, in: &context) + [.call(context.makeCall(), .logOut(session))]
        case (.loggedOutEverywhere(let session), _):
            notice = .loggedOutEverywhere
            return goOut(of: session, in: &context)
        case (.sessionEnded(let session), _):
            let place = place
            notice = .sessionEnded
            defer { interruption = Interruption(user: session.user, place: place) }
            return goOut(of: session, in: &context)
        case (let transition, _): return turn(transition, in: &context)
        }
        return []
    }

    /// The help's page after `event`; nil where that closes it.
    private func turnHelp(from page: Int, on event: Event) -> Int? {
        switch event {
        case .pressed(.help), .pressed(.cancel), .pressed(.activate), .typed(" "): nil
        case .pressed(.next), .pressed(.right): page + 1
        case .pressed(.previous), .pressed(.left): page - 1
        default: page
        }
    }

    private func leave() -> [Effect] {
        let cancelled = callUnderWay.map { [Effect.cancel($0)] } ?? []
        switch screen {
        case .login, .register: return cancelled + [.leave(.withoutLogin)]
        case .home, .settings, .sessions, .passwordChange: return cancelled + [.leave(.fromHome)]
        }
    }

    private var callUnderWay: CallID? {
        if case .submitting(let call, spinnerStep: _) = phase { call } else { nil }
    }
}

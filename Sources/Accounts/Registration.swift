import Cryptography

/// A new account as it may be sent (H6).
public struct Registration: Equatable, Sendable {
    /// The name that the account gets.
    public let name: AccountName
    /// The password, exactly as typed.
    public let password: Secret
    /// The code that was sent to the phone number or address; nil where the service asks for none.
    public let code: OneTimeCode?
    /// Whether the session should outlive the program (A7).
    public let isRemembered: Bool

    /// Why nothing can be sent yet.
    public enum Fault: Error, Equatable, Sendable {
        /// No account was entered.
        case accountMissing
        /// The name cannot be registered.
        case account(AccountName.Fault)
        /// The password cannot be set.
        case password(NewPassword.Fault)
        /// The code is none.
        case code(OneTimeCode.Fault)
    }

    /// Checks what was typed.
    ///
    /// - Parameters:
    ///   - name: the name that was typed; nil where none was.
    ///   - password: the first password.
    ///   - repeated: the second password.
    ///   - code: the code as typed; nil where none is asked for.
    ///   - isWeak: the estimator's verdict on the first one.
    ///   - isRemembered: whether the session should outlive the program.
    ///   - policy: the service's length rule.
    /// - Throws: the first ``Fault`` there is, in the order of the fields.
    public init(
        name: AccountName?, password: Secret, repeated: Secret, code: Secret? = nil, isWeak: Bool,
        isRemembered: Bool = false, policy: PasswordPolicy
    ) throws(Fault) {
        guard let name else { throw .accountMissing }
        if let fault = name.fault { throw .account(fault) }
        do throws(NewPassword.Fault) {
            self.password = try NewPassword(password, repeated: repeated, isWeak: isWeak, policy: policy).secret
        } catch { throw .password(error) }
        do throws(OneTimeCode.Fault) {
            self.code = try code.map { typed throws(OneTimeCode.Fault) in try OneTimeCode(typed, for: .register) }
        } catch { throw .code(error) }
        self.name = name
        self.isRemembered = isRemembered
    }
}

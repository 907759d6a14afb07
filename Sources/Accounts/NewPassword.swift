import Cryptography
import Text

/// A password that may be set, at registration or instead of an old one (A1, H6, H7, H3).
public struct NewPassword: Equatable, Sendable {
    /// The password, exactly as typed.
    public let secret: Secret

    /// Why it cannot be set.
    public enum Fault: Error, Equatable, Sendable {
        /// Nothing was entered.
        case missing
        /// It breaks the length rule.
        case length(PasswordPolicy)
        /// It is one of the common ones, or as easily guessed.
        case weak
        /// The two passwords differ.
        case different
    }

    /// Checks what was typed.
    ///
    /// - Parameters:
    ///   - typed: the first password.
    ///   - repeated: the second password.
    ///   - isWeak: the estimator's verdict on the first one.
    ///   - policy: the service's length rule.
    /// - Throws: the first ``Fault`` there is, in the order of the fields.
    public init(_ typed: Secret, repeated: Secret, isWeak: Bool, policy: PasswordPolicy) throws(Fault) {
        try Self.check(typed, isWeak: isWeak, policy: policy)
        guard typed.nfc == repeated.nfc else { throw .different }
        secret = typed
    }

    /// Takes a password that comes without its repetition, such as over a wire; the service judges it.
    public init(unchecked secret: Secret) {
        self.secret = secret
    }

    /// Judges a password alone.
    ///
    /// - Throws: ``Fault``, never ``Fault/different``.
    public static func check(_ password: Secret, isWeak: Bool, policy: PasswordPolicy) throws(Fault) {
        guard !password.isEmpty else { throw .missing }
        guard policy.verdict(on: password) == .good else { throw .length(policy) }
        guard !isWeak else { throw .weak }
    }
}

/// A new password for an account whose old one is forgotten, as it may be sent (H7).
public struct PasswordReset: Equatable, Sendable {
    /// The account.
    public let name: AccountName
    /// The code that was sent.
    public let code: OneTimeCode
    /// The new password.
    public let password: NewPassword
    /// Whether everybody who is logged in to the account is logged out.
    public let endsSessions: Bool

    /// Why nothing can be sent yet.
    public enum Fault: Error, Equatable, Sendable {
        /// No account was entered.
        case accountMissing
        /// The code is none.
        case code(OneTimeCode.Fault)
        /// The new password cannot be set.
        case password(NewPassword.Fault)
    }

    /// Makes a reset of what has been checked.
    public init(name: AccountName, code: OneTimeCode, password: NewPassword, endsSessions: Bool) {
        self.name = name
        self.code = code
        self.password = password
        self.endsSessions = endsSessions
    }
}

/// A new password instead of one that is known, as it may be sent (H3).
public struct PasswordChange: Equatable, Sendable {
    /// The password that holds until then, exactly as typed.
    public let current: Secret
    /// The new password.
    public let password: NewPassword

    /// Makes a change of what has been checked.
    public init(current: Secret, password: NewPassword) {
        self.current = current
        self.password = password
    }
}

import Cryptography
import Text

/// An account and a password that may be sent: what a login needs, checked (L2, L6).
public struct Credentials: Equatable, Sendable {
    /// The account.
    public let name: AccountName
    /// The password, exactly as typed.
    public let password: Secret
    /// Whether the session should outlive the program (A7).
    public let isRemembered: Bool

    /// Why nothing can be sent yet; the texts of the failure alert (section 2).
    public enum Fault: Error, Equatable, Sendable {
        /// No account was entered.
        case accountMissing
        /// No password was entered.
        case passwordMissing
        /// The password breaks the length rule.
        case passwordLength(PasswordPolicy)
    }

    /// Checks what was typed.
    ///
    /// - Throws: the first ``Fault`` there is, in the order of the fields.
    public init(
        account: String, password: Secret, isRemembered: Bool = false, policy: PasswordPolicy
    ) throws(Fault) {
        if let fault = Self.fault(account: account, password: password, policy: policy) { throw fault }
        guard let name = AccountName(account) else { throw .accountMissing }
        self.name = name
        self.password = password
        self.isRemembered = isRemembered
    }

    /// The first fault there is; nil when what was typed may be sent.
    ///
    /// Cheaper than making credentials, since the account need not be sorted; asked at every key (L2).
    public static func fault(account: String, password: Secret, policy: PasswordPolicy) -> Fault? {
        if account.isBlank { return .accountMissing }
        if password.isEmpty { return .passwordMissing }
        return policy.verdict(on: password) == .good ? nil : .passwordLength(policy)
    }
}

/// A new account as it may be sent (H6).
public struct Registration: Equatable, Sendable {
    /// The name that the account gets.
    public let name: AccountName
    /// The password, exactly as typed.
    public let password: Secret

    /// Why nothing can be sent yet.
    public enum Fault: Error, Equatable, Sendable {
        /// No account was entered.
        case accountMissing
        /// The name cannot be registered.
        case account(AccountName.Fault)
        /// No password was entered.
        case passwordMissing
        /// The password breaks the length rule.
        case passwordLength(PasswordPolicy)
        /// The password is one of the common ones, or as easily guessed.
        case passwordWeak
        /// The two passwords differ.
        case passwordsDiffer
    }

    /// Checks what was typed.
    ///
    /// - Parameters:
    ///   - account: the name as typed.
    ///   - password: the first password.
    ///   - repeated: the second password.
    ///   - isWeak: the estimator's verdict on the first one.
    ///   - policy: the service's length rule.
    /// - Throws: the first ``Fault`` there is, in the order of the fields.
    public init(
        account: String, password: Secret, repeated: Secret, isWeak: Bool, policy: PasswordPolicy
    ) throws(Fault) {
        guard let name = AccountName(account) else { throw .accountMissing }
        if let fault = name.fault { throw .account(fault) }
        guard !password.isEmpty else { throw .passwordMissing }
        guard policy.verdict(on: password) == .good else { throw .passwordLength(policy) }
        guard !isWeak else { throw .passwordWeak }
        guard password.nfc == repeated.nfc else { throw .passwordsDiffer }
        self.name = name
        self.password = password
    }
}

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
    /// What was answered to the service's challenge; nil where there is none (L10).
    public var answer: ChallengeAnswer?

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
        account: String, password: Secret, isRemembered: Bool = false, answer: ChallengeAnswer? = nil,
        policy: PasswordPolicy
    ) throws(Fault) {
        if let fault = Self.fault(account: account, password: password, policy: policy) { throw fault }
        guard let name = AccountName(account) else { throw .accountMissing }
        self.name = name
        self.password = password
        self.isRemembered = isRemembered
        self.answer = answer
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

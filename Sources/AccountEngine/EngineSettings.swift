import Accounts
import Cryptography

/// What an account engine may be told to do otherwise.
public struct EngineSettings: Sendable {
    /// The length rule at registration and change of password (A1).
    public var passwordPolicy = PasswordPolicy.standard
    /// Whether an unknown account is not told from a wrong password (A8).
    public var concealsAccounts = false
    /// How long the audit trail reaches back, in seconds: 90 days (A9).
    public var attemptAge: Int64 = 90 * 86_400
    /// How many lines the audit trail has at most (A9).
    public var attemptLimit = 1_000_000

    /// Whether a picture comes before a code for a registration or a reset: for services on the network (A4).
    public var asksCaptchaBeforeCodes = false
    /// How many names that no account has are remembered with their failures, where accounts are concealed (A8).
    public var strangerLimit = 100_000
    /// How many pictures wait for their answers at most (A5).
    public var captchaLimit = 100_000

    /// The settings of the documents.
    public init() {}
}

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

    /// The settings of the documents.
    public init() {}
}

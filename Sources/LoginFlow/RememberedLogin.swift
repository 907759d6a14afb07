import Accounts
import Cryptography

/// What is remembered of the last login to a service (section 3, "The vault").
///
/// There is one exactly when that login had 记住密码 on (L11).
public struct RememberedLogin: Equatable, Sendable {
    /// What logs in again.
    public enum Proof: Equatable, Sendable {
        /// A session's token, another one at each use (A7).
        case token(Secret)
        /// The password, where the service has no tokens.
        case password(Secret)
    }

    /// The account, as it is filled in.
    public var account: String
    /// Whether 自动登录 was on (L11).
    public var logsInAutomatically: Bool
    /// What logs in again; nil after a log-out, which keeps the account (H4).
    public var proof: Proof?

    /// Makes it.
    public init(account: String, logsInAutomatically: Bool, proof: Proof?) {
        self.account = account
        self.logsInAutomatically = logsInAutomatically
        self.proof = proof
    }
}

/// What is to become of what is remembered.
public enum MemoryChange: Equatable, Sendable {
    /// Remember this login of that user.
    case remember(RememberedLogin, User)
    /// Forget what logs in again, and who was logged in; the account stays (H4).
    case forgetLogin
    /// Forget everything, the account included (section 3).
    case forget
}

/// Something about the vault that a person should know; logging in goes on.
public enum MemoryRemark: Equatable, Sendable {
    /// Other users could read what is remembered; whether they still can.
    case exposed(isOver: Bool)
    /// What was remembered is damaged, or not ours, and now lies at this path.
    case setAside(path: String)
    /// What was remembered cannot be used now; its files lie as they were.
    case unusable
    /// What should be remembered was not.
    case notSaved(Obstacle)

    /// Why nothing was saved.
    public enum Obstacle: Equatable, Sendable {
        /// Another program holds the vault.
        case locked
        /// The disk has no room.
        case full
        /// The data directory cannot be written.
        case readOnly
        /// Anything else.
        case failed
    }
}

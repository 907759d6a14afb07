import Accounts
import Cryptography

/// A session as it is stored: its token only as a digest (A7).
public struct StoredSession: Equatable, Sendable {
    /// How long a session lives, in seconds.
    public struct Lifetime: Hashable, Sendable {
        /// Without use.
        public let idle: Int64
        /// In all.
        public let absolute: Int64

        /// Makes a lifetime.
        public init(idle: Int64, absolute: Int64) {
            self.idle = idle
            self.absolute = absolute
        }

        /// 30 minutes without use, 10 hours in all (A7).
        public static let standard = Lifetime(idle: 30 * 60, absolute: 10 * 3600)
        /// 30 days, used or not (A7).
        public static let remembered = Lifetime(idle: 30 * 86_400, absolute: 30 * 86_400)
    }

    /// The token's digest.
    public let token: TokenDigest
    /// Whose it is.
    public let account: AccountID
    /// When it began.
    public let start: Timestamp
    /// When it was last used.
    public let lastUse: Timestamp
    /// How long it lives.
    public let lifetime: Lifetime
    /// Where it was opened from, as ``Peer/text``.
    public let peer: String

    /// Makes a session that starts at `start`, and was last used then unless told.
    public init(
        token: TokenDigest, account: AccountID, start: Timestamp, lastUse: Timestamp? = nil, lifetime: Lifetime,
        peer: String
    ) {
        self.token = token
        self.account = account
        self.start = start
        self.lastUse = lastUse ?? start
        self.lifetime = lifetime
        self.peer = peer
    }

    /// Whether it is still good at `time`.
    public func isAlive(at time: Timestamp) -> Bool {
        time < start + lifetime.absolute && time < lastUse + lifetime.idle
    }
}

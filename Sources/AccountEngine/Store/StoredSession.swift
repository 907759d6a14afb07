import Accounts
import Cryptography

/// A session's number in its store; never given to another session, and no token (H3).
public struct SessionID: Hashable, Sendable {
    /// The number, at least 1.
    public let number: Int64

    /// Takes a number that a store gave.
    public init(number: Int64) {
        self.number = number
    }

    /// Reads what ``text`` gave; nil where it is none.
    public init?(text: String) {
        guard let number = Int64(text), String(number) == text else { return nil }
        self.init(number: number)
    }

    /// The number as the service tells it: ``SessionSummary/id``.
    public var text: String { String(number) }
}

/// A session as it is stored: what one login opened, however often its token has been replaced (A7).
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
        /// 30 days from the login, used or not (A7).
        public static let remembered = Lifetime(idle: 30 * 86_400, absolute: 30 * 86_400)
    }

    /// Its number.
    public let id: SessionID
    /// Whose it is.
    public let account: AccountID
    /// The normalised key of the name that was used: ``User/account``.
    public let name: String
    /// When it began.
    public let start: Timestamp
    /// When it was last used, as far as that has been written down: see ``isUseWorthNoting(at:)``.
    public let lastUse: Timestamp
    /// How long it lives.
    public let lifetime: Lifetime
    /// Where it was opened from, or resumed from last, as ``Peer/text``.
    public let peer: String

    /// Makes the record.
    public init(
        id: SessionID, account: AccountID, name: String, start: Timestamp, lastUse: Timestamp, lifetime: Lifetime,
        peer: String
    ) {
        self.id = id
        self.account = account
        self.name = name
        self.start = start
        self.lastUse = lastUse
        self.lifetime = lifetime
        self.peer = peer
    }

    /// Whether it is still good at `time` (A7).
    ///
    /// A clock that was set back may put ``start`` and ``lastUse`` after `time`: by less than the limits that changes
    /// nothing, by more nobody can tell how old the session is, and it is not good.
    public func isAlive(at time: Timestamp) -> Bool {
        time.isWithin(lifetime.absolute, of: start) && time.isWithin(lifetime.idle, of: lastUse)
    }

    /// Whether a use at `time` has to be written down.
    ///
    /// Only once in 60 seconds, so that not every call waits for a disk; hence a session may end up to 59 seconds
    /// before its idle limit, never after it.
    public func isUseWorthNoting(at time: Timestamp) -> Bool {
        !time.isWithin(60, of: lastUse)
    }
}

/// A session before the store gives it a number (A7).
public struct NewSession: Equatable, Sendable {
    /// The digest of its first token.
    public let token: TokenDigest
    /// Whose it is.
    public let account: AccountID
    /// The normalised key of the name that was used.
    public let name: String
    /// When it begins.
    public let start: Timestamp
    /// How long it lives.
    public let lifetime: StoredSession.Lifetime
    /// Where it is opened from, as ``Peer/text``.
    public let peer: String

    /// Makes a session.
    public init(
        token: TokenDigest, account: AccountID, name: String, start: Timestamp, lifetime: StoredSession.Lifetime,
        peer: String
    ) {
        self.token = token
        self.account = account
        self.name = name
        self.start = start
        self.lifetime = lifetime
        self.peer = peer
    }
}

/// A token as it is found: one of the generations of a session's tokens (A7).
public struct StoredToken: Equatable, Sendable {
    /// How long a token is good after the first use of its successor, in seconds (A7).
    public static let overlap: Int64 = 60
    /// How many generations of a session's tokens a store remembers at least, the latest ones.
    ///
    /// Reuse of an older one is refused as any unknown token is, but no longer recognised for what it is.
    public static let generationLimit: Int64 = 256

    /// The session that it opens.
    public let session: StoredSession
    /// When it was first used; nil where it has only been given out.
    ///
    /// A login's own token counts as used at once.
    public let firstUse: Timestamp?
    /// The earliest use of any later generation; nil where there is none, or none that was used.
    public let successorUse: Timestamp?

    /// Makes the record.
    public init(session: StoredSession, firstUse: Timestamp?, successorUse: Timestamp?) {
        self.session = session
        self.firstUse = firstUse
        self.successorUse = successorUse
    }

    /// Whether showing the token at `time` means that two hold it: its successor has been in use for too long (A7).
    ///
    /// Where a clock was set back by more than ``overlap`` after that use, it means so too.
    public func isReused(at time: Timestamp) -> Bool {
        successorUse.map { !time.isWithin(Self.overlap, of: $0) } ?? false
    }
}

extension Timestamp {
    /// Whether this is less than `seconds` before or after `other`.
    fileprivate func isWithin(_ seconds: Int64, of other: Timestamp) -> Bool {
        other + -seconds < self && self < other + seconds
    }
}

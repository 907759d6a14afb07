import Cryptography

/// A moment, in whole seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// Seconds since the epoch.
    public let seconds: Int64

    /// Makes the moment `seconds` after the epoch.
    public init(seconds: Int64) {
        self.seconds = seconds
    }

    /// Orders by time.
    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.seconds < right.seconds }

    /// The moment `seconds` after this one.
    public static func + (time: Timestamp, seconds: Int64) -> Timestamp {
        Timestamp(seconds: time.seconds + seconds)
    }
}

/// The person that a session belongs to, as the service tells it (H2).
public struct User: Equatable, Sendable {
    /// One earlier login.
    public struct Visit: Equatable, Sendable {
        /// When it was.
        public let time: Timestamp
        /// From where: an address, or `uid:` and the local user's number.
        public let peer: String

        /// Makes a visit at `time` from `peer`.
        public init(time: Timestamp, peer: String) {
            self.time = time
            self.peer = peer
        }
    }

    /// What is known of the login before this one.
    public enum EarlierVisit: Equatable, Sendable {
        /// The service does not tell.
        case unknown
        /// There was none.
        case never
        /// This one.
        case last(Visit)
    }

    /// The account's name as it is shown.
    public let account: String
    /// The service's number for the user, as text; nil where it tells none.
    public let id: String?
    /// The login before this one.
    public let earlierVisit: EarlierVisit

    /// Makes a user.
    public init(account: String, id: String? = nil, earlierVisit: EarlierVisit = .unknown) {
        self.account = account
        self.id = id
        self.earlierVisit = earlierVisit
    }
}

/// A login that succeeded.
public struct Session: Equatable, Sendable {
    /// What later calls show; nil where the service has no tokens.
    public let token: Secret?
    /// Who is logged in.
    public let user: User

    /// Makes a session.
    public init(token: Secret?, user: User) {
        self.token = token
        self.user = user
    }
}

/// One of an account's sessions, as its owner sees it (H3).
public struct SessionSummary: Hashable, Sendable {
    /// What names the session when it is to be ended; no token.
    public let id: String
    /// When it began.
    public let start: Timestamp
    /// When it was last used.
    public let lastUse: Timestamp
    /// From where it was opened: an address, or `uid:` and the local user's number.
    public let peer: String
    /// Whether it is the session that asks.
    public let isCurrent: Bool

    /// Makes a summary.
    public init(id: String, start: Timestamp, lastUse: Timestamp, peer: String, isCurrent: Bool) {
        self.id = id
        self.start = start
        self.lastUse = lastUse
        self.peer = peer
        self.isCurrent = isCurrent
    }
}

/// How much waits for the user (H2).
public struct Notices: Hashable, Sendable {
    /// How often others named the user.
    public var mentions: Int
    /// Letters to the user.
    public var messages: Int
    /// Comments on what the user wrote.
    public var comments: Int
    /// New followers.
    public var followers: Int

    /// Makes counters; none is negative.
    public init(mentions: Int = 0, messages: Int = 0, comments: Int = 0, followers: Int = 0) {
        self.mentions = mentions
        self.messages = messages
        self.comments = comments
        self.followers = followers
    }
}

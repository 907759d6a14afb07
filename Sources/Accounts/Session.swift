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
        /// From where: an address, or the local user's name.
        public let peer: String

        /// Makes a visit at `time` from `peer`.
        public init(time: Timestamp, peer: String) {
            self.time = time
            self.peer = peer
        }
    }

    /// The account's name as it is shown.
    public let account: String
    /// The service's number for the user, as text; nil where it tells none.
    public let id: String?
    /// The login before this one; nil at the first, or where the service does not tell.
    public let lastVisit: Visit?

    /// Makes a user.
    public init(account: String, id: String? = nil, lastVisit: Visit? = nil) {
        self.account = account
        self.id = id
        self.lastVisit = lastVisit
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

import Accounts
import Cryptography

/// What waits for the user: `{"mentions":0,"messages":0,"comments":0,"followers":0}`.
extension Notices: WireMessage {
    /// Reads the counters.
    public init(_ json: JSONValue) throws(MessageFault) {
        self.init(
            mentions: Int(try json.number("mentions")), messages: Int(try json.number("messages")),
            comments: Int(try json.number("comments")), followers: Int(try json.number("followers")))
    }

    /// The counters.
    public var json: JSONValue {
        .object([
            "mentions": .integer(Int64(mentions)), "messages": .integer(Int64(messages)),
            "comments": .integer(Int64(comments)), "followers": .integer(Int64(followers)),
        ])
    }
}

/// An account's sessions: `{"sessions":[{"id":"…","start":…,"lastUse":…,"peer":"…","current":true}]}`.
public struct SessionListMessage: WireMessage, Equatable {
    /// The most sessions in a list.
    private static let maximumCount = 256

    /// The sessions, latest use first.
    public let sessions: [SessionSummary]

    /// Makes a list, cut off where it would be too long.
    public init(_ sessions: [SessionSummary]) {
        self.sessions = Array(sessions.prefix(Self.maximumCount))
    }

    /// Reads a list.
    public init(_ json: JSONValue) throws(MessageFault) {
        var sessions: [SessionSummary] = []
        for session in try json.member("sessions").elements(atMost: Self.maximumCount) {
            sessions.append(
                SessionSummary(
                    id: try session.member("id").string(atMost: ByteLimit.name),
                    start: Timestamp(seconds: try session.number("start")),
                    lastUse: Timestamp(seconds: try session.number("lastUse")),
                    peer: try session.member("peer").string(atMost: ByteLimit.name),
                    isCurrent: try session.flag("current")))
        }
        self.sessions = sessions
    }

    /// The list.
    public var json: JSONValue {
        .object([
            "sessions": .array(
                sessions.map { session in
                    .object([
                        "id": .string(session.id), "start": .integer(session.start.seconds),
                        "lastUse": .integer(session.lastUse.seconds), "peer": .string(session.peer),
                        "current": .boolean(session.isCurrent),
                    ])
                })
        ])
    }
}

/// What HTTP has in `Authorization: Bearer` and in the path, and a pipe in the body: `{"token":"…","session":"…"}`.
///
/// Services without tokens have none; which session is to end is said in ``Call/endSession`` only.
public struct SessionReference: WireMessage, Equatable {
    /// What shows the session that asks; nil where the service has no tokens.
    public let token: Secret?
    /// The session that is to end: a ``SessionSummary/id``.
    public let session: String?

    /// Makes a reference.
    public init(token: Secret?, session: String? = nil) {
        self.token = token
        self.session = session
    }

    /// Reads a reference.
    public init(_ json: JSONValue) throws(MessageFault) {
        self.init(
            token: try json.optionalMember("token")?.secret(atMost: ByteLimit.token),
            session: try json.optionalMember("session")?.string(atMost: ByteLimit.name))
    }

    /// The reference.
    public var json: JSONValue {
        .object(["token": token.map(JSONValue.secret), "session": session.map(JSONValue.string)])
    }
}

extension Session {
    /// The session that a caller shows by its token alone; whose it is, the service knows.
    public init(shownBy token: Secret?) {
        self.init(token: token, user: User(account: ""))
    }
}

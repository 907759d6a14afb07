/// The kinds of problems, each with its status (RFC 9110, section 15) and title; the raw value ends its type URI.
///
/// | status | kinds | why this one |
/// |---|---|---|
/// | 400 Bad Request | `malformed-message` | the message is none of the contract's |
/// | 401 Unauthorized | `session-ended` | the token is no longer good; with `WWW-Authenticate: Bearer` |
/// | 403 Forbidden | `credentials-wrong`, `challenge-required`, `challenge-failed`, `code-wrong`, `refused` | what was shown is understood and not enough; not 401, since these are fields of a form and no HTTP authentication, which 401 would have to name |
/// | 404 Not Found | `account-unknown` | where the service tells (A8) |
/// | 409 Conflict | `account-taken` | |
/// | 413 Content Too Large | `message-too-large` | |
/// | 422 Unprocessable Content | `registration-refused`, `password-refused` | well-formed, and against a rule |
/// | 429 Too Many Requests | `locked`, `code-too-soon`, `codes-exhausted` | RFC 6585; `Retry-After` where it is known. Not 423, which is about locked resources of WebDAV |
/// | 500 Internal Server Error | `service-failed` | all of a service's own trouble: no path, and not even its kind, leaves |
/// | 501 Not Implemented | `unsupported` | the service does not offer the call |
/// | 502 Bad Gateway | `sending-failed`, and what a client between two processes meets: `host-unknown`, `host-unreachable`, `connection-refused`, `connection-lost`, `encryption-failed`, `authorities-missing`, `reply-malformed`, `address-moved`, `service-missing`, `program-missing`, `program-ended` | another one behind it failed |
/// | 503 Service Unavailable | `busy`, `cancelled` | works, but not now |
/// | 504 Gateway Timeout | `timed-out` | another one behind it did not answer |
public enum ProblemKind: String, Hashable, Sendable, CaseIterable {
    /// In the order of the table.
    case malformedMessage = "malformed-message"
    case sessionEnded = "session-ended"
    case credentialsWrong = "credentials-wrong"
    case challengeRequired = "challenge-required"
    case challengeFailed = "challenge-failed"
    case codeWrong = "code-wrong"
    case refused
    case accountUnknown = "account-unknown"
    case accountTaken = "account-taken"
    case messageTooLarge = "message-too-large"
    case registrationRefused = "registration-refused"
    case passwordRefused = "password-refused"
    case locked
    case codeTooSoon = "code-too-soon"
    case codesExhausted = "codes-exhausted"
    case serviceFailed = "service-failed"
    case unsupported
    case sendingFailed = "sending-failed"
    case hostUnknown = "host-unknown"
    case hostUnreachable = "host-unreachable"
    case connectionRefused = "connection-refused"
    case connectionLost = "connection-lost"
    case encryptionFailed = "encryption-failed"
    case authoritiesMissing = "authorities-missing"
    case replyMalformed = "reply-malformed"
    case addressMoved = "address-moved"
    case serviceMissing = "service-missing"
    case programMissing = "program-missing"
    case programEnded = "program-ended"
    case busy
    case cancelled
    case timedOut = "timed-out"

    /// The type URI, relative to the service.
    public var uri: String { Self.root + rawValue }

    /// Reads a type URI; nil for one that is not ours.
    public init?(uri: String) {
        guard uri.hasPrefix(Self.root) else { return nil }
        self.init(rawValue: String(uri.dropFirst(Self.root.count)))
    }

    private static let root = "/problems/"

    /// The status.
    public var status: Int {
        switch self {
        case .malformedMessage: 400
        case .sessionEnded: 401
        case .credentialsWrong, .challengeRequired, .challengeFailed, .codeWrong, .refused: 403
        case .accountUnknown: 404
        case .accountTaken: 409
        case .messageTooLarge: 413
        case .registrationRefused, .passwordRefused: 422
        case .locked, .codeTooSoon, .codesExhausted: 429
        case .serviceFailed: 500
        case .unsupported: 501
        case .sendingFailed, .hostUnknown, .hostUnreachable, .connectionRefused, .connectionLost, .encryptionFailed,
            .authoritiesMissing, .replyMalformed, .addressMoved, .serviceMissing, .programMissing, .programEnded:
            502
        case .busy, .cancelled: 503
        case .timedOut: 504
        }
    }

    /// What it is, for developers.
    public var title: String {
        switch self {
        case .malformedMessage: "The message does not keep the contract"
        case .sessionEnded: "The session has ended"
        case .credentialsWrong: "Wrong account or password"
        case .challengeRequired: "A code or the characters of a picture are needed"
        case .challengeFailed: "The code or the characters are wrong, used or too old"
        case .codeWrong: "The code is wrong, used or too old"
        case .refused: "The service refuses"
        case .accountUnknown: "There is no such account"
        case .accountTaken: "The name belongs to an account"
        case .messageTooLarge: "The message is too large"
        case .registrationRefused: "The account cannot be registered like this"
        case .passwordRefused: "The new password cannot be set"
        case .locked: "Too many failed attempts"
        case .codeTooSoon: "A code was sent a moment ago"
        case .codesExhausted: "No more codes are sent for the present"
        case .serviceFailed: "The service failed"
        case .unsupported: "The service does not offer this"
        case .sendingFailed: "The code could not be sent"
        case .hostUnknown: "No address is known for the host"
        case .hostUnreachable: "The host cannot be reached"
        case .connectionRefused: "The connection was refused"
        case .connectionLost: "The connection was lost"
        case .encryptionFailed: "No trusted encrypted connection"
        case .authoritiesMissing: "The file of trusted authorities cannot be read"
        case .replyMalformed: "The reply does not keep the contract"
        case .addressMoved: "The service's address leads to another one"
        case .serviceMissing: "There is no account service at the address"
        case .programMissing: "The program could not be started"
        case .programEnded: "The program ended"
        case .busy: "The service is busy"
        case .cancelled: "The call was cancelled"
        case .timedOut: "The service did not answer in time"
        }
    }
}

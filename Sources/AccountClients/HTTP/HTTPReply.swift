import Accounts
import Cryptography

/// What came back for a request.
struct HTTPReply: Sendable {
    /// The status (RFC 9110, section 15).
    var status: Int
    /// The media type, in lower case and without parameters; empty where none is told.
    var mediaType = ""
    /// `Retry-After`, in seconds from now, also where the service tells a date; nil without one.
    var retryAfter: Int?
    /// The body, which may hold a token.
    var body = Secret()
    /// All cookies that are kept now, each a line that libcurl reads and writes.
    var cookies: [Secret] = []

    /// What the status says where a contract has no words of its own for it; nil for success.
    ///
    /// Redirects are not followed: a password goes where it was meant to go, or nowhere.
    var errorByStatus: ServiceError? {
        switch status {
        case 200...299: nil
        case 300...399: .trouble(.addressMoved)
        case 404, 405, 410: .trouble(.serviceMissing)
        case 408, 504: .trouble(.timedOut)
        case 429: retryAfter.map { .locked(seconds: $0) } ?? .busy
        case 503: .busy
        case 500...599: .trouble(.serviceFailed)
        default: .trouble(.replyMalformed)
        }
    }
}

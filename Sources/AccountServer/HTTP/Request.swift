import AccountEngine
import Cryptography

/// What a request says before its body (RFC 9110).
///
/// Only the header fields that something here goes by are kept.
struct RequestHead: Sendable {
    /// The method, as it was sent.
    var method: String
    /// The path, still percent-encoded.
    var path: String
    /// What follows the question mark, still percent-encoded, since a password may be in it; nil where there is none.
    var query: Secret?
    /// `Content-Type`, as it was sent.
    var contentType: String?
    /// `Content-Length`; nil where it is not told.
    var contentLength: Int?
    /// Whether the body comes in chunks of which only the last tells that it is the last.
    var isChunked = false
    /// `Content-Encoding`; nil where the body is as it is.
    var contentEncoding: String?
    /// `Expect`: what the client waits for before it sends the body.
    var expectation: String?
    /// `Authorization`, which holds a token.
    var authorization: Secret?
    /// `Cookie`, which holds tokens.
    var cookie: Secret?

    /// Whether a body follows, even an empty one of told length.
    var announcesBody: Bool { isChunked || contentLength != nil }
}

/// A request with its body, and who made it.
struct Request: Sendable {
    /// What came before the body.
    let head: RequestHead
    /// The body.
    let body: Secret
    /// Who asks.
    let peer: Peer
}

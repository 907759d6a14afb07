import Cryptography

/// A request of HTTP (RFC 9110), as it is sent.
struct HTTPRequest: Sendable {
    /// The methods that are used.
    enum Method: String, Sendable {
        /// As HTTP spells them.
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case delete = "DELETE"
    }

    /// The method.
    var method: Method
    /// Where to, without a query.
    var url: String
    /// The query, percent-encoded, without its `?`; a password may be in it.
    var query = Secret()
    /// Lines of the header, such as `Accept: text/xml`.
    var fields: [Secret] = []
    /// The body; nil where there is none.
    var body: Secret?
    /// Cookies in the form that ``HTTPReply/cookies`` has; nil where the contract has none.
    var cookies: [Secret]?

    /// Makes a request without a body.
    init(_ method: Method, _ url: String) {
        self.method = method
        self.url = url
    }

    /// Adds a line to the header.
    mutating func add(_ name: String, _ value: String) {
        fields.append(Secret("\(name): \(value)".utf8))
    }
}

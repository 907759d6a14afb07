import AccountWire
import Cryptography

/// What a request is answered with.
struct Response: Sendable {
    /// The body.
    enum Body: Sendable {
        /// No bytes.
        case none
        /// Text that anybody may see.
        case text(String)
        /// Text in which there may be a token.
        case secret(Secret)
    }

    /// The status (RFC 9110, section 15).
    var status: Int
    /// Header fields beyond those that every answer has.
    var fields: [(name: String, value: String)]
    /// The body.
    var body: Body

    /// Makes an answer.
    init(status: Int, fields: [(name: String, value: String)] = [], body: Body = .none) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// Makes an answer of 200 that is text of `type`.
    init(_ text: String, type: String) {
        self.init(status: 200, fields: [("Content-Type", type)], body: .text(text))
    }

    /// Makes an answer of 200 that is JSON.
    init(_ json: JSONValue) {
        self.init(status: 200, fields: [("Content-Type", "application/json")], body: .secret(json.text))
    }

    /// Makes an answer that tells a problem.
    init(_ problem: ProblemDetails) {
        self.init(status: problem.status, fields: problem.headerFields, body: .secret(problem.json.text))
    }
}

extension Response {
    /// The path takes these methods and not that one; asking for them is no fault (RFC 9110, sections 9.3.7, 15.5.6).
    static func otherMethod(than allowed: [String], _ method: String) -> Response {
        let methods = allowed + (allowed.contains("GET") ? ["HEAD"] : []) + ["OPTIONS"]
        let problem = ProblemDetails(status: 405, title: "Method Not Allowed")
        var response = method == "OPTIONS" ? Response(status: 204) : Response(problem)
        response.fields.append(("Allow", methods.joined(separator: ", ")))
        return response
    }

    /// The body is of another type than the path takes, or is compressed (RFC 9110, section 15.5.16).
    static func unsupportedMediaType(accepting type: String) -> Response {
        var response = Response(ProblemDetails(status: 415, title: "Unsupported Media Type"))
        response.fields.append(("Accept-Post", type))
        return response
    }
}

extension ProblemDetails {
    /// There is nothing under that path.
    static let notFound = ProblemDetails(status: 404, title: "Not Found")
    /// The path takes a body, and there is none.
    static let lengthRequired = ProblemDetails(status: 411, title: "Length Required")
    /// There is no room for the header (RFC 6585, section 5).
    static let headerTooLarge = ProblemDetails(status: 431, title: "Request Header Fields Too Large")
    /// The client waits for something other than being asked for the body.
    static let expectationFailed = ProblemDetails(status: 417, title: "Expectation Failed")

    /// The request breaks the rules of HTTP or of forms; `detail` says how, for whoever wrote the client.
    static func badRequest(_ detail: String) -> ProblemDetails {
        var problem = ProblemDetails(.malformedMessage)
        problem.detail = detail
        return problem
    }
}

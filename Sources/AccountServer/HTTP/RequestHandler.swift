import AccountEngine

/// What a server does with requests.
protocol RequestHandler: Sendable {
    /// Decides what to do from what came before the body.
    func route(_ head: RequestHead) -> Route

    /// Takes note of an answer, or of a request that ended without one.
    func note(_ event: RequestEvent)
}

/// What becomes of a request.
struct Route: Sendable {
    /// How the answer is found.
    enum Action: Sendable {
        /// It is this one, whatever the body may be.
        case respond(Response)
        /// By this, once the body is there.
        case run(@Sendable (Request) async -> Response)
    }

    /// What the path is called in logs and metrics, which never show paths.
    let name: String
    /// How the answer is found.
    let action: Action

    /// The name for requests whose path is not even looked at.
    static let malformed = "malformed"
}

/// A request that has ended, for logs and metrics.
struct RequestEvent: Sendable {
    /// The name of its ``Route``.
    let route: String
    /// The method, as it was sent; empty where the library has refused the request by itself.
    let method: String
    /// The status of the answer; nil where none was sent.
    let status: Int?
    /// From the request's first line to the end of the answer.
    let duration: Duration
    /// Who asked.
    let peer: Peer
}

import AccountEngine
import AccountWire
import CMicroHTTPD
import Cryptography
import Glibc

/// What the library tells of a request's first line, beside the target; good during the call.
struct RequestLine {
    /// The method.
    let method: UnsafePointer<CChar>
    /// Such as `HTTP/1.1`.
    let version: UnsafePointer<CChar>
}

/// Reads a request out of the library and collects its body.
///
/// It belongs to one request on one connection and is used by the library's thread alone.
final class RequestReader {
    /// Whether nobody can tell where the request ends, and what is behind it begins.
    var isMalformed: Bool { route?.name == Route.malformed }

    /// Where the request goes; nil until its head has been read.
    private(set) var route: Route?
    /// The method, as it was sent.
    private(set) var method = ""
    /// The status that it is answered with; nil while it is not.
    var status: Int?

    private let path: String
    private let query: Secret?
    private let isTargetPlain: Bool
    /// Where the first line's version has to be, as the library takes the line apart in place.
    private let targetEnd: UInt
    private let limits: Limits
    private var head: RequestHead?
    /// The answer, where nobody has to look for it.
    private var refusal: Response?
    private var body = Secret()
    private var droppedCount = 0

    /// Takes the first line's target, as it was sent.
    init(target: UnsafePointer<CChar>, limits: Limits) {
        let bytes = UnsafeRawBufferPointer(start: target, count: strlen(target))
        let pathEnd = bytes.firstIndex(of: UInt8(ascii: "?"))
        path = Self.path(in: bytes[..<(pathEnd ?? bytes.count)])
        query = pathEnd.map { Secret(UnsafeRawBufferPointer(rebasing: bytes[($0 + 1)...])) }
        isTargetPlain = bytes.allSatisfy { (0x21...0x7E).contains($0) }
        targetEnd = UInt(bitPattern: target) + UInt(bytes.count)
        self.limits = limits
    }

    /// The path alone; a target may name scheme and host before it (RFC 9112, section 3.2.2).
    private static func path(in bytes: Slice<UnsafeRawBufferPointer>) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.hasPrefix("http://") || text.hasPrefix("https://") else { return text }
        let parts = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        return parts.count > 3 ? "/\(parts[3])" : "/"
    }

    /// What to do next.
    enum Step {
        /// Let the body come.
        case receive
        /// Answer with this.
        case respond(Response)
        /// Close the connection without another word.
        case hangUp
        /// Look for the answer.
        case run(Request, @Sendable (Request) async -> Response)
    }

    /// Reads the head and decides whether the body is worth reading.
    func readHead(
        from connection: OpaquePointer, _ line: RequestLine, handler: any RequestHandler
    ) -> Step {
        method = String(cString: line.method)
        var head = RequestHead(method: method, path: path, query: query)
        let route = route(for: &head, line, Self.fields(of: connection, line), handler)
        self.route = route
        self.head = head
        if case .respond(let response) = route.action { refusal = response }
        if let length = head.contentLength, length > limits.bodyByteCount { refuse(.messageTooLarge) }
        // The library closes the connection after an answer that comes before the body; and unread bytes of a body
        // destroy the answer. So a body that would be dropped is let come, unless it is large, waits to be asked for,
        // or nobody can tell where it ends.
        let isWorthWaiting =
            route.name != Route.malformed && head.expectation == nil
            && head.contentLength ?? 0 <= limits.droppedByteCount
        guard let refusal, !isWorthWaiting else { return .receive }
        return .respond(refusal)
    }

    /// Notes that the library refuses the head by itself: for its length, or for more cookies than it has room for.
    ///
    /// - Parameter contentLength: what it says of the body's length; nil where it says nothing.
    /// - Returns: the answer.
    func refuseHead(contentLength: String?) -> Response {
        let problem =
            switch contentLength {
            case let length? where !HeaderFields.isNumber(length): ProblemDetails.badRequest(HeaderFields.lengthFault)
            case let length? where UInt64(length) == nil: ProblemDetails(ProblemKind.messageTooLarge)
            default: ProblemDetails.headerTooLarge
            }
        let response = Response(problem)
        route = Route(name: Route.malformed, action: .respond(response))
        status = response.status
        return response
    }

    /// Takes a part of the body.
    func append(_ bytes: UnsafeRawBufferPointer) -> Step {
        if refusal == nil, body.count + bytes.count > limits.bodyByteCount { refuse(.messageTooLarge) }
        guard refusal != nil else {
            body.append(bytes)
            return .receive
        }
        body = Secret()
        droppedCount += bytes.count
        return droppedCount > limits.droppedByteCount ? .hangUp : .receive
    }

    /// Decides what to do with the whole request.
    func end(peer: Peer) -> Step {
        if let refusal { return .respond(refusal) }
        guard let head, case .run(let answer) = route?.action else { return .hangUp }
        return .run(Request(head: head, body: body, peer: peer), answer)
    }

    private func refuse(_ kind: ProblemKind) {
        // What is refused for a better reason stays so.
        if refusal == nil { refusal = Response(ProblemDetails(kind)) }
    }

    private func route(
        for head: inout RequestHead, _ line: RequestLine, _ fields: HeaderFields, _ handler: any RequestHandler
    ) -> Route {
        if let fault = fault(in: line) ?? fields.apply(to: &head, version: String(cString: line.version)) {
            return Route(name: Route.malformed, action: .respond(Response(.badRequest(fault))))
        }
        if let expectation = head.expectation, expectation.lowercased() != "100-continue" {
            return Route(name: Route.malformed, action: .respond(Response(.expectationFailed)))
        }
        return handler.route(head)
    }

    private func fault(in line: RequestLine) -> String? {
        guard isTargetPlain else { return "the target is not percent-encoded" }
        // One space lies between. More than that, and the library's text in C has ended at a NUL in the target.
        guard UInt(bitPattern: line.version) == targetEnd + 1 else { return "the first line is malformed" }
        return nil
    }

    private static func fields(of connection: OpaquePointer, _ line: RequestLine) -> HeaderFields {
        var fields = HeaderFields(after: line.version)
        withUnsafeMutablePointer(to: &fields) { fields in
            _ = MHD_get_connection_values_n(
                connection, .HEADER_KIND,
                { context, _, name, nameCount, value, valueCount in
                    context?.assumingMemoryBound(to: HeaderFields.self).pointee.add(
                        UnsafeRawBufferPointer(start: name, count: nameCount),
                        UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueCount))
                    return .YES
                }, fields)
        }
        // The method is the first thing in the head.
        fields.finish(before: UInt(bitPattern: line.method) + UInt(vestibule_header_size(connection)))
        return fields
    }
}

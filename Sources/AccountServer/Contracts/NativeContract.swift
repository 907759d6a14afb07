import AccountEngine
import AccountWire
import Accounts
import Cryptography

/// JSON over HTTP (6.1).
struct NativeContract: Sendable {
    private let engine: AccountEngine

    /// Speaks for `engine`.
    init(engine: AccountEngine) {
        self.engine = engine
    }

    /// Decides what to do with a request; nil where the path is none of the contract's.
    func route(_ head: RequestHead) -> Route? {
        let match: (call: Call, session: String?)?
        do throws(Call.MethodFault) {
            match = try Call.matching(method: head.method == "HEAD" ? "GET" : head.method, path: head.path)
        } catch {
            let methods = error.allowed.map(\.rawValue)
            return Route(name: "native", action: .respond(.otherMethod(than: methods, head.method)))
        }
        guard let (call, session) = match else { return nil }
        if let refusal = refusal(of: call, head) { return Route(name: call.rawValue, action: .respond(refusal)) }
        return Route(
            name: call.rawValue,
            action: .run { request in await answer(to: call, session: session, request) })
    }

    /// What keeps a call from being made, whatever its body is.
    private func refusal(of call: Call, _ head: RequestHead) -> Response? {
        if call.needsToken, head.bearerToken == nil { return Response(ProblemDetails(ProblemKind.sessionEnded)) }
        guard call.takesMessage || head.announcesBody && head.contentLength != 0 else { return nil }
        guard head.announcesBody else { return Response(.lengthRequired) }
        guard MediaType.isUTF8(head.contentType, "application/json"), head.isPlain else {
            return .unsupportedMediaType(accepting: "application/json")
        }
        return nil
    }

    private func answer(to call: Call, session: String?, _ request: Request) async -> Response {
        let service = EmbeddedAccountService(engine: engine, peer: request.peer)
        do throws(ProblemDetails) {
            let reference = SessionReference(token: request.head.bearerToken, session: session)
            let reply = try await service.answer(to: call, try message(in: request), reference)
            return call.hasAnswer ? Response(reply) : Response(status: 204)
        } catch { return Response(error) }
    }

    private func message(in request: Request) throws(ProblemDetails) -> JSONValue {
        guard !request.body.isEmpty else { return EmptyMessage().json }
        do throws(MessageFault) {
            return try request.body.withUnsafeBytes { body throws(MessageFault) in try JSONValue(parsing: body) }
        } catch { throw ProblemDetails(error) }
    }
}

extension RequestHead {
    /// Whether the body is as it is, not compressed.
    var isPlain: Bool { contentEncoding == nil || contentEncoding?.lowercased() == "identity" }

    /// The token of `Authorization: Bearer` (RFC 6750, section 2.1); nil where there is none, or none that can be.
    var bearerToken: Secret? {
        authorization?.withUnsafeBytes { field in
            let scheme = "bearer "
            guard field.count > scheme.utf8.count,
                zip(field, scheme.utf8).allSatisfy({ $0 | 0x20 == $1 })
            else { return nil }
            let token = field[scheme.utf8.count...].drop { $0 == UInt8(ascii: " ") }
            guard !token.isEmpty, token.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
            return Secret(UnsafeRawBufferPointer(rebasing: token))
        }
    }
}

extension Call {
    /// Whether there is something to say in the body.
    fileprivate var takesMessage: Bool {
        switch self {
        case .logIn, .register, .code, .reset, .password: true
        case .service, .logOut, .captcha, .resume, .user, .notices, .sessions, .endSession, .endAllSessions: false
        }
    }

    /// Whether the answer is more than a mere yes.
    fileprivate var hasAnswer: Bool {
        switch self {
        case .service, .logIn, .register, .code, .captcha, .resume, .user, .notices, .sessions: true
        case .logOut, .reset, .password, .endSession, .endAllSessions: false
        }
    }
}

import AccountWire
import Accounts
import Cryptography
import Synchronization

/// `vestibuled`, or whatever speaks its contract, over HTTP (6.1).
public final class NativeService: AccountService {
    private let client: HTTPClient
    private let base: String
    private let known = Mutex<ServiceDeclaration?>(nil)

    /// Uses the service at `url`; nothing is asked before the first call.
    init(_ url: ServiceURL, _ settings: NetworkSettings) {
        client = HTTPClient(settings, socketPath: url.socketPath)
        base = url.base
    }

    /// What the service said last, or nothing but the usual rule.
    public var declaration: ServiceDeclaration {
        known.withLock { $0 } ?? ServiceDeclaration(calls: [], passwordPolicy: .standard)
    }

    /// Asks the service what it offers.
    public func declare() async throws(ServiceError) -> ServiceDeclaration {
        let declaration: ServiceDeclaration = try await ask(.service)
        known.withLock { $0 = declaration }
        return declaration
    }

    /// Logs in (L8).
    public func logIn(_ credentials: Credentials) async throws(ServiceError) -> Session {
        try await ask(.logIn, credentials)
    }

    /// Ends `session` (H4).
    public func logOut(_ session: Session) async throws(ServiceError) {
        let _: EmptyMessage = try await ask(.logOut, in: session.token)
    }

    /// Has a code sent (A4).
    public func requestCode(_ request: CodeRequest) async throws(ServiceError) -> CodeDispatch {
        let dispatch: CodeDispatch = try await ask(.code, request)
        // A directory would be one of the service's machine, which nobody here can look into.
        return CodeDispatch(route: .message, resendDelay: dispatch.resendDelay)
    }

    /// Has a picture drawn (A5).
    public func requestCaptcha() async throws(ServiceError) -> CaptchaChallenge {
        try await ask(.captcha)
    }

    /// Makes an account and logs it in (H6).
    public func register(_ registration: Registration) async throws(ServiceError) -> Session {
        try await ask(.register, registration)
    }

    /// Sets a forgotten password (H7).
    public func reset(_ reset: PasswordReset) async throws(ServiceError) {
        let _: EmptyMessage = try await ask(.reset, reset)
    }

    /// Goes on with an earlier session (H1, A7).
    public func resume(_ token: Secret) async throws(ServiceError) -> Session {
        try await ask(.resume, in: token)
    }

    /// Sets another password (H3).
    public func changePassword(_ change: PasswordChange, in session: Session) async throws(ServiceError) {
        let _: EmptyMessage = try await ask(.password, change, in: session.token)
    }

    /// Tells whose session it is.
    public func user(in session: Session) async throws(ServiceError) -> User {
        try await ask(.user, in: session.token)
    }

    /// Counts what waits for the user (H2).
    public func notices(in session: Session) async throws(ServiceError) -> Notices {
        try await ask(.notices, in: session.token)
    }

    /// Lists the account's sessions (H3).
    public func sessions(in session: Session) async throws(ServiceError) -> [SessionSummary] {
        let list: SessionListMessage = try await ask(.sessions, in: session.token)
        return list.sessions
    }

    /// Ends one of the account's sessions (H3).
    public func endSession(_ id: String, in session: Session) async throws(ServiceError) {
        let _: EmptyMessage = try await ask(.endSession, part: "/" + PercentEncoding.encoded(id), in: session.token)
    }

    /// Ends all of the account's sessions (H3).
    public func endAllSessions(in session: Session) async throws(ServiceError) {
        let _: EmptyMessage = try await ask(.endAllSessions, in: session.token)
    }

    // MARK: - Asking

    /// Makes a call with its message and reads its answer.
    ///
    /// `part` follows the call's path; `token` shows the session.
    private func ask<Answer: WireMessage>(
        _ call: Call, _ message: any WireMessage = EmptyMessage(), part: String = "", in token: Secret? = nil
    ) async throws(ServiceError) -> Answer {
        var request = HTTPRequest(HTTPRequest.Method(call.method), base + call.path + part)
        request.add("Accept", "application/json, \(ProblemDetails.mediaType)")
        if call.needsToken {
            guard let field = token?.bearerField else { throw .sessionEnded }
            request.fields.append(field)
        }
        if call.method == .post || call.method == .put {
            request.add("Content-Type", "application/json")
            request.body = message.json.text
        }
        return try Self.read(try await client.send(request))
    }

    /// Reads an answer; what it says is never shown as it is (L12).
    private static func read<Answer: WireMessage>(_ reply: HTTPReply) throws(ServiceError) -> Answer {
        guard let error = reply.errorByStatus else {
            do throws(MessageFault) {
                if reply.body.isEmpty, let answer = EmptyMessage() as? Answer { return answer }
                return try reply.body.withUnsafeBytes { bytes throws(MessageFault) in try Answer(parsing: bytes) }
            } catch { throw .trouble(.replyMalformed) }
        }
        // Anything between here and the service may answer; only the service's own problems are the contract's.
        guard reply.mediaType == ProblemDetails.mediaType,
            let json = reply.body.withUnsafeBytes({ try? JSONValue(parsing: $0) })
        else { throw error }
        var problem = ProblemDetails(status: reply.status, json: json)
        problem.retryAfter = problem.retryAfter ?? reply.retryAfter
        throw problem.serviceError
    }
}

extension HTTPRequest.Method {
    /// How a call is made.
    fileprivate init(_ method: Call.Method) {
        self =
            switch method {
            case .get: .get
            case .post: .post
            case .put: .put
            case .delete: .delete
            }
    }
}

extension Secret {
    /// `Authorization` with this token (RFC 6750); nil for one that no header can hold.
    fileprivate var bearerField: Secret? {
        let isText = withUnsafeBytes { bytes in !bytes.isEmpty && bytes.allSatisfy { (0x21...0x7E).contains($0) } }
        guard isText else { return nil }
        var field = Secret("Authorization: Bearer ".utf8)
        withUnsafeBytes { field.append($0) }
        return field
    }
}

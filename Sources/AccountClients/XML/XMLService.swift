import Accounts
import Cryptography
import Synchronization

/// A community site that answers in XML and remembers by cookies (6.3).
public final class XMLService: AccountService {
    private let client: HTTPClient
    private let base: String
    /// The cookies as the service last left them, under the token that they came with: it may change them at any call.
    private let latest = Mutex<(token: Secret, cookies: CookieToken)?>(nil)

    /// Uses the service at `url`.
    init(_ url: ServiceURL, _ settings: NetworkSettings) {
        client = HTTPClient(settings)
        base = url.base
    }

    /// Logging in with any password, and counting what waits (section 5).
    public var declaration: ServiceDeclaration { ServiceDeclaration(calls: .notices, passwordPolicy: .notEmpty) }

    /// Logs in; the session's token is the cookies.
    public func logIn(_ credentials: Credentials) async throws(ServiceError) -> Session {
        var request = HTTPRequest(.post, base + "/action/api/login_validate")
        request.add("Content-Type", "application/x-www-form-urlencoded")
        request.body = PercentEncoding.form([
            "username": Secret(credentials.name.text.utf8), "pwd": credentials.password,
            "keep_login": Secret("1".utf8),
        ])
        request.cookies = []
        let reply = try await client.send(request)
        let answer = try XMLReply(reply)
        if let refusal = try answer.refusal { throw refusal }
        let user = try answer.user(typed: credentials.name.text)
        return try remember(CookieToken(user: user, cookies: reply.cookies))
    }

    /// Forgets the cookies; the contract has nothing to tell the service (H4).
    public func logOut(_ session: Session) async throws(ServiceError) {
        latest.withLock { $0 = nil }
    }

    /// Goes on with the cookies of an earlier login, where the service still takes them (H1).
    public func resume(_ token: Secret) async throws(ServiceError) -> Session {
        let (_, cookies) = try await count(with: token)
        return try remember(cookies)
    }

    /// Tells whose cookies they are.
    public func user(in session: Session) async throws(ServiceError) -> User {
        try cookies(behind: session.token).user
    }

    /// Counts what waits for the user (H2).
    public func notices(in session: Session) async throws(ServiceError) -> Notices {
        try await count(with: session.token).notices
    }

    // MARK: - Cookies

    /// Keeps the cookies, and makes a session of them.
    private func remember(_ cookies: CookieToken) throws(ServiceError) -> Session {
        let token = try cookies.text
        latest.withLock { $0 = (token, cookies) }
        return Session(token: token, user: cookies.user)
    }

    /// What `token` stands for now.
    private func cookies(behind token: Secret?) throws(ServiceError) -> CookieToken {
        guard let token else { throw .sessionEnded }
        let known = latest.withLock { $0?.token == token ? $0?.cookies : nil }
        guard let cookies = known ?? CookieToken(token) else { throw .sessionEnded }
        return cookies
    }

    /// Asks for the counters of the user whom `token` stands for; every other answer means that it is no longer good.
    private func count(
        with token: Secret?
    ) async throws(ServiceError) -> (notices: Notices, cookies: CookieToken) {
        var cookies = try cookies(behind: token)
        var request = HTTPRequest(.get, base + "/action/api/user_notice")
        request.query = PercentEncoding.form(["uid": Secret((cookies.user.id ?? "").utf8)])
        request.cookies = cookies.cookies
        let reply = try await client.send(request)
        guard reply.status != 401, reply.status != 403 else { throw .sessionEnded }
        let answer = try XMLReply(reply)
        if answer.hasResult, try answer.refusal != nil { throw .sessionEnded }
        let notices = try answer.notices
        cookies.cookies = reply.cookies
        if let token {
            latest.withLock { [cookies] latest in latest = (token, cookies) }
        }
        return (notices, cookies)
    }
}

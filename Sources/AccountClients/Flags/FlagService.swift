import Accounts
import Cryptography
import Synchronization

/// A service that tells two flags about a login, and no more (6.2).
public final class FlagService: AccountService {
    private let client: HTTPClient
    private let url: ServiceURL
    private let method: HTTPRequest.Method
    private let gate: Mutex<PictureGate>
    private let now: @Sendable () -> ContinuousClock.Instant

    /// Uses the service at `url`.
    ///
    /// - Parameters:
    ///   - url: where it is.
    ///   - method: `POST`, or `GET` for the old way.
    ///   - settings: how it is reached.
    ///   - randomness: where the pictures' characters come from.
    ///   - now: the clock by which failures and pictures lapse.
    init(
        _ url: ServiceURL, by method: HTTPRequest.Method, _ settings: NetworkSettings, randomness: Randomness = .system,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        client = HTTPClient(settings)
        self.url = url
        self.method = method
        self.now = now
        gate = Mutex(PictureGate(randomness: randomness))
    }

    /// Logging in with 8 to 20 characters, and no more (section 5).
    public var declaration: ServiceDeclaration { ServiceDeclaration(calls: [], passwordPolicy: .standard) }

    /// Logs in; after more than two failures on an account a picture comes first (L10).
    public func logIn(_ credentials: Credentials) async throws(ServiceError) -> Session {
        let name = credentials.name
        try gate.withLock { gate throws(ServiceError) in try gate.check(name, credentials.answer, at: now()) }
        switch try FlagReply(try await client.send(request(for: credentials))) {
        case .right:
            gate.withLock { $0.noteSuccess(on: name) }
            return Session(token: nil, user: User(account: name.text))
        case .wrong: throw .credentialsWrong(next: gate.withLock { $0.noteFailure(on: name, at: now()) })
        case .unknown:
            gate.withLock { _ = $0.noteFailure(on: name, at: now()) }
            throw .accountUnknown
        }
    }

    /// Draws a picture of the client's own (A5).
    public func requestCaptcha() async throws(ServiceError) -> CaptchaChallenge {
        try gate.withLock { gate throws(ServiceError) in try gate.drawPicture(at: now()) }
    }

    /// Nothing to end: the service keeps no session.
    public func logOut(_ session: Session) async throws(ServiceError) {}

    private func request(for credentials: Credentials) -> HTTPRequest {
        let name = credentials.name
        let form = PercentEncoding.form([
            "User_Account": Secret((name.kind == .normalName ? name.text : name.key).utf8),
            "User_Password": credentials.password, "Account_Type": Secret(name.kind.rawValue.utf8),
        ])
        var request = HTTPRequest(method, url.base)
        request.query = Secret(url.query.utf8)
        if method == .get {
            if !request.query.isEmpty { [UInt8(ascii: "&")].withUnsafeBytes { request.query.append($0) } }
            form.withUnsafeBytes { request.query.append($0) }
        } else {
            request.add("Content-Type", "application/x-www-form-urlencoded")
            request.body = form
        }
        return request
    }
}

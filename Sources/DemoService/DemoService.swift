import AccountEngine
import Accounts
import Cryptography
import PasswordStrength
import Threads

/// The engine over a memory store, with known accounts and a simulated delay: for demo sessions (section 5).
///
/// The accounts `ada`, 13542138562 and ada@example.com are one, with the password `testApp123456`; `123` has `123`.
/// They are made at the first call, so that starting costs nothing. Codes are not sent anywhere: the four-digit one is
/// always 1234, the six-digit ones are 123456.
public struct DemoService: AccountService {
    private let service: EmbeddedAccountService
    private let accounts: DemoAccounts
    private let delay: Duration
    private let sleep: @Sendable (Duration) async throws -> Void

    /// Makes the service.
    ///
    /// - Parameters:
    ///   - configuration: what the URL asks for.
    ///   - estimator: judges new passwords.
    ///   - peer: where logins are said to come from.
    ///   - hashes: where passwords are hashed.
    ///   - sleep: waits so long, and throws at once when its task is cancelled. Unless told, each call that waits
    ///     takes a thread; of more than sixteen at once, the later ones hear of being cancelled late.
    ///   - uptime: how long the service has been there; a fixed clock goes on by it, in whole seconds.
    public init(
        _ configuration: DemoConfiguration, estimator: any PasswordEstimator, peer: Peer = .localUser(id: 1000),
        hashes: HashQueue = HashQueue(),
        sleep: @escaping @Sendable (Duration) async throws -> Void = Workers(count: 16).sleep(for:),
        uptime: @escaping @Sendable () -> Duration = Self.makeStopwatch()
    ) {
        var settings = EngineSettings()
        settings.passwordPolicy = configuration.passwordPolicy
        let store = MemoryStore()
        let clock =
            configuration.clock.map { start in { @Sendable in start + uptime().components.seconds } }
            ?? Timestamp.now
        // The passwords are printed in the manual: a costly hash would only make the demo slow.
        let hasher = Argon2Hasher(cost: .cheapest)
        let engine = AccountEngine(
            store: store, settings: settings, estimator: estimator, hasher: hasher, hashes: hashes,
            senders: CodeSenders(telephone: DemoSender(), emailAddress: DemoSender()),
            randomness: configuration.seed.map(Randomness.seeded) ?? .system,
            pictures: configuration.seed.map(Randomness.seeded) ?? .system, makeCode: DemoSender.code, sleep: sleep,
            clock: clock)
        service = EmbeddedAccountService(engine: engine, peer: peer)
        accounts = DemoAccounts(store: store, hasher: hasher, clock: clock)
        delay = .seconds(configuration.delay)
        self.sleep = sleep
    }

    /// Tells how long ago it was made.
    public static func makeStopwatch() -> @Sendable () -> Duration {
        let start = ContinuousClock.now
        return { .now - start }
    }

    /// What the engine offers.
    public var declaration: ServiceDeclaration { service.declaration }

    /// Logs in after the delay.
    public func logIn(_ credentials: Credentials) async throws(ServiceError) -> Session {
        try await pretendDistance()
        return try await service.logIn(credentials)
    }

    /// Makes an account after the delay; it is gone when the program ends.
    public func register(_ registration: Registration) async throws(ServiceError) -> Session {
        try await pretendDistance()
        return try await service.register(registration)
    }

    /// Does as if a code was sent, after the delay.
    public func requestCode(_ request: CodeRequest) async throws(ServiceError) -> CodeDispatch {
        try await pretendDistance()
        return try await service.requestCode(request)
    }

    /// Draws a picture after the delay; with a seed the first is the same in every run, and the second, and so on.
    public func requestCaptcha() async throws(ServiceError) -> CaptchaChallenge {
        try await pretendDistance()
        return try await service.requestCaptcha()
    }

    /// Sets a forgotten password after the delay; it is the old one again when the program ends.
    public func reset(_ reset: PasswordReset) async throws(ServiceError) {
        try await pretendDistance()
        try await service.reset(reset)
    }

    /// Ends `session` after the delay.
    public func logOut(_ session: Session) async throws(ServiceError) {
        try await pretendDistance()
        try await service.logOut(session)
    }

    /// Goes on with an earlier session after the delay; only within one run of the program.
    public func resume(_ token: Secret) async throws(ServiceError) -> Session {
        try await pretendDistance()
        return try await service.resume(token)
    }

    /// Sets another password after the delay; it lasts as long as the program.
    public func changePassword(_ change: PasswordChange, in session: Session) async throws(ServiceError) {
        try await pretendDistance()
        try await service.changePassword(change, in: session)
    }

    /// Counts what waits for the user after the delay; for `ada` there is something.
    public func notices(in session: Session) async throws(ServiceError) -> Notices {
        try await pretendDistance()
        return try await service.notices(in: session)
    }

    /// Tells whose session it is after the delay.
    public func user(in session: Session) async throws(ServiceError) -> User {
        try await pretendDistance()
        return try await service.user(in: session)
    }

    /// Lists the account's sessions after the delay.
    public func sessions(in session: Session) async throws(ServiceError) -> [SessionSummary] {
        try await pretendDistance()
        return try await service.sessions(in: session)
    }

    /// Ends one of the account's sessions after the delay.
    public func endSession(_ id: String, in session: Session) async throws(ServiceError) {
        try await pretendDistance()
        try await service.endSession(id, in: session)
    }

    /// Ends all of the account's sessions after the delay.
    public func endAllSessions(in session: Session) async throws(ServiceError) {
        try await pretendDistance()
        try await service.endAllSessions(in: session)
    }

    /// Takes the time that a service far away would.
    private func pretendDistance() async throws(ServiceError) {
        do { try await sleep(delay) } catch { throw .cancelled }
        do { try await accounts.prepare() } catch { throw .trouble(error.trouble) }
    }
}

/// The accounts that everybody knows.
private actor DemoAccounts {
    private let store: MemoryStore
    private let hasher: Argon2Hasher
    private let clock: @Sendable () -> Timestamp
    private var arePrepared = false

    init(store: MemoryStore, hasher: Argon2Hasher, clock: @escaping @Sendable () -> Timestamp) {
        self.store = store
        self.hasher = hasher
        self.clock = clock
    }

    /// Makes the accounts, the first time.
    func prepare() async throws(StoreError) {
        guard !arePrepared else { return }
        let ada = try account(["ada", "13542138562", "ada@example.com"], password: "testApp123456")
        let other = try account(["123"], password: "123")
        try await store.write { transaction throws(StoreError) in
            // Already there when two first calls came at once; then nothing changes.
            guard let ada = try transaction.insert(ada) else { return }
            try transaction.setNotices(Notices(mentions: 3, messages: 2, comments: 0, followers: 5), of: ada)
            _ = try transaction.insert(other)
        }
        arePrepared = true
    }

    /// An account as stored; `123` could not be registered, since no user name begins with a digit.
    private func account(_ names: [String], password: String) throws(StoreError) -> NewAccount {
        do {
            let hash = try hasher.hash(Secret(password.utf8))
            return NewAccount(names: names.compactMap(AccountName.init), passwordHash: hash, creation: clock())
        } catch {
            throw StoreError(.storeFailed)
        }
    }
}

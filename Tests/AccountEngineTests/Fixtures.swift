import AccountEngine
import Accounts
import Cryptography
import Dispatch
import Synchronization
import Testing
import ZxcvbnEstimator

/// An engine over a memory store, with a clock that the test moves and every hash counted.
struct EngineFixture {
    let store = MemoryStore()
    let hasher: CountingHasher
    let clock = ManualClock()
    let engine: AccountEngine
    let peer = Peer.localUser(id: 1000)

    init(
        hasher: CountingHasher = CountingHasher(), hashes: HashQueue = HashQueue(),
        store other: (any AccountStore)? = nil, settings change: (inout EngineSettings) -> Void = { _ in }
    ) {
        var settings = EngineSettings()
        change(&settings)
        self.hasher = hasher
        engine = AccountEngine(
            store: other ?? store, settings: settings, estimator: ZxcvbnEstimator(), hasher: hasher, hashes: hashes,
            randomness: .seeded(1),
            clock: { [clock] in clock.time })
    }

    func logIn(_ account: String, _ password: String, isRemembered: Bool = false) async throws -> Session {
        try await engine.logIn(credentials(account, password, isRemembered: isRemembered), from: peer)
    }

    func register(_ account: String, _ password: String) async throws -> Session {
        try await engine.register(registration(account, password), from: peer)
    }

    var attempts: [Attempt] {
        get async throws { try await store.read { store throws(StoreError) in try store.attempts(limit: 1000) } }
    }

    func session(of session: Session) async throws -> StoredSession? {
        let token = try #require(session.token)
        return try await store.read { store throws(StoreError) in try store.token(TokenDigest(of: token))?.session }
    }
}

func credentials(_ account: String, _ password: String, isRemembered: Bool = false) throws -> Credentials {
    try Credentials(
        account: account, password: Secret(password.utf8), isRemembered: isRemembered, policy: .notEmpty)
}

func registration(_ account: String, _ password: String) throws -> Registration {
    let password = Secret(password.utf8)
    return try Registration(
        account: account, password: password, repeated: password, isWeak: false, policy: .notEmpty)
}

/// A clock that stands until it is moved.
final class ManualClock: Sendable {
    private let seconds = Mutex<Int64>(1_767_225_610)

    var time: Timestamp { Timestamp(seconds: seconds.withLock { $0 }) }

    func advance(by more: Int64) {
        seconds.withLock { $0 += more }
    }
}

/// A cheap hasher that counts its work and can be stopped at a gate.
final class CountingHasher: PasswordHasher {
    private let work = Mutex(0)
    private let inner: Argon2Hasher
    private let gate: Gate?

    init(cost: PasswordHash.Cost = .cheapest, gate: Gate? = nil) {
        inner = Argon2Hasher(cost: cost)
        self.gate = gate
    }

    /// How many hashes were computed.
    var count: Int { work.withLock { $0 } }

    func hash(_ password: Secret) throws(PasswordHash.Failure) -> PasswordHash {
        pass()
        return try inner.hash(password)
    }

    func isMatch(_ password: Secret, _ hash: PasswordHash) throws(PasswordHash.Failure) -> Bool {
        pass()
        return try inner.isMatch(password, hash)
    }

    func isOutdated(_ hash: PasswordHash) -> Bool { inner.isOutdated(hash) }

    private func pass() {
        work.withLock { $0 += 1 }
        gate?.pass()
    }
}

/// Where workers stop until the test lets them go on.
final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    private let waiting = Mutex((now: 0, most: 0))

    /// How many stand at the gate.
    var waitingCount: Int { waiting.withLock(\.now) }
    /// How many ever stood there together.
    var mostWaiting: Int { waiting.withLock(\.most) }

    /// Stands at the gate; a test that never opens it fails instead of hanging.
    func pass() {
        waiting.withLock { waiting in
            waiting.now += 1
            waiting.most = max(waiting.most, waiting.now)
        }
        if semaphore.wait(timeout: .now() + .seconds(30)) == .timedOut { Issue.record("nobody opened the gate") }
        waiting.withLock { $0.now -= 1 }
    }

    /// Lets `count` through.
    func open(for count: Int) {
        for _ in 0..<count { semaphore.signal() }
    }
}

/// A store whose writes fail as they are told to.
struct FailingStore: AccountStore {
    let inner: MemoryStore
    let trouble: ServiceError.Trouble

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        try await inner.read(body)
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        throw StoreError(trouble)
    }
}

/// Waits until `condition` holds, ten seconds at most.
func eventually(
    _ condition: () async throws -> Bool, sourceLocation: SourceLocation = #_sourceLocation
) async rethrows {
    let end = ContinuousClock.now + .seconds(10)
    while try await !condition() {
        guard ContinuousClock.now < end else {
            Issue.record("the condition never held", sourceLocation: sourceLocation)
            return
        }
        await Task.yield()
    }
}

/// A number that several tasks count up.
final class Counter: Sendable {
    private let number = Mutex(0)

    var value: Int { number.withLock { $0 } }

    func increment() {
        number.withLock { $0 += 1 }
    }
}

import AccountEngine
import Accounts
import Cryptography
import Dispatch
import EngineTesting
import Synchronization
import Testing
import ZxcvbnEstimator

/// An engine over a memory store, with a clock that the test moves and every hash counted.
struct EngineFixture {
    let store = MemoryStore()
    let hasher: CountingHasher
    let clock: ManualClock
    let engine: AccountEngine
    let peer = Peer.localUser(id: 1000)
    /// What left, where codes can be sent to.
    let outbox: RecordingSender
    /// The pauses that were asked for; none of them is waited.
    let pauses = Recorder<Duration>()

    init(
        hasher: CountingHasher = CountingHasher(), hashes: HashQueue = HashQueue(), clock: ManualClock = ManualClock(),
        store other: (any AccountStore)? = nil, sendsTo kinds: AccountName.Kinds = [],
        outbox: RecordingSender = RecordingSender(), pictures: Randomness? = nil,
        settings change: (inout EngineSettings) -> Void = { _ in }
    ) {
        var settings = EngineSettings()
        change(&settings)
        self.hasher = hasher
        self.clock = clock
        self.outbox = outbox
        engine = AccountEngine(
            store: other ?? store, settings: settings, estimator: ZxcvbnEstimator(), hasher: hasher, hashes: hashes,
            senders: CodeSenders(
                telephone: kinds.contains(.telephone) ? outbox : nil,
                emailAddress: kinds.contains(.emailAddress) ? outbox : nil),
            randomness: .seeded(1), pictures: pictures,
            sleep: { [pauses] in pauses.append($0) }, clock: { clock.time })
    }

    func logIn(
        _ account: String, _ password: String, isRemembered: Bool = false, answer: ChallengeAnswer? = nil,
        from other: Peer? = nil, asksChallenge: Bool = true
    ) async throws -> Session {
        let credentials = try credentials(account, password, isRemembered: isRemembered, answer: answer)
        return try await engine.logIn(credentials, from: other ?? peer, asksChallenge: asksChallenge)
    }

    /// What a login that does not succeed is told.
    func refusal(
        _ account: String, _ password: String = "wrong", answer: ChallengeAnswer? = nil, from other: Peer? = nil,
        asksChallenge: Bool = true
    ) async -> ServiceError? {
        do {
            _ = try await logIn(account, password, answer: answer, from: other, asksChallenge: asksChallenge)
            return nil
        } catch { return error as? ServiceError }
    }

    /// Stores an account with these names, without registering it.
    func insert(_ names: [String], password: String = "k3jf9XqLw2") async throws -> AccountID {
        let hash = try PasswordHash(of: Secret(password.utf8), cost: .cheapest)
        let account = NewAccount(names: names.compactMap(AccountName.init), passwordHash: hash, creation: clock.time)
        return try #require(try await store.write { store throws(StoreError) in try store.insert(account) })
    }

    /// Asks for a code.
    @discardableResult
    func requestCode(
        _ name: String, _ purpose: OneTimeCode.Purpose, captcha: CaptchaAnswer? = nil, from other: Peer? = nil
    ) async throws -> CodeDispatch {
        let request = CodeRequest(name: try #require(AccountName(name)), purpose: purpose, captcha: captcha)
        return try await engine.requestCode(request, from: other ?? peer)
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

func credentials(
    _ account: String, _ password: String, isRemembered: Bool = false, answer: ChallengeAnswer? = nil
) throws -> Credentials {
    try Credentials(
        account: account, password: Secret(password.utf8), isRemembered: isRemembered, answer: answer,
        policy: .notEmpty)
}

func registration(_ account: String, _ password: String, code: String? = nil) throws -> Registration {
    let password = Secret(password.utf8)
    return try Registration(
        name: AccountName(account), password: password, repeated: password, code: code.map { Secret($0.utf8) },
        isWeak: false,
        policy: .notEmpty)
}

/// A reset as a client sends it.
func passwordReset(
    _ name: String, code: String, _ password: String, endsSessions: Bool = false
) throws -> PasswordReset {
    PasswordReset(
        name: try #require(AccountName(name)), code: try OneTimeCode(Secret(code.utf8), for: .reset),
        password: NewPassword(unchecked: Secret(password.utf8)), endsSessions: endsSessions)
}

/// A code as the answer to a challenge.
func answer(_ code: String) throws -> ChallengeAnswer {
    .code(try OneTimeCode(Secret(code.utf8), for: .logIn))
}

extension Peer {
    /// A peer on the network.
    static func address(_ bytes: UInt8...) -> Peer {
        guard let address = IPAddress(bytes: bytes) else { preconditionFailure("no address") }
        return .address(address)
    }
}

/// Keeps the messages it is given instead of sending them, or fails when told to.
final class RecordingSender: CodeSender {
    let route = CodeDispatch.Route.message
    private let sent = Recorder<CodeMessage>()
    private let failure = Mutex(false)

    /// Every message that left.
    var messages: [CodeMessage] { sent.values }

    /// The digits of the latest message; nil where it has none.
    var code: String? {
        guard case .code(let code, _) = messages.last?.content else { return nil }
        return code.digits.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// A code of the same length that is none of those sent last.
    var wrongCode: String {
        let code = code ?? "1234"
        return (code.first == "9" ? "0" : "9") + code.dropFirst()
    }

    /// Makes all sends fail from now on, or succeed.
    func fail(_ fails: Bool) {
        failure.withLock { $0 = fails }
    }

    func send(_ message: CodeMessage) throws(SendingFailure) {
        if failure.withLock({ $0 }) { throw SendingFailure() }
        sent.append(message)
    }
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
        if semaphore.wait(timeout: .now() + .seconds(300)) == .timedOut { Issue.record("nobody opened the gate") }
        waiting.withLock { $0.now -= 1 }
    }

    /// Lets `count` through.
    func open(for count: Int) {
        for _ in 0..<count { semaphore.signal() }
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

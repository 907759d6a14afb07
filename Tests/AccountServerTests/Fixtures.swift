import AccountEngine
import Accounts
import Cryptography
import Dispatch
import EngineTesting
import Glibc
import HTTPTesting
import PasswordStrength
import Testing

@testable import AccountServer

/// A service over a memory store on a port of its own, with one account: ada, 13542138562, ada@example.com.
final class TestService: Sendable {
    static let password = "testApp123456"
    let store = MemoryStore()
    let log = Recorder<UInt8>()
    let outbox = Recorder<CodeMessage>()
    let address: RawConnection.Address
    private let server: AccountServer

    init(
        contracts: Set<Contract> = Set(Contract.allCases), sendsTo kinds: AccountName.Kinds = [],
        hasher: any PasswordHasher = Argon2Hasher(cost: .cheapest), store other: (any AccountStore)? = nil,
        identity: TLSIdentity? = nil, unixPath: String? = nil,
        settings change: (inout EngineSettings) -> Void = { _ in },
        limits changeLimits: (inout Limits) -> Void = { _ in }
    ) async throws {
        var settings = AccountServer.Settings()
        settings.contracts = contracts
        settings.identity = identity
        // Tests run beside each other and may wait; those about time say so.
        settings.limits.idleTime = .seconds(300)
        settings.limits.requestTime = .seconds(300)
        settings.limits.drainTime = .seconds(300)
        changeLimits(&settings.limits)
        var engineSettings = EngineSettings()
        engineSettings.asksCaptchaBeforeCodes = true
        change(&engineSettings)
        let sender = RecordingSender(messages: outbox)
        let log = log
        server = AccountServer(
            store: other ?? store, settings: settings,
            log: ServiceLog(clock: { (1_700_000_000, 5) }) { log.append(contentsOf: $0) }
        ) { store, hashes in
            AccountEngine(
                store: store, settings: engineSettings, estimator: NoWeakness(), hasher: hasher, hashes: hashes,
                senders: CodeSenders(
                    telephone: kinds.contains(.telephone) ? sender : nil,
                    emailAddress: kinds.contains(.emailAddress) ? sender : nil),
                pictures: .seeded(1))
        }
        let hash = try PasswordHash(of: Secret(Self.password.utf8), cost: .cheapest)
        let names = ["ada", "13542138562", "ada@example.com"].compactMap(AccountName.init)
        let account = NewAccount(names: names, passwordHash: hash, creation: .now())
        _ = try await store.write { store throws(StoreError) in try store.insert(account) }
        let place =
            if let unixPath { ListenAddress.unix(path: unixPath) } else { try #require(ListenAddress("127.0.0.1:0")) }
        switch try server.start(on: place) {
        case .network(_, let port): address = .port(port)
        case .unix(let path): address = .unix(path)
        }
    }

    deinit { server.stop() }

    /// Ends the service.
    func stop() { server.stop() }

    /// What it has logged.
    var logText: String { String(decoding: log.values, as: UTF8.self) }

    /// The trail.
    var attempts: [Attempt] {
        get async throws { try await store.read { store throws(StoreError) in try store.attempts(limit: 1000) } }
    }

    /// Forgets what this peer has failed on the account.
    func forgetFailures() async throws {
        try await store.write { store throws(StoreError) in
            try store.deleteFailures(of: .account(AccountID(number: 1)), from: "127.0.0.1")
        }
    }

    /// Makes one request on a connection of its own.
    func request(
        _ method: String, _ target: String, _ body: String? = nil, type: String = "application/json",
        token: String? = nil, fields: [String] = []
    ) throws -> Reply {
        var lines = ["\(method) \(target) HTTP/1.1", "Host: test", "Connection: close"] + fields
        if let token { lines.append("Authorization: Bearer \(token)") }
        if let body { lines += ["Content-Type: \(type)", "Content-Length: \(body.utf8.count)"] }
        let connection = try RawConnection(address)
        connection.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? ""))
        return try connection.readReply(hasBody: method != "HEAD")
    }

    /// Posts a form.
    func post(_ target: String, _ form: String, fields: [String] = []) throws -> Reply {
        try request("POST", target, form, type: "application/x-www-form-urlencoded", fields: fields)
    }

    /// Logs in by the native contract.
    func logIn(_ account: String = "ada", _ password: String = password, _ more: String = "") throws -> Reply {
        try request("POST", "/v1/login", #"{"account":"\#(account)","password":"\#(password)"\#(more)}"#)
    }

    /// A token of a new session.
    func token() throws -> String {
        try #require(try logIn().text.firstMatch(of: /"token":"([0-9a-f]{64})"/)).output.1.description
    }
}

/// Writes down what would leave.
struct RecordingSender: CodeSender {
    let messages: Recorder<CodeMessage>
    var route: CodeDispatch.Route { .message }

    func send(_ message: CodeMessage) throws(SendingFailure) { messages.append(message) }
}

/// A hasher that holds every comparison until it is told to go on.
final class HeldHasher: PasswordHasher {
    private let inner = Argon2Hasher(cost: .cheapest)
    private let gate = DispatchSemaphore(value: 0)
    private let begun = Recorder<CInt>()

    /// How far the threads step back that have begun a comparison, by `nice(2)`.
    var nicenesses: [CInt] { begun.values }
    /// How many comparisons have begun.
    var begunCount: Int { begun.values.count }
    /// How far the thread that calls steps back.
    static var ownNiceness: CInt { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }

    /// Lets so many comparisons go on.
    func release(_ count: Int = 1) { for _ in 0..<count { gate.signal() } }

    func hash(_ password: Secret) throws(PasswordHash.Failure) -> PasswordHash { try inner.hash(password) }

    func isMatch(_ password: Secret, _ hash: PasswordHash) throws(PasswordHash.Failure) -> Bool {
        begun.append(Self.ownNiceness)
        gate.wait()
        return try inner.isMatch(password, hash)
    }

    func isOutdated(_ hash: PasswordHash) -> Bool { false }
}

import AccountEngine
import Accounts
import Cryptography
import EngineTesting
import MariaDBStore
import MariaDBTesting
import ProgramTesting
import SQLiteStore
import Synchronization
import Testing
import ZxcvbnEstimator

/// The stores, which all do alike.
enum StoreKind: CaseIterable {
    case memory
    case sqlite
    case mariaDB

    /// A store; of those that last, the same one for the same folder.
    func makeStore(in folder: TemporaryFolder) async throws -> any AccountStore {
        switch self {
        case .memory: return MemoryStore()
        case .sqlite: return try SQLiteStore(path: folder.file("accounts.sqlite"))
        case .mariaDB: return try await MariaDBServer.shared().makeStore(in: folder)
        }
    }
}

/// An engine over one of the stores, the account `ada` in it, and a clock that the test moves.
struct StoredEngine {
    let store: FaultyStore
    let engine: AccountEngine
    let time = Mutable(Timestamp(seconds: 1_767_225_600))
    let peer = Peer.localUser(id: 1000)
    let outbox = Outbox()
    let account = AccountID(number: 1)
    private let folder: TemporaryFolder

    static let password = "k3jf9XqLw2"

    init(_ kind: StoreKind) async throws {
        folder = try TemporaryFolder()
        store = FaultyStore(try await kind.makeStore(in: folder))
        engine = AccountEngine(
            store: store, estimator: ZxcvbnEstimator(), hasher: Argon2Hasher(cost: .cheapest),
            senders: CodeSenders(telephone: outbox, emailAddress: outbox), randomness: .seeded(1),
            clock: { [time] in time.value })
        try await add(["ada", "13542138562"], password: Self.password)
    }

    func add(_ names: [String], password: String) async throws {
        let account = NewAccount(
            names: names.compactMap(AccountName.init),
            passwordHash: try PasswordHash(of: Secret(password.utf8), cost: .cheapest), creation: time.value)
        let id = try await store.write { store throws(StoreError) in try store.insert(account) }
        #expect(id != nil)
    }

    /// Logs in and gives the token.
    func logIn(
        _ name: String = "ada", _ password: String = password, isRemembered: Bool = false, from other: Peer? = nil
    ) async throws -> Secret {
        let credentials = try Credentials(
            account: name, password: Secret(password.utf8), isRemembered: isRemembered, policy: .notEmpty)
        return try #require(try await engine.logIn(credentials, from: other ?? peer).token)
    }

    /// Resumes and gives the new token.
    func resume(_ token: Secret) async throws -> Secret {
        try #require(try await engine.resume(token, from: peer).token)
    }

    /// A call that is activity, and one that is none.
    func use(_ token: Secret) async throws { _ = try await engine.sessions(with: token, from: peer) }
    func poll(_ token: Secret) async throws { _ = try await engine.notices(with: token, from: peer) }

    /// Expects that every call refuses `token`.
    func expectEnded(_ token: Secret, sourceLocation: SourceLocation = #_sourceLocation) async {
        let change = PasswordChange(
            current: Secret(Self.password.utf8), password: NewPassword(unchecked: Secret("t7Rk2pWz9q".utf8)))
        let calls: [() async throws -> Void] = [
            { _ = try await engine.resume(token, from: peer) },
            { _ = try await engine.notices(with: token, from: peer) },
            { _ = try await engine.sessions(with: token, from: peer) },
            { try await engine.endSession("1", with: token, from: peer) },
            { try await engine.endAllSessions(with: token, from: peer) },
            { try await engine.changePassword(change, with: token, from: peer) },
        ]
        for call in calls {
            await #expect(throws: ServiceError.sessionEnded, sourceLocation: sourceLocation) { try await call() }
        }
    }

    /// The trail, newest first, without the logins.
    func trail() async throws -> [Attempt] {
        try await store.read { store throws(StoreError) in try store.attempts(limit: 100) }
            .filter { $0.kind != .logIn }
    }
}

extension MariaDBServer {
    /// The store in the database that belongs to `folder`.
    func makeStore(in folder: TemporaryFolder) async throws -> MariaDBStore {
        try await apart { try MariaDBStore(MariaDBAddress(url: self.url(of: folder.name)), patience: 60) }
    }
}

extension TemporaryFolder {
    /// Its own name, without the folders above.
    fileprivate var name: String { path.split(separator: "/").last.map(String.init) ?? "" }
}

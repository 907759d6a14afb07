import AccountEngine
import Accounts
import Cryptography
import ProgramTesting
import Testing
import ZxcvbnEstimator

/// What every store does alike; the engine relies on nothing else.
@Suite("AccountStore")
struct AccountStoreTests {
    typealias Kind = StoreKind

    private let folder: TemporaryFolder
    private let time = Timestamp(seconds: 1_767_225_600)
    private let hash = PasswordHash(encoded: Secret("$argon2id$…".utf8))

    init() throws {
        folder = try TemporaryFolder()
    }

    private func makeStore(_ kind: Kind) async throws -> any AccountStore { try await kind.makeStore(in: folder) }

    private func insert(_ names: [String], into store: any AccountStore) async throws -> AccountID? {
        let account = NewAccount(
            names: names.compactMap(AccountName.init), passwordHash: hash, creation: time)
        return try await store.write { store throws(StoreError) in try store.insert(account) }
    }

    private func account(_ name: String, in store: any AccountStore) async throws -> StoredAccount? {
        let name = try #require(AccountName(name))
        return try await store.read { store throws(StoreError) in try store.account(named: name) }
    }

    @Test("A2: an account is found by each of its names", arguments: Kind.allCases)
    func find(kind: Kind) async throws {
        let store = try await makeStore(kind)
        let id = try #require(try await insert(["Ada", "13542138562", "ada@example.com"], into: store))
        for name in ["ada", "ADA", "+8613542138562", "ada@EXAMPLE.com"] {
            #expect(try await account(name, in: store) == StoredAccount(id: id, passwordHash: hash))
        }
        for name in ["ad", "ada ", "13542138563", "Ada@example.com", "ada%", "' OR 1=1 --"] where name != "ada " {
            #expect(try await account(name, in: store) == nil)
        }
    }

    @Test("A2: one taken name refuses the whole account", arguments: Kind.allCases)
    func taken(kind: Kind) async throws {
        let store = try await makeStore(kind)
        _ = try await insert(["ada", "13542138562"], into: store)
        #expect(try await insert(["eve", "13542138562"], into: store) == nil)
        #expect(try await account("eve", in: store) == nil)
        #expect(try await insert(["eve"], into: store) != nil)
    }

    @Test("A10: a transaction that throws leaves nothing", arguments: Kind.allCases)
    func rollback(kind: Kind) async throws {
        let store = try await makeStore(kind)
        let name = try #require(AccountName("ada"))
        let account = NewAccount(names: [name], passwordHash: hash, creation: time)
        await #expect(throws: StoreError(.storeFull)) {
            try await store.write { store throws(StoreError) in
                _ = try store.insert(account)
                throw StoreError(.storeFull)
            }
        }
        #expect(try await self.account("ada", in: store) == nil)
    }

    @Test("A1: a hash is replaced only while it is the old one", arguments: Kind.allCases)
    func replaceHash(kind: Kind) async throws {
        let store = try await makeStore(kind)
        let id = try #require(try await insert(["ada"], into: store))
        let (second, third) = (PasswordHash(encoded: Secret("2".utf8)), PasswordHash(encoded: Secret("3".utf8)))
        try await store.write { [hash] store throws(StoreError) in
            try store.replacePasswordHash(hash, by: second, of: id)
            try store.replacePasswordHash(hash, by: third, of: id)
        }
        #expect(try await account("ada", in: store)?.passwordHash == second)
    }

    @Test("H2: the visit before is returned", arguments: Kind.allCases)
    func visits(kind: Kind) async throws {
        let store = try await makeStore(kind)
        let id = try #require(try await insert(["ada"], into: store))
        let (first, second) = (User.Visit(time: time, peer: "uid:1"), User.Visit(time: time + 1, peer: "uid:2"))
        let earlier = try await store.write { store throws(StoreError) in
            [try store.recordVisit(first, of: id), try store.recordVisit(second, of: id)]
        }
        #expect(earlier == [nil, first])
    }

    @Test("A9: attempts on no account are counted, others kept one by one", arguments: Kind.allCases)
    func attempts(kind: Kind) async throws {
        let store = try await makeStore(kind)
        let unknown = Attempt(time: time + 7, account: nil, kind: .logIn, outcome: .unknown, peer: "uid:1")
        let other = Attempt(time: time + 59, account: nil, kind: .logIn, outcome: .unknown, peer: "uid:2")
        let known = Attempt(time: time + 8, account: AccountID(number: 1), kind: .logIn, outcome: .wrong, peer: "uid:1")
        let trail = try await store.write { store throws(StoreError) in
            for attempt in [unknown, known, unknown, other, known] { try store.record(attempt) }
            return try store.attempts(limit: 10)
        }
        #expect(trail.map(\.count) == [1, 1, 1, 2])
        #expect(trail.first == known)
        #expect(trail.last?.time == time)
        for (earliest, limit, left) in [(time + 1, 10, [known, known]), (time, 1, [known])] {
            try await store.write { store throws(StoreError) in
                try store.pruneAttempts(before: earliest, keeping: limit)
            }
            #expect(try await store.read { store throws(StoreError) in try store.attempts(limit: 10) } == left)
        }
    }

    @Test("A2: of parallel registrations one wins; parallel logins all succeed", arguments: Kind.allCases)
    func engine(kind: Kind) async throws {
        let engine = AccountEngine(
            store: try await makeStore(kind), estimator: ZxcvbnEstimator(), hasher: Argon2Hasher(cost: .cheapest))
        let password = Secret("k3jf9XqLw2".utf8)
        let registration = try Registration(
            name: AccountName("ada"), password: password, repeated: password, isWeak: false, policy: .standard)
        let wins = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 {
                group.addTask { (try? await engine.register(registration, from: .localUser(id: 1))) != nil }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(wins == 1)
        let credentials = try Credentials(account: "ada", password: password, policy: .standard)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<40 {
                group.addTask { _ = try await engine.logIn(credentials, from: .localUser(id: 1)) }
            }
            try await group.waitForAll()
        }
    }
}

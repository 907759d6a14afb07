import AccountEngine
import Accounts
import Cryptography
import ProgramTesting
import SQLiteStore
import Testing

/// Looking up accounts that may not be there, in floods (A9).
@Suite("Strangers")
struct StrangerTests {
    private let folder: TemporaryFolder
    private let attempt = Attempt(
        time: Timestamp(seconds: 1_767_225_661), account: nil, kind: .logIn, outcome: .unknown, peer: "192.0.2.1")
    private let bounds = TrailBounds(earliest: Timestamp(seconds: 1_767_225_600), lineCount: 100)

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The stores, with the account `ada` and one attempt that is too old.
    private func makeStores() async throws -> [any AccountStore] {
        let stores: [any AccountStore] = [MemoryStore(), try SQLiteStore(path: folder.file("a"), cacheSize: 4096)]
        let hash = PasswordHash(encoded: Secret("x".utf8))
        let name = try #require(AccountName("ada"))
        let old = Attempt(
            time: Timestamp(seconds: 60), account: nil, kind: .logIn, outcome: .unknown, peer: "192.0.2.1")
        for store in stores {
            _ = try await store.write { store throws(StoreError) in
                try store.record(old)
                return try store.insert(NewAccount(names: [name], passwordHash: hash, creation: old.time))
            }
        }
        return stores
    }

    private func attempts(_ store: any AccountStore) async throws -> [Attempt] {
        try await store.read { store throws(StoreError) in try store.attempts(limit: 100) }
    }

    @Test("A9: those of one minute and peer are one line, however many come at once, and old lines go")
    func flood() async throws {
        for store in try await makeStores() {
            let (attempt, bounds) = (attempt, bounds)
            let found = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        let name = try #require(AccountName("stranger\(number)"))
                        return try await store.account(named: name, elseRecording: attempt, in: bounds) != nil
                    }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(found == 0)
            let lines = try await attempts(store)
            #expect(lines.map(\.count) == [200])
            #expect(lines.first?.time == Timestamp(seconds: 1_767_225_660))
        }
    }

    @Test("A9: an account that is there is found, and nothing is recorded")
    func known() async throws {
        for store in try await makeStores() {
            let name = try #require(AccountName("ADA"))
            let account = try await store.account(named: name, elseRecording: attempt, in: bounds)
            #expect(account?.id == AccountID(number: 1))
            #expect(try await attempts(store).map(\.time) == [Timestamp(seconds: 60)])
        }
    }

    @Test("A10: a store that is closed refuses to look")
    func closed() async throws {
        let store = try SQLiteStore(path: folder.file("b"))
        await store.close()
        let name = try #require(AccountName("ada"))
        await #expect(throws: StoreError(.storeUnavailable)) {
            try await store.account(named: name, elseRecording: attempt, in: bounds)
        }
    }
}

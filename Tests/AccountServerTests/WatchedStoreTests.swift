import AccountEngine
import Accounts
import Cryptography
import EngineTesting
import OwnThreads
import Testing

@testable import AccountServer

/// What the service knows of its store's health.
@Suite(.ownThreads())
struct WatchedStoreTests {
    @Test func `health is found out by reading, and by writing only after a write that failed (A10)`() async throws {
        let store = FaultyStore(MemoryStore())
        let watched = watched(store)
        func writes() -> Int { store.writeCount }
        try await watched.check()
        #expect(writes() == 0)
        store.trouble = .storeFull
        // Nobody has written: nothing is known yet.
        try await watched.check()
        await #expect(throws: StoreError(.storeFull)) {
            try await watched.write { store throws(StoreError) in try store.hashKey().count }
        }
        #expect(writes() == 1)
        await #expect(throws: StoreError(.storeFull)) { try await watched.check() }
        #expect(writes() == 2)
        store.trouble = nil
        try await watched.check()
        #expect(writes() == 3)
        try await watched.check()
        #expect(writes() == 3)
    }

    @Test func `an account that is looked up on a full disk does not make it healthy (A10)`() async throws {
        let store = FaultyStore(MemoryStore())
        let watched = watched(store)
        let name = try #require(AccountName("ada"))
        let account = NewAccount(
            names: [name], passwordHash: PasswordHash(encoded: Secret("x".utf8)), creation: Timestamp(seconds: 0))
        _ = try await watched.write { store throws(StoreError) in try store.insert(account) }
        store.trouble = .storeFull
        await #expect(throws: StoreError(.storeFull)) {
            try await watched.write { store throws(StoreError) in try store.hashKey().count }
        }
        let attempt = Attempt(
            time: Timestamp(seconds: 0), account: nil, kind: .logIn, outcome: .unknown, peer: "192.0.2.1")
        let bounds = TrailBounds(earliest: Timestamp(seconds: 0), lineCount: 100)
        #expect(try await watched.account(named: name, elseRecording: attempt, in: bounds) != nil)
        await #expect(throws: StoreError(.storeFull)) { try await watched.check() }
    }

    private func watched(_ store: FaultyStore) -> WatchedStore {
        WatchedStore(
            store, metrics: Metrics(), log: ServiceLog(clock: { (0, 0) }) { _ in }, randomness: .seeded(1))
    }
}

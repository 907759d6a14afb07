import AccountEngine
import Accounts
import EngineTesting
import OwnThreads
import Testing

@testable import AccountServer

/// What the service knows of its store's health.
@Suite(.ownThreads())
struct WatchedStoreTests {
    @Test func `health is found out by reading, and by writing only after a write that failed (A10)`() async throws {
        let store = FaultyStore(MemoryStore())
        let watched = WatchedStore(store, metrics: Metrics(), log: ServiceLog(clock: { (0, 0) }) { _ in })
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
}

import AccountEngine
import Accounts
import OwnThreads
import Synchronization
import Testing

@testable import AccountServer

/// What the service knows of its store's health.
@Suite(.ownThreads())
struct WatchedStoreTests {
    /// A store that counts its writes, and refuses them when it is told to.
    private final class CountingStore: AccountStore {
        private let inner = MemoryStore()
        let writeCount = Atomic(0)
        let isFull = Atomic(false)

        func read<Value: Sendable>(
            _ body: @escaping @Sendable (any StoreReader) throws(StoreError) -> Value
        ) async throws(StoreError) -> Value {
            try await inner.read(body)
        }

        func write<Value: Sendable>(
            _ body: @escaping @Sendable (any StoreTransaction) throws(StoreError) -> Value
        ) async throws(StoreError) -> Value {
            writeCount.add(1, ordering: .relaxed)
            if isFull.load(ordering: .relaxed) { throw StoreError(.storeFull) }
            return try await inner.write(body)
        }
    }

    @Test func `health is found out by reading, and by writing only after a write that failed (A10)`() async throws {
        let store = CountingStore()
        let watched = WatchedStore(store, metrics: Metrics(), log: ServiceLog(clock: { (0, 0) }) { _ in })
        func writes() -> Int { store.writeCount.load(ordering: .relaxed) }
        try await watched.check()
        #expect(writes() == 0)
        store.isFull.store(true, ordering: .relaxed)
        // Nobody has written: nothing is known yet.
        try await watched.check()
        await #expect(throws: StoreError(.storeFull)) {
            try await watched.write { store throws(StoreError) in try store.hashKey().count }
        }
        #expect(writes() == 1)
        await #expect(throws: StoreError(.storeFull)) { try await watched.check() }
        #expect(writes() == 2)
        store.isFull.store(false, ordering: .relaxed)
        try await watched.check()
        #expect(writes() == 3)
        try await watched.check()
        #expect(writes() == 3)
    }
}

import AccountEngine
import Accounts
import Synchronization

/// A store that counts its writes, and refuses them as long as it is told to.
package final class FaultyStore: AccountStore {
    private let inner: any AccountStore
    private let state: Mutex<(writeCount: Int, trouble: ServiceError.Trouble?)>

    /// Puts itself before `inner`, whose writes fail by `trouble`.
    package init(_ inner: any AccountStore, trouble: ServiceError.Trouble? = nil) {
        self.inner = inner
        state = Mutex((0, trouble))
    }

    /// How often somebody has begun to write.
    package var writeCount: Int { state.withLock { $0.writeCount } }

    /// What writes fail by; nil where they are let through.
    package var trouble: ServiceError.Trouble? {
        get { state.withLock { $0.trouble } }
        set { state.withLock { $0.trouble = newValue } }
    }

    /// Reads what there is.
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        try await inner.read(body)
    }

    /// Counts, and refuses or writes.
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        let trouble = state.withLock { state in
            state.writeCount += 1
            return state.trouble
        }
        if let trouble { throw StoreError(trouble) }
        return try await inner.write(body)
    }

    /// Only reads where the account is there, as a store on a full disk still can; else writes, or is refused.
    package func account(
        named name: AccountName, elseRecording attempt: Attempt, in bounds: TrailBounds
    ) async throws(StoreError) -> StoredAccount? {
        if let account = try await read({ store throws(StoreError) in try store.account(named: name) }) {
            return account
        }
        try await write { store throws(StoreError) in try store.record(attempt) }
        return nil
    }
}

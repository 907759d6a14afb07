import AccountEngine
import Accounts

/// A store whose errors are counted and told in the log.
struct WatchedStore: AccountStore {
    private let store: any AccountStore
    private let metrics: Metrics
    private let log: ServiceLog

    /// Watches `store`.
    init(_ store: any AccountStore, metrics: Metrics, log: ServiceLog) {
        self.store = store
        self.metrics = metrics
        self.log = log
    }

    /// Reads from the store.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        do { return try await store.read(body) } catch { throw noted(error) }
    }

    /// Writes into the store.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        do { return try await store.write(body) } catch { throw noted(error) }
    }

    /// Finds an account in the store.
    func account(
        named name: AccountName, elseRecording attempt: Attempt, in bounds: TrailBounds
    ) async throws(StoreError) -> StoredAccount? {
        do { return try await store.account(named: name, elseRecording: attempt, in: bounds) } catch {
            throw noted(error)
        }
    }

    private func noted(_ error: StoreError) -> StoreError {
        metrics.countStoreError()
        log.write("store-error", [("trouble", .text("\(error.trouble)"))])
        return error
    }
}

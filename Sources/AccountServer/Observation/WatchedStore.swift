import AccountEngine
import Accounts
import Cryptography
import Synchronization

/// A store whose errors are counted and told in the log.
final class WatchedStore: AccountStore {
    private let store: any AccountStore
    private let metrics: Metrics
    private let log: ServiceLog
    /// Whether the latest write failed.
    private let cannotWrite = Atomic(false)

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
        try await writing { () throws(StoreError) in try await store.write(body) }
    }

    /// Finds an account in the store.
    func account(
        named name: AccountName, elseRecording attempt: Attempt, in bounds: TrailBounds
    ) async throws(StoreError) -> StoredAccount? {
        try await writing { () throws(StoreError) in
            try await store.account(named: name, elseRecording: attempt, in: bounds)
        }
    }

    /// Says what keeps a login from being written down.
    ///
    /// A full disk shows at writing alone. So where the latest write failed, another one finds out whether that is
    /// over: whoever goes by this may have sent all logins elsewhere, and none would. Otherwise nothing is written.
    func check() async throws(StoreError) {
        guard cannotWrite.load(ordering: .relaxed) else {
            do { return try await store.check() } catch { throw noted(error) }
        }
        let trace = StoredCaptcha(
            id: "check-" + Randomness.system.makeName(byteCount: 16),
            digest: TokenDigest(of: Randomness.system.makeToken()),
            issue: Timestamp(seconds: 0))
        try await write { transaction throws(StoreError) in
            try transaction.insert(trace)
            _ = try transaction.takeCaptcha(trace.id)
        }
    }

    private func writing<Value: Sendable>(
        _ body: () async throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        do throws(StoreError) {
            let value = try await body()
            cannotWrite.store(false, ordering: .relaxed)
            return value
        } catch {
            cannotWrite.store(true, ordering: .relaxed)
            throw noted(error)
        }
    }

    private func noted(_ error: StoreError) -> StoreError {
        metrics.countStoreError()
        let detail: [(name: StaticString, value: ServiceLog.Value)] =
            error.detail.isEmpty ? [] : [("detail", .text(error.detail))]
        log.write("store-error", [("trouble", .text("\(error.trouble)"))] + detail)
        return error
    }
}

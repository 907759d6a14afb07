import AccountEngine
import Accounts
import Cryptography
import Synchronization

/// A store whose errors are counted and told in the log, and that knows for whoever asks whether writes still fail.
final class WatchedStore: AccountStore {
    private let store: any AccountStore
    private let metrics: Metrics
    private let log: ServiceLog
    private let randomness: Randomness
    /// How many writes have failed since one was last known to be on the disk.
    private let failureCount = Atomic(0)

    /// Watches `store`; what it writes to try it out is named from `randomness`.
    init(_ store: any AccountStore, metrics: Metrics, log: ServiceLog, randomness: Randomness) {
        self.store = store
        self.metrics = metrics
        self.log = log
        self.randomness = randomness
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
    /// A full disk shows at writing alone. So where a write has failed, another one finds out whether that is over:
    /// whoever goes by this may have sent all logins elsewhere, and none would. No other call does, since what succeeds
    /// may have had nothing to write. Where none has failed, nothing is written.
    func check() async throws(StoreError) {
        let failureCount = failureCount.load(ordering: .relaxed)
        guard failureCount > 0 else {
            do { return try await store.check() } catch { throw noted(error) }
        }
        let trace = StoredCaptcha(
            id: "check-" + randomness.makeName(byteCount: 16), digest: TokenDigest(of: randomness.makeToken()),
            issue: Timestamp(seconds: 0))
        try await write { transaction throws(StoreError) in
            try transaction.insert(trace)
            _ = try transaction.takeCaptcha(trace.id)
        }
        // Unless another one has failed meanwhile.
        _ = self.failureCount.compareExchange(expected: failureCount, desired: 0, ordering: .relaxed)
    }

    private func writing<Value: Sendable>(
        _ body: () async throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        do throws(StoreError) { return try await body() } catch {
            failureCount.add(1, ordering: .relaxed)
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

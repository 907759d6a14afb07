import AccountEngine
import Accounts
import PrivateFiles
import Synchronization
import Threads

/// Accounts in one SQLite file (A10).
///
/// One connection is used by one thread. Writes that arrive while a commit is under way share the next one, so that
/// many callers cost few waits for the disk. A lock beside the file (`PATH.lock`) makes all writes and checkpoints of
/// all processes take turns: SQLite before 3.51.3 can damage a file when one connection checkpoints while another
/// restarts the log. What was answered survives `kill -9` and loss of power.
public final class SQLiteStore: AccountStore {
    private let thread = Workers(count: 1)
    private let pending = Mutex(Pending())
    private let connection: Mutex<Connection>
    private let opening: StoreOpening
    private let patience: Int

    /// Writes on their way.
    private struct Pending {
        var writes: [any PendingWrite] = []
        /// Whether the thread will look at them.
        var isScheduled = false
    }

    /// What only one thread at a time may use.
    private struct Connection: ~Copyable {
        /// Nil before the store is opened, and once it is closed.
        var database: Database?
        let lock: FileLock
    }

    /// The most writes that share a commit.
    private static let groupLimit = 64
    /// Pages in the log, 4 KiB each, from which on it is moved into the file.
    private static let logLimit = 1000

    /// Opens the store at `path`; the file and the folders above it are made where they are missing.
    ///
    /// - Parameters:
    ///   - path: the file. Files are made with mode 0600, folders with 0700.
    ///   - patience: how long a call waits for other programs, in milliseconds.
    ///   - cacheSize: how much of the file may be kept in memory, in KiB: SQLite's 2 MiB suit one person's login, and
    ///     are too little for a million accounts.
    /// - Throws: ``StoreOpenError``, which says what is wrong; also that others could replace or change the file.
    public convenience init(path: String, patience: Int = 5000, cacheSize: Int = 2048) throws(StoreOpenError) {
        try self.init(unopened: path, patience: patience, cacheSize: cacheSize)
        try open()
    }

    /// Makes the file where it is missing, and leaves what takes time to ``open()``, before which all calls are
    /// refused; otherwise as the other initializer.
    public init(unopened path: String, patience: Int = 5000, cacheSize: Int = 2048) throws(StoreOpenError) {
        if let exposure = StoreOpenError.exposure(of: path) { throw exposure }
        opening = StoreOpening(path: path, cacheSize: cacheSize)
        self.patience = patience
        do throws(SystemError) {
            try PrivateFile.createFolder(PrivateFile.folder(of: path))
            connection = Mutex(Connection(database: nil, lock: try FileLock(path: path + ".lock")))
            try opening.createFile()
        } catch {
            throw StoreOpenError(error, path: path)
        }
    }

    /// Opens the file, migrated where it is older.
    ///
    /// - Throws: ``StoreOpenError``, which says what is wrong.
    public func open() throws(StoreOpenError) {
        try connection.withLock { connection throws(StoreOpenError) in
            connection.database = try opening.open(connection.lock, until: Deadline(milliseconds: patience))
        }
    }

    /// Runs `body` on one state of the file; waits for no writer.
    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        try await run { [self] () throws(StoreError) in
            try connection.withLock { connection throws(StoreError) in
                let database = try Self.database(connection)
                try database.run("BEGIN")
                defer { try? database.run("COMMIT") }
                return try body(SQLiteTransaction(database: database))
            }
        }.get()
    }

    /// Runs `body` and returns when what it wrote is on the disk.
    public func write<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        try await withCheckedContinuation { commit(Write(body, for: $0)) }.get()
    }

    /// Looks the account up in the commit that records what was attempted on strangers.
    public func account(
        named name: AccountName, elseRecording attempt: Attempt, in bounds: TrailBounds
    ) async throws(StoreError) -> StoredAccount? {
        try await withCheckedContinuation { commit(Lookup(name, attempt, bounds, for: $0)) }.get()
    }

    /// Moves the log into the file, unless somebody else is writing, and closes it; later calls are refused.
    ///
    /// A store that is not closed loses nothing: the next opening reads the log.
    public func close() async {
        _ = await run { [self] () throws(StoreError) in
            connection.withLock { connection in
                guard let database = connection.database.take(),
                    connection.lock.take(until: Deadline(milliseconds: 0))
                else { return }
                defer { connection.lock.release() }
                database.waitForLocks(milliseconds: 0)
                try? database.checkpoint(truncates: true)
            }
        }
    }

    // MARK: - On the store's own thread

    /// Runs `job` on the thread, since it waits for the disk.
    private func run<Value: Sendable>(
        _ job: @escaping @Sendable () throws(StoreError) -> Value
    ) async -> Result<Value, StoreError> {
        await withCheckedContinuation { continuation in
            let ticket = thread.submit {
                let result = Result(catching: job)
                WorkerExecutor.runningResumedTasksHere { continuation.resume(returning: result) }
            }
            if ticket == nil { continuation.resume(returning: .failure(StoreError(.storeFailed))) }
        }
    }

    /// Puts a write among those that share the next commit.
    private func commit(_ write: some PendingWrite) {
        let isFirst = pending.withLock { pending in
            pending.writes.append(write)
            defer { pending.isScheduled = true }
            return !pending.isScheduled
        }
        if isFirst { schedule() }
    }

    private func schedule() {
        if thread.submit(commitPending) == nil { failPending() }
    }

    /// Runs a group of the writes that wait in one transaction; the rest after whatever else waits for the thread.
    private func commitPending() {
        let group = pending.withLock { pending in
            let group = Array(pending.writes.prefix(Self.groupLimit))
            pending.writes.removeFirst(group.count)
            return group
        }
        let failure = failureOfCommitting(group)
        // Nothing is locked any more, and most callers have little left to do.
        WorkerExecutor.runningResumedTasksHere {
            for write in group {
                if let failure { write.fail(failure) } else { write.finish() }
            }
        }
        let isMoreWaiting = pending.withLock { pending in
            pending.isScheduled = !pending.writes.isEmpty
            return pending.isScheduled
        }
        if isMoreWaiting { schedule() }
    }

    /// Commits a group; why that failed, or nil.
    private func failureOfCommitting(_ group: [any PendingWrite]) -> StoreError? {
        do throws(StoreError) {
            try connection.withLock { connection throws(StoreError) in
                let database = try Self.database(connection)
                let deadline = Deadline(milliseconds: patience)
                guard connection.lock.take(until: deadline) else { throw StoreError(.storeLocked) }
                defer { connection.lock.release() }
                database.waitForLocks(milliseconds: deadline.remainingMilliseconds)
                try WriteGroup(writes: group).commit(to: database)
                // Not part of the answer: when it fails, the log only grows on.
                if database.logPageCount >= Self.logLimit { try? database.checkpoint(truncates: false) }
            }
            return nil
        } catch { return error }
    }

    /// Refuses what waits: no thread is to be had.
    private func failPending() {
        let writes = pending.withLock { pending in
            defer { pending = Pending() }
            return pending.writes
        }
        for write in writes { write.fail(StoreError(.storeFailed)) }
    }

    private static func database(_ connection: borrowing Connection) throws(StoreError) -> Database {
        guard let database = connection.database else { throw StoreError(.storeUnavailable) }
        return database
    }
}

import AccountEngine
import Accounts
import PrivateFiles
import Synchronization

/// Accounts in one SQLite file (A10).
///
/// One connection lives on a thread of its own. Writes that arrive while a commit is under way share the next
/// one, so that many callers cost few waits for the disk. A lock beside the file (`PATH.lock`) makes all writes and
/// checkpoints of all processes take turns: SQLite before 3.51.3 can damage a file when one connection checkpoints
/// while another restarts the log. What was answered survives `kill -9` and loss of power.
public actor SQLiteStore: AccountStore {
    private nonisolated let thread = StoreThread()
    private nonisolated let pending = Mutex<[any PendingWrite]>([])
    private let lock: FileLock
    private var database: Database?
    private let patience: Int

    /// The most writes that share a commit.
    private static let groupLimit = 64
    /// Pages in the log, 4 KiB each, from which on it is moved into the file.
    private static let logLimit = 1000

    /// Opens the store at `path`; the file and the folders above it are made where they are missing.
    ///
    /// - Parameters:
    ///   - path: the file. Files are made with mode 0600, folders with 0700.
    ///   - patience: how long a call waits for other programs, in milliseconds.
    /// - Throws: ``StoreOpenError``, which says what is wrong.
    public init(path: String, patience: Int = 5000) throws(StoreOpenError) {
        let deadline = Deadline(milliseconds: patience)
        do {
            try PrivateFile.createFolder(PrivateFile.folder(of: path))
            lock = try FileLock(path: path + ".lock")
        } catch {
            throw StoreOpenError(error, path: path)
        }
        database = try StoreOpening(path: path, deadline: deadline).open(lock)
        self.patience = patience
    }

    /// The store's own thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// Runs `body` on one state of the file; waits for no writer.
    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        let database = try openDatabase()
        try database.run("BEGIN")
        defer { try? database.run("COMMIT") }
        return try body(SQLiteTransaction(database: database))
    }

    /// Runs `body` and returns when what it wrote is on the disk.
    public nonisolated func write<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        let write = Write(body)
        pending.withLock { $0.append(write) }
        while !write.isDone { await commitPending() }
        return try write.result()
    }

    /// Moves the log into the file, unless somebody else is writing, and closes it; later calls are refused.
    ///
    /// A store that is not closed loses nothing: the next opening reads the log.
    public func close() {
        guard let database else { return }
        self.database = nil
        guard lock.take(until: Deadline(milliseconds: 0)) else { return }
        defer { lock.release() }
        database.waitForLocks(milliseconds: 0)
        try? database.checkpoint(truncates: true)
    }

    /// Runs a group of the writes that wait in one transaction.
    private func commitPending() {
        let group = pending.withLock { pending in
            let group = Array(pending.prefix(Self.groupLimit))
            pending.removeFirst(group.count)
            return group
        }
        guard !group.isEmpty else { return }
        do throws(StoreError) {
            let database = try openDatabase()
            let deadline = Deadline(milliseconds: patience)
            guard lock.take(until: deadline) else { throw StoreError(.storeLocked) }
            defer { lock.release() }
            database.waitForLocks(milliseconds: deadline.remainingMilliseconds)
            try WriteGroup(writes: group).commit(to: database)
            // Not part of the answer: when it fails, the log only grows on.
            if database.logPageCount >= Self.logLimit { try? database.checkpoint(truncates: false) }
        } catch {
            for write in group { write.fail(error) }
        }
    }

    private func openDatabase() throws(StoreError) -> Database {
        guard let database else { throw StoreError(.storeUnavailable) }
        return database
    }
}

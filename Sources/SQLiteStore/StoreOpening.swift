import Glibc
import PrivateFiles

/// Makes a connection ready for the store: the right file, in the right mode, at the right version.
///
/// For an existing store that is a few reads.
struct StoreOpening {
    /// The file.
    let path: String
    /// How much of it may be kept in memory, in KiB.
    let cacheSize: Int

    /// "Vest" in ASCII: what SQLite's `application_id` says of our files.
    private static let applicationID: Int64 = 0x5665_7374

    /// Opens the file, migrated where needed; waits for others until `deadline`.
    func open(_ lock: borrowing FileLock, until deadline: Deadline) throws(StoreOpenError) -> Database {
        let database = try explained { () throws(DatabaseError) in try Database(path: path) }
        guard !database.isReadOnly else { throw .readOnly(at: path) }
        try explained { () throws(DatabaseError) in
            database.keepLogOnClose()
            database.keepReferences()
            database.waitForLocks(milliseconds: deadline.remainingMilliseconds)
            try database.execute("PRAGMA synchronous = FULL")
        }
        if try !isReady(database) {
            guard lock.take(until: deadline) else { throw .locked(at: path) }
            defer { lock.release() }
            // Another process may have done it meanwhile.
            if try !isReady(database) {
                try explained { () throws(DatabaseError) in try Self.migrate(database) }
                // Whoever opens the store next need not read the log. When it fails, the log is read.
                try? database.checkpoint(truncates: true)
            }
        }
        // It refuses nothing; the size stays what it was at worst.
        try? database.execute("PRAGMA cache_size = \(-cacheSize)")
        return database
    }

    /// Makes the file before SQLite would, since SQLite asks the umask for its mode.
    ///
    /// A file that is there is not opened: closing it would drop the locks of this process's other connections.
    func createFile() throws(SystemError) {
        if let descriptor = try PrivateFile.create(path) { close(descriptor) }
        guard access(path, R_OK | W_OK) == 0 else { throw SystemError(errno) }
    }

    /// Whether the store is as this version wants it; false where it is new, or older.
    private func isReady(_ database: Database) throws(StoreOpenError) -> Bool {
        let (application, version, isEmpty, isLogged) = try explained { () throws(DatabaseError) in
            (
                try database.integer("PRAGMA application_id"), try database.integer("PRAGMA user_version"),
                try database.integer("SELECT count(*) FROM sqlite_schema") == 0,
                try database.text("PRAGMA journal_mode") == "wal"
            )
        }
        guard application == Self.applicationID || (application == 0 && version == 0 && isEmpty) else {
            throw .foreign(at: path)
        }
        guard version <= Migration.latestVersion else { throw .tooNew(at: path, version: Int32(clamping: version)) }
        return version == Migration.latestVersion && isLogged
    }

    /// Runs the steps that are missing, each in a transaction with its number.
    private static func migrate(_ database: Database) throws(DatabaseError) {
        try database.execute("PRAGMA journal_mode = WAL")
        let version = try database.integer("PRAGMA user_version")
        for migration in Migration.all where migration.version > version {
            do {
                try database.execute("BEGIN IMMEDIATE; \(migration.sql)")
                try migration.completion(database)
                try database.execute(
                    """
                    PRAGMA application_id = \(applicationID);
                    PRAGMA user_version = \(migration.version);
                    COMMIT;
                    """)
            } catch {
                if database.isInTransaction { try? database.execute("ROLLBACK") }
                throw error
            }
        }
    }

    private func explained<Value>(_ body: () throws(DatabaseError) -> Value) throws(StoreOpenError) -> Value {
        do { return try body() } catch { throw StoreOpenError(error, path: path) }
    }
}

extension Database {
    /// The number that `sql` gives.
    fileprivate func integer(_ sql: String) throws(DatabaseError) -> Int64 {
        try prepare(sql).first { $0.integer(0) } ?? 0
    }

    /// The text that `sql` gives.
    fileprivate func text(_ sql: String) throws(DatabaseError) -> String {
        try prepare(sql).first { $0.text(0) } ?? ""
    }
}

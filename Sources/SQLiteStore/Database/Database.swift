import CSQLite
import Glibc

/// One connection to one SQLite file, used from one thread at a time.
///
/// Statements are kept prepared. Text of errors never holds a bound value.
final class Database {
    private let connection: OpaquePointer
    private var statements: [String: Statement] = [:]
    private let pagesInLog: UnsafeMutablePointer<Int32>

    /// Done before the first connection: memory for pages is taken as they are read, not for twenty of them at once.
    private static let pagesAreSingle: Bool = vestibule_sqlite_allocate_pages_singly() == SQLITE_OK

    /// Opens the file at `path`, which must exist.
    ///
    /// - Throws: ``DatabaseError``.
    init(path: String) throws(DatabaseError) {
        _ = Self.pagesAreSingle
        var opened: OpaquePointer?
        let status = sqlite3_open_v2(
            path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard status == SQLITE_OK, let opened else {
            let error = DatabaseError(code: status, connection: opened)
            sqlite3_close_v2(opened)
            throw error
        }
        connection = opened
        pagesInLog = .allocate(capacity: 1)
        pagesInLog.initialize(to: 0)
        sqlite3_wal_hook(
            connection,
            { pagesInLog, _, _, count in
                pagesInLog?.assumingMemoryBound(to: Int32.self).pointee = count
                return SQLITE_OK
            }, pagesInLog)
    }

    deinit {
        statements.removeAll()
        sqlite3_close_v2(connection)
        pagesInLog.deallocate()
    }

    /// Whether the file could be opened for reading only.
    var isReadOnly: Bool { sqlite3_db_readonly(connection, "main") == 1 }

    /// Whether a transaction is open.
    var isInTransaction: Bool { sqlite3_get_autocommit(connection) == 0 }

    /// Pages in the write-ahead log after the latest commit of this connection.
    var logPageCount: Int { Int(pagesInLog.pointee) }

    /// The key that the latest insertion gave.
    var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(connection) }

    /// Rows that the latest statement changed.
    var changeCount: Int { Int(sqlite3_changes(connection)) }

    /// How long a statement waits for another program's lock.
    func waitForLocks(milliseconds: Int32) {
        sqlite3_busy_timeout(connection, milliseconds)
    }

    /// Refuses rows that refer to none.
    func keepReferences() {
        vestibule_sqlite_enforce_foreign_keys(connection)
    }

    /// Leaves the write-ahead log alone when the connection closes: checkpoints are made under our own lock (A10).
    func keepLogOnClose() {
        vestibule_sqlite_keep_log_on_close(connection)
    }

    /// Runs statements that take no values and return no rows.
    func execute(_ sql: String) throws(DatabaseError) {
        try check(sqlite3_exec(connection, sql, nil, nil, nil))
    }

    /// The statement, prepared the first time and kept.
    func statement(_ sql: String) throws(DatabaseError) -> Statement {
        if let statement = statements[sql] { return statement }
        let statement = try prepare(sql)
        statements[sql] = statement
        return statement
    }

    /// The statement, prepared for a single use.
    func prepare(_ sql: String) throws(DatabaseError) -> Statement {
        var prepared: OpaquePointer?
        try check(sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil))
        guard let prepared else { throw DatabaseError(code: SQLITE_MISUSE, connection: nil) }
        return Statement(prepared, connection: connection)
    }

    /// Moves what is in the write-ahead log into the file.
    ///
    /// - Parameter truncates: whether the log is emptied too, which waits for readers.
    /// - Throws: ``DatabaseError``; the log stays as it was.
    func checkpoint(truncates: Bool) throws(DatabaseError) {
        let mode = truncates ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE
        try check(sqlite3_wal_checkpoint_v2(connection, nil, mode, nil, nil))
        pagesInLog.pointee = 0
    }

    private func check(_ status: Int32) throws(DatabaseError) {
        guard status == SQLITE_OK else { throw DatabaseError(code: status, connection: connection) }
    }
}

/// What SQLite said, with its extended code; the text names no bound value.
struct DatabaseError: Error, Equatable {
    /// The extended result code.
    let code: Int32
    /// The `errno` behind a failed write, or 0.
    let systemError: Int32
    /// SQLite's own words.
    let message: String

    /// The codes of a write, a sync and a truncation that the system refused.
    private static let failedWrites = [3, 4, 6].map { SQLITE_IOERR | ($0 << 8) }

    /// The result code without its extension.
    var primaryCode: Int32 { code & 0xFF }

    /// Reads the message from `connection`, which may be missing.
    init(code: Int32, connection: OpaquePointer?) {
        self.code = code
        // What sqlite3_system_errno knows leaves out the writes of a COMMIT.
        systemError = Self.failedWrites.contains(code) ? errno : 0
        let text = connection.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
        message = text.map { String(cString: $0) } ?? "unknown error"
    }
}

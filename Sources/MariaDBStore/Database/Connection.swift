import CMariaDB
import Cryptography
import Glibc

/// One connection to a server, used from one thread at a time.
///
/// Values reach the server through prepared statements only, which are kept.
final class Connection {
    private let handle: UnsafeMutablePointer<MYSQL>
    private var statements: [String: Statement] = [:]
    /// Whether something has gone wrong that another call would meet again.
    private(set) var isLost = false
    private var knownNumberStep: Int64?

    /// Done once, before the first connection: the library's own start is not safe on several threads.
    private static let isLibraryReady: Bool = mysql_server_init(0, nil, nil) == 0

    /// Connects.
    ///
    /// - Parameters:
    ///   - address: the server, user and database.
    ///   - password: the user's password; empty for none.
    ///   - patience: how long to wait for the server, in seconds: to connect, and for each answer.
    /// - Throws: ``DatabaseError``.
    init(_ address: MariaDBAddress, password: Secret, patience: Int) throws(DatabaseError) {
        guard Self.isLibraryReady, let handle = mysql_init(nil) else {
            throw DatabaseError(code: 2008, message: "out of memory")
        }
        self.handle = handle
        var seconds = UInt32(clamping: max(patience, 1))
        for option in [MYSQL_OPT_CONNECT_TIMEOUT, MYSQL_OPT_READ_TIMEOUT, MYSQL_OPT_WRITE_TIMEOUT] {
            mysql_options(handle, option, &seconds)
        }
        // A lost connection is noticed, never replaced behind our back: its transaction went with it (A10).
        set(false, MYSQL_OPT_RECONNECT)
        // The server must not ask for our files.
        var zero: UInt32 = 0
        mysql_options(handle, MYSQL_OPT_LOCAL_INFILE, &zero)
        mysql_options(handle, MYSQL_SET_CHARSET_NAME, "utf8mb4")
        if !address.isLocal || address.certificateAuthority != nil {
            if let file = address.certificateAuthority { mysql_options(handle, MYSQL_OPT_SSL_CA, file) }
            set(true, MYSQL_OPT_SSL_ENFORCE)
            set(true, MYSQL_OPT_SSL_VERIFY_SERVER_CERT)
        }
        try connect(address, password)
    }

    /// Sets what the store relies on.
    ///
    /// - Parameter patience: how long to wait for rows that others hold, in seconds; a second less is waited, so that
    ///   the server's answer comes in time.
    /// - Throws: ``DatabaseError``, also where the server is too old, or another.
    func prepareForStore(patience: Int) throws(DatabaseError) {
        guard mariadb_connection(handle) != 0, mysql_get_server_version(handle) >= 100_500 else {
            throw DatabaseError(code: 2007, message: "the server is not MariaDB 10.5 or later")
        }
        try execute(
            """
            SET SESSION sql_mode = 'STRICT_ALL_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION',
                time_zone = '+00:00', autocommit = 1, innodb_lock_wait_timeout = \(max(patience - 1, 1)),
                idle_transaction_timeout = \(2 * max(patience, 1))
            """)
        // Each statement sees what has been committed until then: what a claim waited for among it (see Claim).
        try execute("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED")
        do {
            // A node of a cluster first applies what the others have acknowledged (A10).
            try execute("SET SESSION wsrep_sync_wait = 1")
        } catch {
            guard error.code == DatabaseError.unknownVariable else { throw error }
        }
    }

    deinit {
        statements.removeAll()
        mysql_close(handle)
    }

    private func set(_ isOn: Bool, _ option: mysql_option) {
        var value = my_bool(isOn ? 1 : 0)
        mysql_options(handle, option, &value)
    }

    private func connect(_ address: MariaDBAddress, _ password: Secret) throws(DatabaseError) {
        // What changed is told as what was found, so that writing the same again counts as found.
        let flags = UInt(CLIENT_FOUND_ROWS)
        let copy = Secret(count: password.count + 1) { copy in password.withUnsafeBytes { copy.copyMemory(from: $0) } }
        let isConnected = copy.withUnsafeBytes { password in
            let (host, port, socket): (String?, UInt16, String?) =
                switch address.place {
                case .socket(let path): ("localhost", 0, path)
                case .network(let host, let port): (host, port, nil)
                }
            if socket == nil, port > 0 {
                // The library takes localhost for a socket otherwise.
                var transport = MYSQL_PROTOCOL_TCP.rawValue
                mysql_options(handle, MYSQL_OPT_PROTOCOL, &transport)
            }
            return mysql_real_connect(
                handle, host, address.user, password.bindMemory(to: CChar.self).baseAddress, address.database,
                UInt32(port), socket, flags) != nil
        }
        guard isConnected else { throw DatabaseError(handle) }
    }

    /// Runs a statement without values.
    func execute(_ sql: String) throws(DatabaseError) {
        guard mysql_real_query(handle, sql, UInt(sql.utf8.count)) == 0 else { throw noted(DatabaseError(handle)) }
    }

    /// Runs a change; how many rows it found.
    @discardableResult
    func change(_ sql: String, _ values: DatabaseValue...) throws(DatabaseError) -> Int {
        try with(sql) { statement throws(DatabaseError) in try statement.run(values) }
    }

    /// Runs an insertion; the number that it gave.
    func insert(_ sql: String, _ values: DatabaseValue...) throws(DatabaseError) -> Int64 {
        try with(sql) { statement throws(DatabaseError) in
            _ = try statement.run(values)
            return statement.lastInsertedID
        }
    }

    /// Every row, read by `read`.
    func all<Value>(
        _ sql: String, _ values: DatabaseValue..., read: (Row) -> Value
    ) throws(DatabaseError) -> [Value] {
        try with(sql) { statement throws(DatabaseError) in try statement.rows(values, read: read) }
    }

    /// The first row, read by `read`; nil where there is none.
    ///
    /// For statements with few rows: all come over.
    func first<Value>(
        _ sql: String, _ values: DatabaseValue..., read: (Row) -> Value
    ) throws(DatabaseError) -> Value? {
        try with(sql) { statement throws(DatabaseError) in try statement.rows(values, read: read) }.first
    }

    /// By how much the numbers that one node gives grow: 1, or the number of nodes when the connection was made.
    ///
    /// Asked once: a prepared statement with a variable of the server's in it cannot be run again, since the library
    /// and the server then disagree about its columns.
    func numberStep() throws(DatabaseError) -> Int64 {
        if let knownNumberStep { return knownNumberStep }
        let step = try first("SELECT @@auto_increment_increment") { $0.integer(0) } ?? 1
        knownNumberStep = step
        return step
    }

    /// Runs `body` with the statement, prepared the first time and kept.
    private func with<Value>(
        _ sql: String, _ body: (Statement) throws(DatabaseError) -> Value
    ) throws(DatabaseError) -> Value {
        do throws(DatabaseError) {
            if let statement = statements[sql] { return try body(statement) }
            let statement = try Statement(sql, on: handle)
            statements[sql] = statement
            return try body(statement)
        } catch { throw noted(error) }
    }

    /// Whether the server's latest answer was given within a transaction.
    var isInTransaction: Bool { handle.pointee.server_status & UInt32(SERVER_STATUS_IN_TRANS) != 0 }

    /// Undoes what is open; a connection that cannot is of no use any more.
    func rollBack() {
        do { try execute("ROLLBACK") } catch { isLost = true }
    }

    private func noted(_ error: DatabaseError) -> DatabaseError {
        if error.isLoss { isLost = true }
        return error
    }
}

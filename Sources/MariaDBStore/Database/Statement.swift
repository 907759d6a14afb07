import CMariaDB
import Cryptography
import Glibc

/// A value bound to a statement; text and bytes travel as bytes, so no collation has a say (A2).
enum DatabaseValue {
    /// No value.
    case null
    /// A number.
    case integer(Int64)
    /// Text, as UTF-8.
    case text(String)
    /// Bytes.
    case blob([UInt8])
    /// Bytes that are wiped after use.
    case secret(Secret)
}

/// A prepared statement.
final class Statement {
    private let handle: UnsafeMutablePointer<MYSQL_STMT>

    /// Prepares `sql` on `connection`, which outlives it.
    init(_ sql: String, on connection: UnsafeMutablePointer<MYSQL>) throws(DatabaseError) {
        guard let handle = mysql_stmt_init(connection) else { throw DatabaseError(connection) }
        self.handle = handle
        guard mysql_stmt_prepare(handle, sql, UInt(sql.utf8.count)) == 0 else {
            throw DatabaseError(statement: handle)
        }
    }

    deinit {
        mysql_stmt_close(handle)
    }

    /// Runs the statement with `values` for its parameters, in order.
    ///
    /// - Returns: how many rows it found or changed.
    func run(_ values: [DatabaseValue]) throws(DatabaseError) -> Int {
        try execute(values)
        defer { mysql_stmt_free_result(handle) }
        return Int(clamping: Int64(bitPattern: mysql_stmt_affected_rows(handle)))
    }

    /// The number that the latest insertion gave.
    var lastInsertedID: Int64 { Int64(bitPattern: mysql_stmt_insert_id(handle)) }

    /// Every row, read by `body`.
    func rows<Value>(_ values: [DatabaseValue], read: (Row) -> Value) throws(DatabaseError) -> [Value] {
        try execute(values)
        defer { mysql_stmt_free_result(handle) }
        let row = Row(handle, columnCount: Int(mysql_stmt_field_count(handle)))
        defer { withExtendedLifetime(row) {} }
        // All rows come over before the first is read: a connection has one conversation at a time.
        guard row.bind(), mysql_stmt_store_result(handle) == 0 else { throw DatabaseError(statement: handle) }
        var values: [Value] = []
        while true {
            switch mysql_stmt_fetch(handle) {
            // Every column is "truncated": its bytes are asked for one by one.
            case 0, MYSQL_DATA_TRUNCATED: values.append(read(row))
            case MYSQL_NO_DATA: return values
            default: throw DatabaseError(statement: handle)
            }
        }
    }

    /// Sends the statement; the values' copies are wiped before the call returns.
    private func execute(_ values: [DatabaseValue]) throws(DatabaseError) {
        precondition(values.count == Int(mysql_stmt_param_count(handle)), "a value for every parameter")
        let parameters = Parameters(values)
        let isDone = withExtendedLifetime(parameters) {
            mysql_stmt_bind_param(handle, parameters.start) == 0 && mysql_stmt_execute(handle) == 0
        }
        guard isDone else { throw DatabaseError(statement: handle) }
    }
}

/// Copies of a statement's values where the library reads them.
private final class Parameters {
    let start: UnsafeMutablePointer<MYSQL_BIND>
    private let buffers: [UnsafeMutableRawBufferPointer]

    init(_ values: [DatabaseValue]) {
        start = .allocate(capacity: max(values.count, 1))
        buffers = values.map(Self.copy)
        for (index, (value, buffer)) in zip(values, buffers).enumerated() {
            var parameter = MYSQL_BIND()
            parameter.buffer = buffer.baseAddress
            parameter.buffer_length = UInt(buffer.count)
            parameter.buffer_type =
                switch value {
                case .null: MYSQL_TYPE_NULL
                case .integer: MYSQL_TYPE_LONGLONG
                case .text, .blob, .secret: MYSQL_TYPE_BLOB
                }
            parameter.length_value = UInt(buffer.count)
            (start + index).initialize(to: parameter)
        }
    }

    deinit {
        for buffer in buffers {
            if let start = buffer.baseAddress { explicit_bzero(start, buffer.count) }
            buffer.deallocate()
        }
        start.deallocate()
    }

    private static func copy(_ value: DatabaseValue) -> UnsafeMutableRawBufferPointer {
        func copy(_ bytes: UnsafeRawBufferPointer) -> UnsafeMutableRawBufferPointer {
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
            buffer.copyMemory(from: bytes)
            return buffer
        }
        switch value {
        case .null: return copy(UnsafeRawBufferPointer(start: nil, count: 0))
        case .integer(let number): return withUnsafeBytes(of: number, copy)
        case .text(let text): return Array(text.utf8).withUnsafeBytes(copy)
        case .blob(let bytes): return bytes.withUnsafeBytes(copy)
        case .secret(let secret): return secret.withUnsafeBytes(copy)
        }
    }
}

/// The row that a statement stands on; valid while it does.
final class Row {
    private let handle: UnsafeMutablePointer<MYSQL_STMT>
    private let columns: UnsafeMutableBufferPointer<MYSQL_BIND>
    private let lengths: UnsafeMutableBufferPointer<UInt>
    private let nulls: UnsafeMutableBufferPointer<my_bool>

    /// Prepares to read `handle`'s rows of so many columns.
    fileprivate init(_ handle: UnsafeMutablePointer<MYSQL_STMT>, columnCount: Int) {
        self.handle = handle
        columns = .allocate(capacity: columnCount)
        lengths = .allocate(capacity: columnCount)
        nulls = .allocate(capacity: columnCount)
        lengths.initialize(repeating: 0)
        nulls.initialize(repeating: 0)
        for index in 0..<columnCount {
            var column = MYSQL_BIND()
            // No room at first: the library tells how long the value is.
            column.buffer_type = MYSQL_TYPE_BLOB
            column.length = lengths.baseAddress.map { $0 + index }
            column.is_null = nulls.baseAddress.map { $0 + index }
            columns.initializeElement(at: index, to: column)
        }
    }

    deinit {
        columns.deallocate()
        lengths.deallocate()
        nulls.deallocate()
    }

    /// Tells the library where lengths go.
    fileprivate func bind() -> Bool { mysql_stmt_bind_result(handle, columns.baseAddress) == 0 }

    /// The number in a column; 0 where there is none.
    func integer(_ column: Int) -> Int64 {
        var number: Int64 = 0
        withUnsafeMutableBytes(of: &number) { fetch(column, as: MYSQL_TYPE_LONGLONG, into: $0) }
        return number
    }

    /// The number in a column; nil where there is none.
    func optionalInteger(_ column: Int) -> Int64? { isNull(column) ? nil : integer(column) }

    /// The text in a column; empty where there is none.
    func text(_ column: Int) -> String { String(decoding: blob(column), as: UTF8.self) }

    /// The text in a column; nil where there is none.
    func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }

    /// The bytes in a column; none where there is no value.
    func blob(_ column: Int) -> [UInt8] {
        let count = isNull(column) ? 0 : Int(lengths[column])
        var bytes = [UInt8](repeating: 0, count: count)
        bytes.withUnsafeMutableBytes { fetch(column, as: MYSQL_TYPE_BLOB, into: $0) }
        return bytes
    }

    /// The bytes in a column, in locked memory.
    func secret(_ column: Int) -> Secret {
        Secret(count: isNull(column) ? 0 : Int(lengths[column])) { fetch(column, as: MYSQL_TYPE_BLOB, into: $0) }
    }

    /// The bytes in a column, in locked memory; nil where there is no value.
    func optionalSecret(_ column: Int) -> Secret? { isNull(column) ? nil : secret(column) }

    private func isNull(_ column: Int) -> Bool { nulls[column] != 0 }

    private func fetch(_ column: Int, as type: enum_field_types, into buffer: UnsafeMutableRawBufferPointer) {
        guard !isNull(column), !buffer.isEmpty else { return }
        var target = MYSQL_BIND()
        target.buffer_type = type
        target.buffer = buffer.baseAddress
        target.buffer_length = UInt(buffer.count)
        mysql_stmt_fetch_column(handle, &target, UInt32(column), 0)
    }
}

extension DatabaseError {
    /// Reads what the connection's latest call came to.
    init(_ connection: UnsafeMutablePointer<MYSQL>) {
        self.init(code: mysql_errno(connection), message: String(cString: mysql_error(connection)))
    }

    /// Reads what the statement's latest call came to.
    init(statement: UnsafeMutablePointer<MYSQL_STMT>) {
        self.init(code: mysql_stmt_errno(statement), message: String(cString: mysql_stmt_error(statement)))
    }
}

import CSQLite
import Cryptography

/// A value bound to a statement.
enum DatabaseValue {
    /// No value.
    case null
    /// A number.
    case integer(Int64)
    /// Text.
    case text(String)
    /// Bytes.
    case blob([UInt8])
    /// Text that is not copied into Swift strings.
    case secretText(Secret)
    /// Bytes, one at least, that are not copied into Swift arrays.
    case secretBlob(Secret)
}

/// A prepared statement.
final class Statement {
    private let handle: OpaquePointer
    private let connection: OpaquePointer

    /// Takes over `handle`, prepared on `connection`, which outlives it.
    init(_ handle: OpaquePointer, connection: OpaquePointer) {
        self.handle = handle
        self.connection = connection
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// Runs the statement with `values` for its parameters, in order, to its end.
    func run(_ values: DatabaseValue...) throws(DatabaseError) {
        defer { reset() }
        try bind(values)
        while try step() {}
    }

    /// The first row, read by `body`; nil where there is none.
    func first<Value>(_ values: DatabaseValue..., read: (Row) -> Value) throws(DatabaseError) -> Value? {
        defer { reset() }
        try bind(values)
        return try step() ? read(Row(handle)) : nil
    }

    /// Every row, read by `body`.
    func all<Value>(_ values: DatabaseValue..., read: (Row) -> Value) throws(DatabaseError) -> [Value] {
        defer { reset() }
        try bind(values)
        var rows: [Value] = []
        while try step() { rows.append(read(Row(handle))) }
        return rows
    }

    /// Whether there is another row.
    private func step() throws(DatabaseError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let status: throw DatabaseError(code: status, connection: connection)
        }
    }

    /// Ends the statement and forgets the values; its error, if any, was thrown by ``step()``.
    private func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    private func bind(_ values: [DatabaseValue]) throws(DatabaseError) {
        precondition(values.count == Int(sqlite3_bind_parameter_count(handle)), "a value for every parameter")
        for (index, value) in zip(Int32(1)..., values) {
            let status = bind(value, at: index)
            guard status == SQLITE_OK else { throw DatabaseError(code: status, connection: connection) }
        }
    }

    private func bind(_ value: DatabaseValue, at index: Int32) -> Int32 {
        switch value {
        case .null: return sqlite3_bind_null(handle, index)
        case .integer(let number): return sqlite3_bind_int64(handle, index, number)
        case .text(let text):
            var text = text
            return text.withUTF8 { bindText(UnsafeRawBufferPointer($0), at: index) }
        case .blob(let bytes):
            guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(handle, index, 0) }
            return sqlite3_bind_blob(handle, index, bytes, Int32(bytes.count), Self.copied)
        case .secretText(let secret): return secret.withUnsafeBytes { bindText($0, at: index) }
        case .secretBlob(let secret):
            return secret.withUnsafeBytes {
                sqlite3_bind_blob(handle, index, $0.baseAddress, Int32($0.count), Self.copied)
            }
        }
    }

    /// Binds text of any length; no address would make it NULL.
    private func bindText(_ bytes: UnsafeRawBufferPointer, at index: Int32) -> Int32 {
        guard let start = bytes.bindMemory(to: CChar.self).baseAddress else {
            return sqlite3_bind_text(handle, index, "", 0, Self.copied)
        }
        return sqlite3_bind_text(handle, index, start, Int32(bytes.count), Self.copied)
    }

    /// Tells SQLite to copy bound bytes before the call returns.
    private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
}

/// The row that a statement stands on; valid while it does.
struct Row {
    private let handle: OpaquePointer

    /// The row that `handle` stands on.
    fileprivate init(_ handle: OpaquePointer) {
        self.handle = handle
    }

    /// The number in a column; 0 where there is none.
    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    /// The number in a column.
    func optionalInteger(_ column: Int32) -> Int64? {
        sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : integer(column)
    }

    /// The text in a column; empty where there is none.
    func text(_ column: Int32) -> String {
        sqlite3_column_text(handle, column).map { String(cString: $0) } ?? ""
    }

    /// The text in a column; nil where there is no value.
    func optionalText(_ column: Int32) -> String? {
        sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : text(column)
    }

    /// The bytes in a column; none where there is no value.
    func blob(_ column: Int32) -> [UInt8] { Array(bytes(column)) }

    /// The text in a column, copied into locked memory.
    func secret(_ column: Int32) -> Secret { Secret(bytes(column)) }

    private func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_blob(handle, column)
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
    }
}

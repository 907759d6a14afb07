import Cryptography

/// A table in a file: a line of column names, then a line a row.
struct ForeignTable {
    /// How columns are kept apart.
    enum Form: String {
        /// Commas; quotes around what holds commas, quotes (doubled) or line ends (RFC 4180).
        case csv
        /// Tabs, with `\t`, `\n`, `\r`, `\0` and `\\` for those characters and `NULL` or `\N` for no value, as the
        /// `mysql` program prints in batch mode.
        case tsv
    }

    /// A row: its line, and its fields, nil where one holds no value; or what is wrong with it.
    private typealias Record = (line: Int, fields: Result<[[UInt8]?], ForeignRow.Fault>)

    private let bytes: [UInt8]
    private let form: Form

    /// Takes the contents of a file, in UTF-8; a byte order mark is dropped.
    init(_ bytes: [UInt8], form: Form) {
        self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        self.form = form
    }

    /// The rows, in order; lines with nothing on them are passed over.
    ///
    /// - Throws: ``CommandFault`` where the first line does not name the columns, which may stand in any order, among
    ///   others, and in any case.
    func rows() throws(CommandFault) -> [ForeignRow] {
        var records = self.records()[...]
        guard let header = records.popFirst(), case .success(let names) = header.fields else {
            throw .refused("the file is empty; its first line must name the columns")
        }
        let found = names.map { String(decoding: $0 ?? [], as: UTF8.self).lowercased() }
        var places: [Int] = []
        for column in ForeignRow.columns {
            guard let place = found.firstIndex(of: column.lowercased()) else {
                throw .refused("the first line names no column \(column)")
            }
            places.append(place)
        }
        return records.map { row($0, places: places, width: names.count) }
    }

    private func row(_ record: Record, places: [Int], width: Int) -> ForeignRow {
        do throws(ForeignRow.Fault) {
            let fields = try record.fields.get()
            guard fields.count == width else {
                throw .init(reason: "there are \(fields.count) columns instead of \(width)")
            }
            var values: [String?] = []
            for place in places.dropLast() {
                guard let field = fields[place] else {
                    values.append(nil)
                    continue
                }
                guard let text = String(validating: field, as: UTF8.self) else {
                    throw .init(reason: "\(ForeignRow.columns[values.count]) is no UTF-8")
                }
                values.append(text)
            }
            return ForeignRow(
                number: record.line, values: values, password: fields[places[places.count - 1]].map { Secret($0) })
        } catch { return ForeignRow(number: record.line, fault: error) }
    }

    private func records() -> [Record] {
        var records: [Record] = []
        var (position, line) = (0, 1)
        while position < bytes.count {
            let start = line
            let fields = form == .csv ? separated(&position, &line) : tabbed(&position, &line)
            if case .success(let fields) = fields, fields.count == 1, fields[0]?.isEmpty != false { continue }
            records.append((start, fields))
        }
        return records
    }

    /// Reads a line of fields between tabs.
    private func tabbed(_ position: inout Int, _ line: inout Int) -> Result<[[UInt8]?], ForeignRow.Fault> {
        let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        var text = bytes[position..<end]
        if text.last == UInt8(ascii: "\r") { text.removeLast() }
        position = end + 1
        line += 1
        return .success(text.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map(Self.unescaped))
    }

    private static func unescaped(_ field: ArraySlice<UInt8>) -> [UInt8]? {
        if field.elementsEqual("NULL".utf8) || field.elementsEqual("\\N".utf8) { return nil }
        var result: [UInt8] = []
        var rest = field
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() else {
                result.append(byte)
                continue
            }
            switch escaped {
            case UInt8(ascii: "t"): result.append(9)
            case UInt8(ascii: "n"): result.append(10)
            case UInt8(ascii: "r"): result.append(13)
            case UInt8(ascii: "0"): result.append(0)
            default: result.append(escaped)
            }
        }
        return result
    }

    /// Reads fields between commas, up to a line end that stands in no quotes.
    private func separated(_ position: inout Int, _ line: inout Int) -> Result<[[UInt8]?], ForeignRow.Fault> {
        var fields: [[UInt8]?] = []
        var field: [UInt8] = []
        var isQuoted = false
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\n") { line += 1 }
            switch byte {
            case UInt8(ascii: "\"") where isQuoted:
                if position < bytes.count, bytes[position] == byte {
                    field.append(byte)
                    position += 1
                } else {
                    isQuoted = false
                }
            case UInt8(ascii: "\"") where field.isEmpty: isQuoted = true
            case UInt8(ascii: ",") where !isQuoted:
                fields.append(field)
                field = []
            case UInt8(ascii: "\n") where !isQuoted:
                if field.last == UInt8(ascii: "\r") { field.removeLast() }
                return .success(fields + [field])
            default: field.append(byte)
            }
        }
        guard !isQuoted else { return .failure(.init(reason: "a quote is not closed")) }
        return .success(fields + [field])
    }
}

import FoundationEssentials
import TerminalCore

/// Why a file is no recording.
public struct CastError: Error, Equatable, CustomStringConvertible {
    /// The line, counted from 1.
    public let line: Int
    /// What is wrong with it.
    public let reason: String

    /// The line and the reason.
    public var description: String { "line \(line): \(reason)" }
}

extension Cast {
    /// Reads an asciicast file of version 2 or 3.
    ///
    /// Blank lines are passed over, and in version 3 those that begin with `#`. A last line without its end that
    /// cannot be understood is left out: the recording was cut short there.
    ///
    /// - Throws: ``CastError`` for the first line that breaks the format.
    public init(reading bytes: [UInt8]) throws(CastError) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let first = lines.first ?? []
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        guard let fields = try? decoder.decode(HeaderFields.self, from: Data(first)) else {
            throw CastError(line: 1, reason: "no header of an asciicast")
        }
        guard let version = CastVersion(rawValue: fields.version) else {
            throw CastError(line: 1, reason: "version \(fields.version) of asciicast is not known")
        }
        guard let header = CastHeader(fields, version: version) else {
            throw CastError(line: 1, reason: "the header tells no size of the window")
        }
        self.init(header: header, events: [])
        for (index, line) in lines.enumerated().dropFirst() {
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
            if version == .v3, line.first == UInt8(ascii: "#") { continue }
            do throws(CastError) {
                let event = try CastEvent(Data(line), line: index + 1)
                let base = version == .v3 ? events.last?.time ?? .zero : .zero
                events.append(CastEvent(event.kind, at: max(base + event.time, events.last?.time ?? .zero)))
            } catch {
                // Only the last one has no end behind it.
                if index == lines.count - 1 { return }
                throw error
            }
        }
    }
}

/// The members of both versions' headers.
private struct HeaderFields: Decodable {
    struct Terminal: Decodable {
        var cols: Int
        var rows: Int
        var type: String?
        var version: String?
        var theme: Theme?
    }

    struct Theme: Decodable {
        var fg: String?
        var bg: String?
        var palette: String?
    }

    var version: Int
    var width: Int?
    var height: Int?
    var term: Terminal?
    /// Whole seconds, though some programs write a fraction.
    var timestamp: Double?
    var idleTimeLimit: Double?
    var command: String?
    var title: String?
    var tags: [String]?
    var env: [String: String?]?
    var theme: Theme?
}

extension CastHeader {
    /// Takes over what was read; nil without a size that a window can have.
    fileprivate init?(_ fields: HeaderFields, version: CastVersion) {
        let (columns, rows) =
            version == .v3 ? (fields.term?.cols, fields.term?.rows) : (fields.width, fields.height)
        guard let columns, let rows, let size = Size(columns: columns, rows: rows).asWindow else { return nil }
        self.init(size: size)
        environment = (fields.env ?? [:]).compactMapValues { $0 }
        terminalType = version == .v3 ? fields.term?.type : environment["TERM"]
        terminalVersion = version == .v3 ? fields.term?.version : nil
        tags = version == .v3 ? fields.tags ?? [] : []
        timestamp = fields.timestamp.flatMap { Int(exactly: $0.rounded(.down)) }
        idleTimeLimit = fields.idleTimeLimit
        command = fields.command
        title = fields.title
        theme = (version == .v3 ? fields.term?.theme : fields.theme).flatMap(CastTheme.init)
    }
}

extension CastTheme {
    /// Takes over what was read; nil, as for no theme, where it is not whole.
    fileprivate init?(_ fields: HeaderFields.Theme) {
        guard let foreground = RGBColor(hex: fields.fg ?? ""), let background = RGBColor(hex: fields.bg ?? "")
        else { return nil }
        let colors = (fields.palette ?? "").split(separator: ":").map { RGBColor(hex: $0) }
        guard !colors.contains(nil) else { return nil }
        self.init(foreground: foreground, background: background, palette: colors.compactMap { $0 })
    }
}

extension CastEvent {
    /// Reads `[time, code, data]`, the time being what stands there.
    fileprivate init(_ json: Data, line: Int) throws(CastError) {
        guard let fields = try? JSONDecoder().decode(Fields.self, from: json) else {
            throw CastError(line: line, reason: "no event: [time, code, data] is expected")
        }
        // A thousand days are far beyond any session, and far below what overflows.
        guard fields.time >= 0, fields.time < 86_400_000 else {
            throw CastError(line: line, reason: "no time: \(fields.time)")
        }
        guard let kind = Kind(code: fields.code, data: fields.data) else {
            throw CastError(line: line, reason: "wrong data for an event \(fields.code)")
        }
        self.init(kind, at: .microseconds(Int64((fields.time * 1_000_000).rounded())))
    }

    /// The three of an event.
    private struct Fields: Decodable {
        var time: Double
        var code: String
        var data: String

        init(from decoder: any Decoder) throws {
            var values = try decoder.unkeyedContainer()
            time = try values.decode(Double.self)
            code = try values.decode(String.self)
            data = try values.decode(String.self)
            guard values.isAtEnd else {
                throw DecodingError.dataCorruptedError(in: values, debugDescription: "more than three values")
            }
        }
    }
}

extension CastEvent.Kind {
    /// The event that `code` stands for; nil where it cannot have such data.
    fileprivate init?(code: String, data: String) {
        switch code {
        case "o": self = .output(data)
        case "i": self = .input(data)
        case "m": self = .marker(data)
        case "r":
            let sides = data.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
            guard sides.count == 2, let columns = sides[0], let rows = sides[1],
                let size = Size(columns: columns, rows: rows).asWindow
            else { return nil }
            self = .resize(size)
        case "x":
            guard let status = Int(data) else { return nil }
            self = .exit(status)
        default: self = .other(code: code, data: data)
        }
    }
}

extension Size {
    /// The size if a window can have it: a recording must not make its reader take all memory.
    fileprivate var asWindow: Size? {
        (1...1000).contains(columns) && (1...1000).contains(rows) ? self : nil
    }
}

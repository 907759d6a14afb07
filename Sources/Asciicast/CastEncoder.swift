import JSONText
import TerminalCore

/// Writes a recording line by line, so that what has been written is a valid file at any moment.
///
/// Times are rounded as a whole and not one by one: those of v3, which are intervals in milliseconds, never add up to
/// more than half a millisecond beside the truth. Those of v2 are in microseconds.
public struct CastEncoder {
    private let version: CastVersion
    /// The time of the event before, in the version's unit.
    private var last: Int64 = 0

    /// Makes an encoder for a file of `version`.
    public init(version: CastVersion) {
        self.version = version
    }

    /// The first line, with its end.
    public func line(for header: CastHeader) -> String {
        let (columns, rows) = ("\(header.size.columns)", "\(header.size.rows)")
        let theme = header.theme.map(Self.object)
        var environment = header.environment
        var members: [(name: String, value: String?)] = [("version", "\(version.rawValue)")]
        switch version {
        case .v2:
            members += [("width", columns), ("height", rows)]
            if environment["TERM"] == nil { environment["TERM"] = header.terminalType }
        case .v3:
            let type = header.terminalType.map(JSONText.string)
            let version = header.terminalVersion.map(JSONText.string)
            members.append(
                (
                    "term",
                    JSONText.object([
                        ("cols", columns), ("rows", rows), ("type", type), ("version", version), ("theme", theme),
                    ])
                ))
        }
        let variables = environment.sorted { $0.key < $1.key }.map { ($0.key, Optional(JSONText.string($0.value))) }
        let tags = version == .v3 ? header.tags.map(JSONText.string).joined(separator: ",") : ""
        members += [
            ("timestamp", header.timestamp.map(String.init)),
            ("idle_time_limit", header.idleTimeLimit.map { "\($0)" }),
            ("command", header.command.map(JSONText.string)), ("title", header.title.map(JSONText.string)),
            ("tags", tags.isEmpty ? nil : "[\(tags)]"),
            ("env", variables.isEmpty ? nil : JSONText.object(variables)),
            ("theme", version == .v2 ? theme : nil),
        ]
        return JSONText.object(members) + "\n"
    }

    /// The line of `event`, with its end; a time before that of the event before counts as the same.
    public mutating func line(for event: CastEvent) -> String {
        let unit: Int64 = version == .v3 ? 1_000 : 1_000_000
        let time = max(last, Self.count(of: event.time, perSecond: unit))
        let shown =
            switch version {
            case .v2: JSONText.seconds(time, digits: 6)
            case .v3: JSONText.seconds(time - last, digits: 3)
            }
        last = time
        let (code, data) = Self.codeAndData(of: event.kind)
        return "[\(shown),\(JSONText.string(code)),\(JSONText.string(data))]\n"
    }

    /// `duration` in parts of a second, rounded.
    private static func count(of duration: Duration, perSecond unit: Int64) -> Int64 {
        let (seconds, attoseconds) = duration.components
        let size = 1_000_000_000_000_000_000 / unit
        return seconds * unit + (attoseconds + size / 2) / size
    }

    private static func codeAndData(of kind: CastEvent.Kind) -> (String, String) {
        switch kind {
        case .output(let text): ("o", text)
        case .input(let text): ("i", text)
        case .marker(let label): ("m", label)
        case .resize(let size): ("r", "\(size.columns)x\(size.rows)")
        case .exit(let status): ("x", "\(status)")
        case .other(let code, let data): (code, data)
        }
    }

    private static func object(_ theme: CastTheme) -> String {
        JSONText.object([
            ("fg", JSONText.string(theme.foreground.hex)), ("bg", JSONText.string(theme.background.hex)),
            ("palette", JSONText.string(theme.palette.map(\.hex).joined(separator: ":"))),
        ])
    }
}

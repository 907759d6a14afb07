import JSONText
import LoginFlow
import TerminalCore

extension StateRecord {
    /// The record as a JSON object (RFC 8259) without line ends, every key of the schema in it.
    ///
    /// Written here, not by a library: Foundation's encoder would add 3.5 MB of code to the front end, to be mapped and
    /// relocated at each start.
    public var json: String {
        let (buffer, alert) = (frame.buffer, frame.alert)
        return JSON.object([
            ("v", .number(Self.version)), ("frame", .number(number)), ("screen", .string(frame.screen)),
            ("language", .string(language.rawValue)), ("size", .numbers([buffer.size.rows, buffer.size.columns])),
            ("focus", frame.focus.map(JSON.string) ?? .null),
            ("cursor", buffer.cursor.map { .numbers([$0.row, $0.column]) } ?? .null), ("busy", .boolean(frame.isBusy)),
            ("nodes", .array(frame.nodes.map(Self.describe))), ("alert", alert.map(Self.describe) ?? .null),
            ("toast", frame.toast.map(JSON.string) ?? .null), ("help", frame.help.map(Self.describe) ?? .null),
        ]).text
    }

    private static func describe(_ alert: Frame.AlertContent) -> JSON {
        .object([
            ("id", .string(alert.id.rawValue)), ("title", .string(alert.title)), ("text", .string(alert.text)),
            ("buttons", .array(alert.buttons.map(describe))),
        ])
    }

    private static func describe(_ help: Frame.HelpContent) -> JSON {
        .object([("page", .number(help.page)), ("pages", .number(help.pages))])
    }

    private static func describe(_ node: Node) -> JSON {
        var members: [(String, JSON)] = [
            ("id", .string(node.id)), ("role", .string(node.role.rawValue)), ("label", .string(node.label)),
        ]
        switch node.value {
        case .none: break
        case .text(let text): members.append(("value", .string(text)))
        case .length(let length): members.append(("length", .number(length)))
        case .remembered: members.append(("remembered", .boolean(true)))
        }
        members.append(("enabled", .boolean(node.isEnabled)))
        if let isValid = node.isValid { members.append(("valid", .boolean(isValid))) }
        if let isChecked = node.isChecked { members.append(("checked", .boolean(isChecked))) }
        if let isCurrent = node.isCurrent { members.append(("current", .boolean(isCurrent))) }
        let (origin, size) = (node.rect.origin, node.rect.size)
        members.append(("rect", .numbers([origin.row, origin.column, size.rows, size.columns])))
        return .object(members)
    }
}

/// A JSON value to be written.
private indirect enum JSON {
    case null
    case boolean(Bool)
    case number(Int)
    case string(String)
    case array([JSON])
    case object([(String, JSON)])

    /// An array of numbers.
    static func numbers(_ numbers: [Int]) -> JSON { .array(numbers.map(JSON.number)) }

    /// The value as text.
    var text: String {
        switch self {
        case .null: "null"
        case .boolean(let value): value ? "true" : "false"
        case .number(let value): String(value)
        case .string(let value): JSONText.string(value)
        case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
        case .object(let members): JSONText.object(members.map { ($0.0, $0.1.text) })
        }
    }
}

import LoginFlow
import TerminalCore

/// A settled picture as one line of the state log, by `Resources/state.schema.json` (D1).
///
/// It never holds a secret: of passwords only the length in code points is told.
public struct StateRecord: Encodable, Equatable, Sendable {
    /// The schema's version; it rises with any change.
    public static let version = 1

    /// The number of the line, from 1.
    public var number: Int
    private let language: Language
    private let frame: Frame

    /// Makes the record of `frame`, which shows `language`.
    public init(number: Int, language: Language, frame: Frame) {
        self.number = number
        self.language = language
        self.frame = frame
    }

    /// Whether both tell the same but for their numbers and what only the eye sees.
    public func tellsTheSame(as other: StateRecord) -> Bool {
        var (mine, its) = (frame, other.frame)
        guard mine.buffer.cursor == its.buffer.cursor, mine.buffer.size == its.buffer.size else { return false }
        its.buffer = mine.buffer
        mine.isSettled = its.isSettled
        return mine == its
    }

    private enum Key: String, CodingKey {
        case v, frame, screen, language, size, focus, cursor, busy, nodes, alert, toast
        case id, role, label, value, length, enabled, valid, checked, rect
        case title, text, buttons
    }

    /// Writes all keys of the schema, those without a value as null.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var line = encoder.container(keyedBy: Key.self)
        try line.encode(Self.version, forKey: .v)
        try line.encode(number, forKey: .frame)
        try line.encode(frame.screen, forKey: .screen)
        try line.encode(language.rawValue, forKey: .language)
        try line.encode([frame.buffer.size.rows, frame.buffer.size.columns], forKey: .size)
        try line.encode(frame.focus, forKey: .focus)
        try line.encode(frame.buffer.cursor.map { [$0.row, $0.column] }, forKey: .cursor)
        try line.encode(frame.isBusy, forKey: .busy)
        try line.encode(frame.toast, forKey: .toast)
        try encode(frame.nodes, to: line.nestedUnkeyedContainer(forKey: .nodes))
        guard let alert = frame.alert else {
            try line.encodeNil(forKey: .alert)
            return
        }
        var content = line.nestedContainer(keyedBy: Key.self, forKey: .alert)
        try content.encode(alert.id.rawValue, forKey: .id)
        try content.encode(alert.title, forKey: .title)
        try content.encode(alert.text, forKey: .text)
        try encode(alert.buttons, to: content.nestedUnkeyedContainer(forKey: .buttons))
    }

    private func encode(_ nodes: [Node], to list: consuming any UnkeyedEncodingContainer) throws {
        var list = list
        for node in nodes {
            var item = list.nestedContainer(keyedBy: Key.self)
            try item.encode(node.id, forKey: .id)
            try item.encode(node.role.rawValue, forKey: .role)
            try item.encode(node.label, forKey: .label)
            switch node.value {
            case .none: break
            case .text(let text): try item.encode(text, forKey: .value)
            case .length(let length): try item.encode(length, forKey: .length)
            }
            try item.encode(node.isEnabled, forKey: .enabled)
            try item.encodeIfPresent(node.isValid, forKey: .valid)
            try item.encodeIfPresent(node.isChecked, forKey: .checked)
            let rect = node.rect
            try item.encode(
                [rect.origin.row, rect.origin.column, rect.size.rows, rect.size.columns], forKey: .rect)
        }
    }
}

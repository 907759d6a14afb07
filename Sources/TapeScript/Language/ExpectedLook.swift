import TerminalTesting

/// What `ExpectAttr` asks of a cell; what it does not name may be anything.
public struct ExpectedLook: Hashable, Sendable {
    /// Attributes that the cell must have, and those that it must not have.
    public var present: ScreenStyle.Attributes = [], absent: ScreenStyle.Attributes = []
    /// The colour of the text; nil is any.
    public var foreground: ScreenColor?
    /// The colour behind it; nil is any.
    public var background: ScreenColor?

    /// The attributes by name.
    static let attributes: [(name: String, attribute: ScreenStyle.Attributes)] = [
        ("bold", .bold), ("underline", .underline), ("italic", .italic), ("blink", .blink), ("reverse", .reverse),
        ("strikethrough", .strikethrough), ("dim", .dim), ("concealed", .concealed),
    ]

    /// Whether `style` is what was asked for.
    func matches(_ style: ScreenStyle) -> Bool {
        style.attributes.isSuperset(of: present) && style.attributes.isDisjoint(with: absent)
            && (foreground ?? style.foreground) == style.foreground
            && (background ?? style.background) == style.background
    }

    /// The look in the language's words.
    var notation: String {
        var words: [String] = []
        for (name, attribute) in Self.attributes {
            if present.contains(attribute) { words.append(name) }
            if absent.contains(attribute) { words.append("no-\(name)") }
        }
        if let foreground { words.append("fg=\(Self.notation(of: foreground))") }
        if let background { words.append("bg=\(Self.notation(of: background))") }
        return words.joined(separator: " ")
    }

    /// All of `style` in the language's words.
    static func notation(of style: ScreenStyle) -> String {
        ExpectedLook(present: style.attributes, foreground: style.foreground, background: style.background).notation
    }

    private static func notation(of color: ScreenColor) -> String {
        switch color {
        case .standard: return "default"
        case .index(let index): return "\(index)"
        case .rgb(let red, let green, let blue):
            let digits = String(1 << 24 | Int(red) << 16 | Int(green) << 8 | Int(blue), radix: 16).dropFirst()
            return "\"#\(digits)\""
        }
    }

    /// The colour that `text` names: `default`, 0 to 255, or `#rrggbb`; nil where it names none.
    static func color(_ text: String) -> ScreenColor? {
        if text == "default" { return .standard }
        guard text.hasPrefix("#") else { return UInt8(text).map(ScreenColor.index) }
        guard text.utf8.count == 7, let value = Int(text.dropFirst(), radix: 16), value >= 0 else { return nil }
        return .rgb(
            red: UInt8(value >> 16 & 0xFF), green: UInt8(value >> 8 & 0xFF), blue: UInt8(value & 0xFF))
    }
}

/// Keys that are pressed while modifiers are held.
public struct Chord: Hashable, Sendable {
    /// What is held.
    public struct Modifiers: OptionSet, Hashable, Sendable {
        /// One bit a modifier, as xterm counts them in its sequences, where 1 is added.
        public let rawValue: UInt8

        /// Makes a set from its bits.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// Shift.
        public static let shift = Modifiers(rawValue: 1)
        /// Alt.
        public static let alt = Modifiers(rawValue: 2)
        /// Control.
        public static let control = Modifiers(rawValue: 4)
    }

    /// What is pressed meanwhile, one after the other.
    public enum Part: Hashable, Sendable {
        /// A key with a name.
        case key(TapeKey)
        /// A key by its character.
        case character(Unicode.Scalar)
    }

    /// What is held.
    public var modifiers: Modifiers
    /// What is pressed.
    public var parts: [Part]

    /// The modifiers as the language spells them; of what is pressed, nothing.
    var name: String {
        [(Modifiers.control, "Ctrl"), (.alt, "Alt"), (.shift, "Shift")]
            .filter { modifiers.contains($0.0) }.map(\.1).joined(separator: "+")
    }

    /// The bytes that xterm sends for it.
    var bytes: [UInt8] {
        parts.flatMap { part -> [UInt8] in
            switch part {
            case .character(let character): bytes(for: character)
            case .key(let key): bytes(for: key)
            }
        }
    }

    private func bytes(for key: TapeKey) -> [UInt8] {
        switch key {
        case .enter: return prefix + [0x0D]
        case .tab: return modifiers.contains(.shift) ? Array("\u{1B}[Z".utf8) : prefix + [0x09]
        case .space: return bytes(for: " ")
        case .backspace: return prefix + [modifiers.contains(.control) ? 0x08 : 0x7F]
        case .up: return arrow("A")
        case .down: return arrow("B")
        case .right: return arrow("C")
        case .left: return arrow("D")
        default: return []
        }
    }

    private func arrow(_ letter: String) -> [UInt8] { Array("\u{1B}[1;\(modifiers.rawValue + 1)\(letter)".utf8) }

    /// Alt is sent as Escape before the key.
    private var prefix: [UInt8] { modifiers.contains(.alt) ? [0x1B] : [] }

    private func bytes(for character: Unicode.Scalar) -> [UInt8] {
        if modifiers.contains(.control), let control = Self.control(of: character) { return prefix + [control] }
        let typed = modifiers.contains(.shift) ? character.properties.uppercaseMapping : String(character)
        return prefix + Array(typed.utf8)
    }

    /// The control character that a key makes with Control; nil for keys that make none.
    private static func control(of character: Unicode.Scalar) -> UInt8? {
        switch character {
        case "a"..."z", "@"..."_": UInt8(character.value & 0x1F)
        case " ", "2": 0x00
        case "3"..."7": UInt8(character.value - 0x33 + 0x1B)
        case "8", "?": 0x7F
        case "-", "/": 0x1F
        default: nil
        }
    }
}

/// How characters beyond ASCII reach the terminal (T3).
public enum Charset: Sendable {
    /// As UTF-8.
    case unicode
    /// Not at all: borders are drawn with the terminal's own line-drawing set, everything else shows as `?`.
    case ascii
}

/// The characters of borders, and what stands for them.
enum LineDrawing {
    /// The letter that VT100's line-drawing set, and so terminfo's `acsc`, has for `scalar`.
    static func letter(for scalar: Unicode.Scalar) -> UInt8? {
        switch scalar {
        case "┌": UInt8(ascii: "l")
        case "┐": UInt8(ascii: "k")
        case "└": UInt8(ascii: "m")
        case "┘": UInt8(ascii: "j")
        case "─": UInt8(ascii: "q")
        case "│": UInt8(ascii: "x")
        case "├": UInt8(ascii: "t")
        case "┤": UInt8(ascii: "u")
        case "┬": UInt8(ascii: "w")
        case "┴": UInt8(ascii: "v")
        case "┼": UInt8(ascii: "n")
        default: nil
        }
    }

    /// The ASCII character nearest to the one that the set has at `letter`.
    static func plainCharacter(for letter: UInt8) -> UInt8 {
        switch letter {
        case UInt8(ascii: "q"): UInt8(ascii: "-")
        case UInt8(ascii: "x"): UInt8(ascii: "|")
        default: UInt8(ascii: "+")
        }
    }
}

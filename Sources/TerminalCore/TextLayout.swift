import CWideCharacter
import Glibc

/// How text becomes cells: widths, and what is shown in place of characters that must not reach a terminal.
///
/// Widths are libc's `wcwidth` (L4), so the process must have a UTF-8 `LC_CTYPE`; see ``useUTF8Widths()``.
public enum TextLayout {
    /// What goes into one cell, or into two for a wide character.
    public struct Glyph: Equatable, Sendable {
        /// A base character and the marks on it.
        public let text: String
        /// 1 or 2.
        public let columns: Int
    }

    /// Stands for what cannot be shown.
    public static let replacement: Unicode.Scalar = "\u{FFFD}"

    /// ncurses keeps at most five characters in a cell (`CCHARW_MAX`).
    private static let scalarsPerCell = 5

    /// Gives the process the character types of `C.UTF-8`, which the widths come from.
    ///
    /// - Returns: whether the C library has that locale.
    @discardableResult
    public static func useUTF8Widths() -> Bool {
        setlocale(LC_CTYPE, "C.UTF-8") != nil
    }

    /// The glyphs that show `text`, from left to right.
    public static func glyphs(of text: String) -> [Glyph] {
        text.flatMap(glyphs(of:))
    }

    /// The cells that `text` takes.
    public static func columns(of text: String) -> Int {
        text.reduce(0) { $0 + columns(of: $1) }
    }

    /// The cells that one cluster takes: the sum of its characters' widths, or one where a joiner holds it
    /// together (L4).
    public static func columns(of cluster: Character) -> Int {
        glyphs(of: cluster).reduce(0) { $0 + $1.columns }
    }

    /// The glyphs that show one cluster.
    public static func glyphs(of cluster: Character) -> [Glyph] {
        let scalars = cluster.unicodeScalars
        if let only = scalars.first, scalars.count == 1, (0x20..<0x7F).contains(only.value) {
            return [Glyph(text: String(cluster), columns: 1)]
        }
        if scalars.contains("\u{200D}") { return [Glyph(text: String(replacement), columns: 1)] }
        var glyphs: [(scalars: String.UnicodeScalarView, columns: Int)] = []
        for scalar in scalars.map(harmless) {
            let columns = width(of: scalar)
            if columns > 0 {
                glyphs.append((String.UnicodeScalarView([scalar]), columns))
            } else if glyphs.isEmpty {
                // A mark with nothing to stand on gets a base of its own.
                glyphs.append((String.UnicodeScalarView([" ", scalar]), 1))
            } else if glyphs[glyphs.count - 1].scalars.first == replacement {
                // What cannot be shown needs no marks.
                continue
            } else if glyphs[glyphs.count - 1].scalars.count < scalarsPerCell {
                glyphs[glyphs.count - 1].scalars.append(scalar)
            } else {
                glyphs[glyphs.count - 1] = (String.UnicodeScalarView([replacement]), 1)
            }
        }
        return glyphs.map { Glyph(text: String($0.scalars), columns: $0.columns) }
    }

    /// `scalar`, or the replacement character where a terminal could take it for a command (T6).
    private static func harmless(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: replacement
        default: scalar
        }
    }

    /// 0, 1 or 2; what libc cannot place counts as one.
    private static func width(of scalar: Unicode.Scalar) -> Int {
        let width = wcwidth(wchar_t(bitPattern: scalar.value))
        return width < 0 ? 1 : min(2, Int(width))
    }
}

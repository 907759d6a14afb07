import CWideCharacter
import Glibc

/// How text becomes cells: widths, and what is shown in place of characters that must not reach a terminal.
///
/// Widths are libc's `wcwidth` (L4), so the process must have a UTF-8 `LC_CTYPE`; see ``useUTF8Widths()``.
public enum TextLayout {
    /// What goes into one cell, or into two for a wide character.
    public struct Glyph: Equatable, Sendable {
        /// What the cell shows.
        let content: CellContent
        /// 1 or 2.
        public let columns: Int

        /// A base character and the marks on it.
        public var text: String { content.text }
    }

    /// Stands for what cannot be shown.
    public static let replacement: Unicode.Scalar = "\u{FFFD}"

    /// Gives the process the character types of `C.UTF-8`, which the widths come from.
    ///
    /// - Returns: whether the C library has that locale.
    @discardableResult
    public static func useUTF8Widths() -> Bool {
        setlocale(LC_CTYPE, "C.UTF-8") != nil
    }

    /// The glyphs that show `text`, from left to right.
    public static func glyphs(of text: String) -> [Glyph] {
        var glyphs: [Glyph] = []
        forEachGlyph(in: text) {
            glyphs.append($0)
            return true
        }
        return glyphs
    }

    /// The cells that `text` takes.
    public static func columns(of text: String) -> Int {
        var columns = 0
        forEachGlyph(in: text) {
            columns += $0.columns
            return true
        }
        return columns
    }

    /// Calls `body` with each glyph that shows `text`, from left to right, until it returns false.
    static func forEachGlyph(in text: String, _ body: (Glyph) -> Bool) {
        var ascii = text
        let isASCII = ascii.withUTF8 { bytes in
            guard bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return false }
            for byte in bytes where !body(Glyph(content: CellContent(Unicode.Scalar(byte)), columns: 1)) { break }
            return true
        }
        if isASCII { return }
        // Finding clusters costs many times what the rest does, and most text has none but single characters.
        guard text.unicodeScalars.allSatisfy(standsAlone) else {
            for cluster in text {
                for glyph in glyphs(of: cluster) where !body(glyph) { return }
            }
            return
        }
        for scalar in text.unicodeScalars {
            let columns = scalar.value < 0x7F ? 1 : width(of: scalar)
            guard body(Glyph(content: CellContent(scalar), columns: columns)) else { return }
        }
    }

    /// Whether `scalar` is harmless and a cluster of its own among others of which that is true.
    private static func standsAlone(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // ASCII, Latin, bullets and dashes, box drawing and geometric shapes, Braille, CJK punctuation, ideographs,
        // full-width forms.
        case 0x20..<0x7F, 0xA1..<0xAD, 0xAE..<0x300, 0x2010..<0x2028, 0x2500..<0x2600, 0x2800..<0x2900, 0x3001..<0x302A,
            0x4E00..<0xA000, 0xFF01..<0xFF5F:
            true
        default: false
        }
    }

    /// The cells that one cluster takes: the sum of its characters' widths, or one where a joiner holds it
    /// together (L4).
    public static func columns(of cluster: Character) -> Int {
        glyphs(of: cluster).reduce(0) { $0 + $1.columns }
    }

    /// The glyphs that show one cluster.
    public static func glyphs(of cluster: Character) -> [Glyph] {
        let scalars = cluster.unicodeScalars
        if scalars.contains("\u{200D}") { return [Glyph(content: CellContent(replacement), columns: 1)] }
        var glyphs: [Glyph] = []
        for scalar in scalars.map(harmless) {
            let columns = width(of: scalar)
            guard columns == 0 else {
                glyphs.append(Glyph(content: CellContent(scalar), columns: columns))
                continue
            }
            // A mark with nothing to stand on gets a base of its own.
            let glyph = glyphs.popLast() ?? Glyph(content: .blank, columns: 1)
            var content = glyph.content
            // What cannot be shown needs no marks, and what has too many cannot be shown.
            let isShown = content.base == replacement || content.append(scalar)
            glyphs.append(
                isShown
                    ? Glyph(content: content, columns: glyph.columns)
                    : Glyph(content: CellContent(replacement), columns: 1))
        }
        return glyphs
    }

    /// `text` with what a terminal could take for a command replaced, line by line (T6).
    public static func harmlessLines(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { result.append(scalar == "\n" ? scalar : harmless(scalar)) }
        return String(result)
    }

    /// `scalar`, or the replacement character where a terminal could take it for a command (T6).
    private static func harmless(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: replacement
        default: scalar
        }
    }

    /// 0, 1 or 2; what libc cannot place counts as one.
    static func width(of scalar: Unicode.Scalar) -> Int {
        let width = wcwidth(wchar_t(bitPattern: scalar.value))
        return width < 0 ? 1 : min(2, Int(width))
    }
}

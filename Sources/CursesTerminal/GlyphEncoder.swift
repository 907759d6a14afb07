import CNCurses
import Glibc

/// Turns a cell's text into what ncurses is to put there (T3).
struct GlyphEncoder {
    /// Characters for one cell.
    struct Glyph: Equatable {
        /// A base character and its marks, ended by 0.
        let text: [wchar_t]
        /// Attributes besides the cell's own.
        let attributes: attr_t

        /// Makes a glyph of `scalars`.
        init(_ scalars: some Sequence<Unicode.Scalar>, attributes: attr_t = 0) {
            text = scalars.map { wchar_t(bitPattern: $0.value) } + [0]
            self.attributes = attributes
        }
    }

    /// What the terminal is sent.
    let charset: Charset
    /// Whether borders are drawn with `+`, `-` and `|`.
    let usesPlainBorders: Bool
    /// The letters of the line-drawing set that the terminal draws.
    let lineDrawing: Set<UInt8>

    /// The glyph for a cell with `text`; nil for the right half of a wide character, which its left half covers.
    func glyph(for text: String) -> Glyph? {
        let scalars = text.unicodeScalars
        guard let first = scalars.first else { return charset == .ascii ? Glyph("?".unicodeScalars) : nil }
        if scalars.allSatisfy(\.isASCII) { return Glyph(scalars) }
        if charset == .unicode && !usesPlainBorders { return Glyph(scalars) }
        if scalars.count == 1, let letter = LineDrawing.letter(for: first) {
            if usesPlainBorders || !lineDrawing.contains(letter) {
                return Glyph([Unicode.Scalar(LineDrawing.plainCharacter(for: letter))])
            }
            return Glyph([Unicode.Scalar(letter)], attributes: curses_alternate_characters)
        }
        return charset == .unicode ? Glyph(scalars) : Glyph("?".unicodeScalars)
    }
}

import CNCurses
import TerminalCore

/// Turns what a cell shows into what ncurses is to put there (T3).
struct GlyphEncoder {
    /// Characters for one cell.
    struct Glyph: Equatable {
        /// A base character and its marks.
        let content: CellContent
        /// Attributes besides the cell's own.
        let attributes: attr_t

        /// Makes a glyph of `content`.
        init(_ content: CellContent, attributes: attr_t = 0) {
            self.content = content
            self.attributes = attributes
        }
    }

    /// What the terminal is sent.
    let charset: Charset
    /// Whether borders are drawn with `+`, `-` and `|`.
    let usesPlainBorders: Bool
    /// The letters of the line-drawing set that the terminal draws.
    let lineDrawing: [UInt8]

    /// The glyph for a cell with `content`; nil for the right half of a wide character, which its left half covers.
    func glyph(for content: CellContent) -> Glyph? {
        let unknown = Glyph(CellContent("?"))
        guard let base = content.base else { return charset == .ascii ? unknown : nil }
        if charset == .unicode && !usesPlainBorders { return Glyph(content) }
        guard !content.hasMarks else { return charset == .unicode ? Glyph(content) : unknown }
        if base.isASCII { return Glyph(content) }
        if let letter = LineDrawing.letter(for: base) {
            if usesPlainBorders || !lineDrawing.contains(letter) {
                return Glyph(CellContent(Unicode.Scalar(LineDrawing.plainCharacter(for: letter))))
            }
            return Glyph(CellContent(Unicode.Scalar(letter)), attributes: curses_alternate_characters)
        }
        return charset == .unicode ? Glyph(content) : unknown
    }
}

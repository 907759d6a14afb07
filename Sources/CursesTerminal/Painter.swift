import CNCurses
import Glibc
import TerminalCore

/// Puts pictures on the screen through ncurses, which is only told of the cells that changed.
struct Painter {
    private let window: UnsafeMutablePointer<WINDOW>
    private let glyphs: GlyphEncoder
    private let colorCount: Int
    /// What is on the screen; nil if nobody knows.
    private var shown: Buffer?
    /// Whether the terminal shows its cursor, as it does at the start.
    private(set) var isCursorVisible = true

    /// Paints on ncurses' screen, which has been set up, with `colorCount` colours.
    init(window: UnsafeMutablePointer<WINDOW>, glyphs: GlyphEncoder, colorCount: Int) {
        self.window = window
        self.glyphs = glyphs
        self.colorCount = colorCount
        if colorCount > 0 {
            start_color()
            use_default_colors()
        }
    }

    /// The extent of ncurses' screen.
    var size: Size {
        Size(columns: Int(getmaxx(window)), rows: Int(getmaxy(window)))
    }

    /// Gives ncurses' screen the window's new extent.
    mutating func resize(to size: Size) {
        resize_term(CInt(size.rows), CInt(size.columns))
        invalidate()
    }

    /// Makes the next ``show(_:)`` clear the screen and paint everything.
    mutating func invalidate() {
        shown = nil
        clearok(window, true)
    }

    /// Sends what differs between the screen and `picture`, of which only what fits the window.
    mutating func show(_ picture: Buffer) {
        paint(picture)
        shown = picture
        let cursor = picture.cursor.flatMap { isInside($0, size) ? $0 : nil }
        // A cursor that nobody sees need not be moved anywhere.
        leaveok(window, cursor == nil)
        if let cursor {
            wmove(window, CInt(cursor.row), CInt(cursor.column))
            wrefresh(window)
            setCursorVisible(true)
        } else {
            setCursorVisible(false)
            wrefresh(window)
        }
    }

    private func paint(_ picture: Buffer) {
        let before: Buffer
        if let shown, shown.size == picture.size {
            before = shown
        } else {
            werase(window)
            before = Buffer(size: picture.size)
        }
        let size = size
        for row in 0..<min(size.rows, picture.size.rows) {
            picture.rows[row].withUnsafeBufferPointer { cells in
                before.rows[row].withUnsafeBufferPointer { old in
                    if !Self.areSameBytes(cells, old) { paint(cells, over: old, row: row, columns: size.columns) }
                }
            }
        }
    }

    /// Whether two rows of one length are bit for bit the same, as equal ones are; most often they are the same memory.
    private static func areSameBytes(
        _ row: UnsafeBufferPointer<Cell>, _ other: UnsafeBufferPointer<Cell>
    ) -> Bool {
        guard let bytes = row.baseAddress, let others = other.baseAddress, bytes != others else { return true }
        return memcmp(bytes, others, row.count * MemoryLayout<Cell>.stride) == 0
    }

    private func paint(
        _ cells: UnsafeBufferPointer<Cell>, over before: UnsafeBufferPointer<Cell>, row: Int, columns: Int
    ) {
        for column in 0..<min(columns, cells.count) where cells[column] != before[column] {
            // A wide character that the window's edge would cut in half is left out.
            let isCut = column + 1 == columns && column + 1 < cells.count && cells[column + 1].content.isEmpty
            paint(isCut ? Cell(style: cells[column].style) : cells[column], row: row, column: column)
        }
    }

    private func paint(_ cell: Cell, row: Int, column: Int) {
        guard let glyph = glyphs.glyph(for: cell.content) else { return }
        glyph.content.withCodePoints { codePoints in
            curses_put(
                window, CInt(row), CInt(column), codePoints, attributes(of: cell.style) | glyph.attributes,
                pair(of: cell.style))
        }
    }

    private mutating func setCursorVisible(_ isVisible: Bool) {
        guard isVisible != isCursorVisible else { return }
        curs_set(isVisible ? 1 : 0)
        isCursorVisible = isVisible
    }

    private func isInside(_ position: Position, _ size: Size) -> Bool {
        Rect(row: 0, column: 0, rows: size.rows, columns: size.columns).contains(position)
    }

    private func attributes(of style: Style) -> attr_t {
        var attributes: attr_t = 0
        if style.attributes.contains(.bold) { attributes |= curses_bold }
        if style.attributes.contains(.reverse) { attributes |= curses_reverse }
        if style.attributes.contains(.underline) { attributes |= curses_underline }
        if style.attributes.contains(.dim) { attributes |= curses_dim }
        return attributes
    }

    /// The number of ncurses' colour pair for `style`, made when first needed.
    private func pair(of style: Style) -> CInt {
        guard colorCount > 0, style.foreground != nil || style.background != nil else { return 0 }
        return max(0, alloc_pair(number(of: style.foreground), number(of: style.background)))
    }

    /// The colour's number, or -1 for the terminal's own, which also stands for one that it does not have.
    private func number(of color: Color?) -> CInt {
        guard let color, color.index < colorCount else { return -1 }
        return CInt(color.index)
    }
}

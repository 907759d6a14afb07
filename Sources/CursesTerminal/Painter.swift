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
        let (size, cells) = (size, picture.cells)
        let before: [Cell]
        var isErased = false
        if let shown, shown.size == picture.size {
            before = shown.cells
        } else {
            werase(window)
            isErased = true
            // The same blank row again and again.
            before = Array(repeating: Cell(), count: picture.size.columns)
        }
        for row in 0..<min(size.rows, picture.size.rows) {
            let start = row * picture.size.columns
            let startBefore = isErased ? 0 : start
            if Self.areSameBytes(cells, start, before, startBefore, count: picture.size.columns) { continue }
            for column in 0..<min(size.columns, picture.size.columns) {
                let cell = cells[start + column]
                guard cell != before[startBefore + column] else { continue }
                // A wide character that the window's edge would cut in half is left out.
                let isCut =
                    column + 1 == size.columns && column + 1 < picture.size.columns
                    && cells[start + column + 1].content.isEmpty
                paint(isCut ? Cell(style: cell.style) : cell, row: row, column: column)
            }
        }
    }

    /// Whether `count` cells from two indices on are bit for bit the same, as equal ones are: the quick way past the rows
    /// that did not change.
    private static func areSameBytes(
        _ cells: [Cell], _ start: Int, _ others: [Cell], _ otherStart: Int, count: Int
    ) -> Bool {
        cells.withUnsafeBufferPointer { cells in
            others.withUnsafeBufferPointer { others in
                guard let cells = cells.baseAddress, let others = others.baseAddress else { return false }
                return memcmp(cells + start, others + otherStart, count * MemoryLayout<Cell>.stride) == 0
            }
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

/// A picture of the screen: cells and the cursor, before any terminal is involved.
///
/// Whatever is written is made harmless first (T6): no text can move the cursor, change the title or turn the
/// direction of the line.
public struct Buffer: Equatable, Sendable {
    /// The picture's extent.
    public let size: Size
    /// The rows from the top, `size.columns` cells each.
    ///
    /// Each lies in memory of its own, which pictures share until one of them changes it: of a picture that was made
    /// from another one, no more is copied or compared than the rows that differ.
    public private(set) var rows: [[Cell]]
    /// Where the terminal's cursor shows; nil hides it.
    public var cursor: Position?

    /// Makes an empty picture.
    public init(size: Size) {
        self.size = size
        let blankRow = Array(repeating: Cell(.blank), count: max(0, size.columns))
        rows = Array(repeating: blankRow, count: max(0, size.rows))
    }

    /// Row after row, all cells.
    public var cells: [Cell] { Array(rows.joined()) }

    /// The cell at `position`, which must lie inside.
    public subscript(position: Position) -> Cell {
        rows[position.row][position.column]
    }

    /// Writes `text` from `position` to the right, clipped at the edges and, if given, after `columns` cells.
    ///
    /// A wide character that does not fit whole is left out. Characters that are cut in half by the writing are
    /// blanked.
    ///
    /// - Returns: the number of cells that the text took.
    @discardableResult
    public mutating func write(
        _ text: String, at position: Position, style: Style = .plain, columns: Int = .max
    ) -> Int {
        guard (0..<size.rows).contains(position.row) else { return 0 }
        return withRow(position.row) { row in
            var used = 0
            TextLayout.forEachGlyph(in: text) { glyph in
                guard used + glyph.columns <= columns else { return false }
                row.put(glyph, column: position.column + used, style: style)
                used += glyph.columns
                return true
            }
            return used
        }
    }

    /// Fills `rect`, clipped at the edges, with `cell`, which must be one column wide.
    public mutating func fill(_ rect: Rect, with cell: Cell = Cell()) {
        precondition(cell.content.base.map(TextLayout.width) == 1, "a cell that does not fill one column")
        let columns = rect.columns(within: size)
        guard !columns.isEmpty else { return }
        for row in rect.rows(within: size) {
            withRow(row) { row in
                row.blankHalf(column: columns.lowerBound)
                row.blankHalf(column: columns.upperBound)
                row.cells[columns].update(repeating: cell)
            }
        }
    }

    /// Changes the look of the cells in `rect` and leaves their text.
    public mutating func restyle(_ rect: Rect, _ change: (inout Style) -> Void) {
        for row in rect.rows(within: size) {
            for column in rect.columns(within: size) {
                change(&rows[row][column].style)
            }
        }
    }

    /// The rows as text, without the blanks at their ends.
    public var lines: [String] {
        rows.map { row in
            var line = row.map(\.text).joined()
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    /// Lends the row at `index`, which must lie inside.
    private mutating func withRow<Result>(_ index: Int, _ body: (Row) -> Result) -> Result {
        rows[index].withUnsafeMutableBufferPointer { body(Row(cells: $0)) }
    }
}

/// The cells of one row, on loan.
private struct Row {
    /// From left to right.
    let cells: UnsafeMutableBufferPointer<Cell>

    /// Puts `glyph` at `column`, unless it does not fit whole.
    func put(_ glyph: TextLayout.Glyph, column: Int, style: Style) {
        guard column >= 0, column + glyph.columns <= cells.count else { return }
        blankHalf(column: column)
        blankHalf(column: column + glyph.columns)
        cells[column] = Cell(glyph.content, style: style)
        if glyph.columns == 2 { cells[column + 1] = Cell(CellContent(), style: style) }
    }

    /// Blanks the wide character whose right half is at `column`, since its left half is about to change hands.
    func blankHalf(column: Int) {
        guard column > 0, column < cells.count, cells[column].content.isEmpty else { return }
        cells[column].content = .blank
        cells[column - 1].content = .blank
    }
}

extension Rect {
    /// The rows that lie on a screen of `size`.
    fileprivate func rows(within size: Size) -> Range<Int> {
        (origin.row..<max(origin.row, endRow)).clamped(to: 0..<max(0, size.rows))
    }

    /// The columns that lie on a screen of `size`.
    fileprivate func columns(within size: Size) -> Range<Int> {
        (origin.column..<max(origin.column, endColumn)).clamped(to: 0..<max(0, size.columns))
    }
}

import TerminalCore

extension Buffer {
    /// Draws a frame with a title in the middle of its upper edge, and blanks what is inside.
    ///
    /// - Parameters:
    ///   - rect: the frame's outer edge, at least two cells either way.
    ///   - title: clipped where it is too long; empty for none.
    ///   - style: the look of the frame.
    ///   - titleStyle: the look of the title.
    ///   - fill: the look of the inside.
    public mutating func drawBox(
        _ rect: Rect, title: String = "", style: Style = .plain, titleStyle: Style = .plain, fill: Style = .plain
    ) {
        let inner = rect.size.columns - 2
        let row = rect.origin.row
        let column = rect.origin.column
        self.fill(rect, with: Cell(" ", style: fill))
        for (edge, left, right) in [(row, "┌", "┐"), (rect.endRow - 1, "└", "┘")] {
            self.fill(Rect(row: edge, column: column, rows: 1, columns: inner + 2), with: Cell("─", style: style))
            write(left, at: Position(row: edge, column: column), style: style)
            write(right, at: Position(row: edge, column: rect.endColumn - 1), style: style)
        }
        for side in [column, rect.endColumn - 1] {
            self.fill(
                Rect(row: row + 1, column: side, rows: rect.size.rows - 2, columns: 1), with: Cell("│", style: style))
        }
        guard !title.isEmpty else { return }
        let label = " " + TextLayout.clipped(title, to: inner - 2) + " "
        let indent = (inner - TextLayout.columns(of: label)) / 2
        write(label, at: Position(row: row, column: column + 1 + indent), style: titleStyle)
    }

    /// Writes `text` in the middle of `columns` cells from `position` on; what is too long is clipped.
    public mutating func writeCentered(_ text: String, at position: Position, columns: Int, style: Style = .plain) {
        let indent = max(0, (columns - TextLayout.columns(of: text)) / 2)
        write(
            text, at: Position(row: position.row, column: position.column + indent), style: style,
            columns: columns - indent)
    }
}

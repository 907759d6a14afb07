import TerminalCore
import TerminalWidgets

/// The frame of a screen that is no form: as wide as the card, or without a frame where that has no room.
struct Panel {
    /// Whether there is room for the frame, and so for blank rows between the parts.
    let isFramed: Bool
    /// The cells for what is inside.
    let inside: Rect

    /// Places a panel in the middle of the window, above the help line.
    ///
    /// - Parameters:
    ///   - rows: the rows that are wanted inside, in the frame and without it.
    ///   - size: the window's extent.
    init(rows: (framed: Int, bare: Int), size: Size) {
        let room = size.rows - 1
        isFramed = size.columns >= Card.columns && rows.framed + 2 <= room
        let columns = isFramed ? Card.columns : CompactCard.columns
        // The title takes a row of its own where there is no edge.
        let inner = isFramed ? rows.framed : min(rows.bare, room - 1)
        let top = (room - inner - (isFramed ? 2 : 1)) / 2
        let left = (size.columns - columns) / 2
        inside = Rect(
            row: top + 1, column: left + (isFramed ? 2 : 1), rows: inner, columns: columns - (isFramed ? 4 : 2))
    }

    /// The row of the links, which is the last.
    var lastRow: Int { inside.endRow - 1 }

    /// Draws the frame, or the title alone.
    func draw(title: String, on canvas: inout Canvas) {
        let (origin, size) = (inside.origin, inside.size)
        guard isFramed else {
            return canvas.frame.buffer.writeCentered(
                "-- \(title) --", at: Position(row: origin.row - 1, column: origin.column - 1),
                columns: CompactCard.columns, style: canvas.theme.strong)
        }
        canvas.frame.buffer.drawBox(
            Rect(row: origin.row - 1, column: origin.column - 2, rows: size.rows + 2, columns: Card.columns),
            title: title, titleStyle: canvas.theme.strong)
    }
}

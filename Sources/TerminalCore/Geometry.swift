/// The extent of a screen or of a part of it, in character cells.
public struct Size: Hashable, Sendable {
    /// Cells from left to right.
    public var columns: Int
    /// Cells from top to bottom.
    public var rows: Int

    /// Makes a size of `columns` by `rows` cells.
    public init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }
}

/// A character cell's place, counted from 0 at the top left.
public struct Position: Hashable, Sendable {
    /// Cells below the top row.
    public var row: Int
    /// Cells right of the left column.
    public var column: Int

    /// Makes the position of the cell at `row` and `column`.
    public init(row: Int, column: Int) {
        self.row = row
        self.column = column
    }
}

/// A block of character cells.
public struct Rect: Hashable, Sendable {
    /// The top left cell.
    public var origin: Position
    /// The extent.
    public var size: Size

    /// Makes the block whose top left cell is at `row` and `column`.
    public init(row: Int, column: Int, rows: Int, columns: Int) {
        origin = Position(row: row, column: column)
        size = Size(columns: columns, rows: rows)
    }

    /// The row after the last one.
    public var endRow: Int { origin.row + size.rows }

    /// The column after the last one.
    public var endColumn: Int { origin.column + size.columns }

    /// Whether `position` lies inside.
    public func contains(_ position: Position) -> Bool {
        position.row >= origin.row && position.row < endRow
            && position.column >= origin.column && position.column < endColumn
    }

    /// The same block, moved by `columns` to the right and `rows` down.
    public func moved(columns: Int = 0, rows: Int = 0) -> Rect {
        Rect(
            row: origin.row + rows, column: origin.column + columns, rows: size.rows, columns: size.columns)
    }
}

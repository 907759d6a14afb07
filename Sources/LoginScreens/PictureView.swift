import Accounts
import TerminalCore
import TerminalWidgets

/// A picture of one bit a pixel as it is drawn: two pixels in a cell, one above the other (L10).
public struct PictureView {
    /// What is shown.
    public let picture: BitPicture

    /// Makes a view of `picture`.
    public init(_ picture: BitPicture) {
        self.picture = picture
    }

    /// The cells that it takes, 36 by 6 at most.
    public var size: Size { Size(columns: picture.columns, rows: (picture.rows + 1) / 2) }

    /// Draws it with its top left cell at `position`, clipped at the window's edges.
    ///
    /// - Parameters:
    ///   - buffer: what it is drawn into.
    ///   - position: the top left cell.
    ///   - glyphs: half blocks, or characters of ASCII.
    ///   - style: the look of ink and paper.
    public func draw(in buffer: inout Buffer, at position: Position, glyphs: Glyphs, style: Style = .plain) {
        for row in 0..<size.rows {
            let line = (0..<size.columns).map { text(row: row, column: $0, glyphs: glyphs) }.joined()
            buffer.write(line, at: Position(row: position.row + row, column: position.column), style: style)
        }
    }

    private func text(row: Int, column: Int, glyphs: Glyphs) -> String {
        let (upper, lower) = (2 * row, 2 * row + 1)
        return switch (picture[upper, column], lower < picture.rows && picture[lower, column]) {
        case (true, true): glyphs.pixels.both
        case (true, false): glyphs.pixels.upper
        case (false, true): glyphs.pixels.lower
        case (false, false): " "
        }
    }
}

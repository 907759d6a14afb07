import TerminalCore
import Text

/// A one-line field as it is drawn: its text or bullets, a placeholder, the cursor (L3, L4).
public struct TextField: Equatable, Sendable {
    /// What a field shows of its text.
    public enum Masking {
        /// The text itself.
        case none
        /// This glyph for each character.
        case glyph(String)
    }

    /// What is drawn in one piece.
    private struct Cluster: Equatable {
        let text: String
        let columns: Int
    }

    private let clusters: [Cluster]
    private let cursorIndex: Int
    private let isSelected: Bool

    /// Takes what is to be drawn from `content`.
    public init<Bytes>(_ content: EditBuffer<Bytes>, masking: Masking) {
        var (clusters, cursorIndex): ([Cluster], Int) = ([], 0)
        content.forEachCluster { range, bytes in
            if range.lowerBound < content.cursor { cursorIndex += 1 }
            if case .glyph(let mask) = masking { return clusters.append(Cluster(text: mask, columns: 1)) }
            let text = String(decoding: bytes, as: UTF8.self)
            clusters.append(Cluster(text: text, columns: TextLayout.columns(of: text)))
        }
        (self.clusters, self.cursorIndex) = (clusters, cursorIndex)
        isSelected = content.isSelected
    }

    /// Stands for a secret that is not at hand: so many glyphs, whatever its length (L3).
    public init(standIn glyph: String, count: Int) {
        clusters = Array(repeating: Cluster(text: glyph, columns: 1), count: count)
        cursorIndex = count
        isSelected = false
    }

    /// Draws the field from `position` on, `columns` cells wide, scrolled so that the cursor can be seen.
    ///
    /// - Returns: the cursor's place.
    public func draw(
        in buffer: inout Buffer, at position: Position, columns: Int, placeholder: @autoclosure () -> String,
        theme: Theme
    ) -> Position {
        guard !clusters.isEmpty else {
            buffer.write(placeholder(), at: position, style: theme.faint, columns: columns)
            return position
        }
        let style = isSelected ? theme.focused(.plain) : .plain
        // The cursor needs a cell of its own behind the text before it.
        var first = cursorIndex
        var used = 0
        while first > 0, used + clusters[first - 1].columns < columns {
            first -= 1
            used += clusters[first].columns
        }
        var column = 0
        for cluster in clusters[first...] {
            guard column + cluster.columns <= columns else { break }
            buffer.write(
                cluster.text, at: Position(row: position.row, column: position.column + column), style: style)
            column += cluster.columns
        }
        return Position(row: position.row, column: position.column + used)
    }
}

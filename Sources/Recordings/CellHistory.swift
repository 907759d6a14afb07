import TerminalCore

/// When each cell of a sequence of pictures shows: the cells that come and go together, so that each is drawn once.
struct CellHistory {
    /// The numbers of the pictures that have some cells, in order and apart from each other.
    typealias Spans = [Range<Int>]

    /// Cells that show at the same times.
    struct Group {
        /// When.
        let spans: Spans
        /// Which.
        let cells: [Position: PictureCell]
    }

    /// The number of pictures so far.
    private(set) var count = 0
    private var last: ScreenPicture?
    /// The cells that show in the last picture, and since which one.
    private var current: [Position: (cell: PictureCell, start: Int)] = [:]
    /// Where cells have shown that do not now, or not for the first time.
    private var past: [PlacedCell: Spans] = [:]

    /// Follows the cells on to the next picture.
    mutating func append(_ picture: ScreenPicture) {
        for row in 0..<max(picture.size.rows, last?.size.rows ?? 0) {
            let (old, new) = (last?.cells(ofRow: row) ?? [], picture.cells(ofRow: row))
            if old == new { continue }
            for column in 0..<max(old.count, new.count) {
                let position = Position(row: row, column: column)
                let cell = column < new.count ? new[column] : nil
                guard cell != current[position]?.cell else { continue }
                if let ending = current[position] {
                    past[PlacedCell(position, ending.cell), default: []].append(ending.start..<count)
                }
                current[position] = cell.map { ($0, count) }
            }
        }
        last = picture
        count += 1
    }

    /// All cells, by the times at which they show, earlier ones first.
    var groups: [Group] {
        var spans = past
        for (position, last) in current {
            spans[PlacedCell(position, last.cell), default: []].append(last.start..<count)
        }
        var cells: [Spans: [Position: PictureCell]] = [:]
        for (placed, spans) in spans { cells[spans, default: [:]][placed.position] = placed.cell }
        return cells.map(Group.init).sorted { one, two in
            one.spans.lexicographicallyPrecedes(two.spans) {
                ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound)
            }
        }
    }

    private struct PlacedCell: Hashable {
        let position: Position
        let cell: PictureCell

        init(_ position: Position, _ cell: PictureCell) {
            self.position = position
            self.cell = cell
        }
    }
}

extension ScreenPicture {
    /// The cells of `row`; none outside.
    fileprivate func cells(ofRow row: Int) -> [PictureCell?] {
        row < rows.count ? rows[row] : []
    }
}

import TerminalCore

/// When each cell of a sequence of pictures shows: the cells that come and go together, so that each is drawn once,
/// however many pictures have it.
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

    /// All cells, by the times at which they show, earlier ones first.
    let groups: [Group]

    /// Follows the cells through `pictures`.
    init(_ pictures: [ScreenPicture]) {
        var spans: [PlacedCell: Spans] = [:]
        var current: [Position: (cell: PictureCell, start: Int)] = [:]
        for (number, picture) in pictures.enumerated() {
            let before = number > 0 ? pictures[number - 1] : nil
            for row in 0..<max(picture.size.rows, before?.size.rows ?? 0) {
                let (old, new) = (before?.cells(ofRow: row) ?? [], picture.cells(ofRow: row))
                if old == new { continue }
                for column in 0..<max(old.count, new.count) {
                    let position = Position(row: row, column: column)
                    let cell = column < new.count ? new[column] : nil
                    guard cell != current[position]?.cell else { continue }
                    if let ending = current[position] {
                        spans[PlacedCell(position, ending.cell), default: []].append(ending.start..<number)
                    }
                    current[position] = cell.map { ($0, number) }
                }
            }
        }
        for (position, last) in current {
            spans[PlacedCell(position, last.cell), default: []].append(last.start..<pictures.count)
        }
        var cells: [Spans: [Position: PictureCell]] = [:]
        for (placed, spans) in spans { cells[spans, default: [:]][placed.position] = placed.cell }
        groups = cells.map(Group.init).sorted { one, two in
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

@testable import Recordings

/// The pixels of a cell that `rects` cover, a line a row.
func cellArt(_ rects: [PixelRect]) -> String {
    (0..<CellMetrics.height).map { y in
        String(
            (0..<CellMetrics.width).map { x in
                rects.contains { ($0.x..<$0.x + $0.width).contains(x) && ($0.y..<$0.y + $0.height).contains(y) }
                    ? "#" : "."
            })
    }.joined(separator: "\n")
}

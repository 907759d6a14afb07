/// A block of whole pixels.
struct PixelRect: Hashable {
    /// The left edge.
    var x: Int
    /// The top edge.
    var y: Int
    /// From the left edge to the right.
    var width: Int
    /// From the top edge to the bottom.
    var height: Int

    /// Whether it is a line rather than an area, and may fall between the pixels of a picture that is drawn smaller.
    var isThin: Bool { min(width, height) < 4 }

    /// The block as part of the data of an SVG path.
    var pathData: String { "M\(x) \(y)h\(width)v\(height)h-\(width)z" }

    /// The same area in as few blocks as joining neighbours makes: side by side, then one below the other.
    ///
    /// Joined blocks show no seam at any scale, and make a smaller file.
    static func joined(_ rects: [PixelRect]) -> [PixelRect] {
        let wide = joined(rects.sorted { ($0.y, $0.height, $0.x) < ($1.y, $1.height, $1.x) }) { last, next in
            guard last.y == next.y, last.height == next.height, next.x <= last.x + last.width else { return false }
            last.width = max(last.width, next.x + next.width - last.x)
            return true
        }
        return joined(wide.sorted { ($0.x, $0.width, $0.y) < ($1.x, $1.width, $1.y) }) { last, next in
            guard last.x == next.x, last.width == next.width, next.y <= last.y + last.height else { return false }
            last.height = max(last.height, next.y + next.height - last.y)
            return true
        }
    }

    private static func joined(
        _ rects: [PixelRect], _ join: (_ last: inout PixelRect, _ next: PixelRect) -> Bool
    ) -> [PixelRect] {
        var result: [PixelRect] = []
        for rect in rects where result.isEmpty || !join(&result[result.count - 1], rect) { result.append(rect) }
        return result
    }
}

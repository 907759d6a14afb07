/// A pixel's place, counted from 0 at the top left.
struct Pixel: Hashable, Sendable {
    /// Pixels right of the left edge.
    var column: Int
    /// Pixels below the top edge.
    var row: Int

    /// Whether both are one pixel or next to each other, be it by a corner.
    func touches(_ other: Pixel) -> Bool {
        abs(column - other.column) <= 1 && abs(row - other.row) <= 1
    }
}

/// A character's form, before it is bent.
struct Glyph: Sendable {
    /// How a form is bent: all lengths in pixels, over the whole of the form.
    struct Bend: Hashable, Sendable {
        /// From the leftmost column to the rightmost.
        var width: Int
        /// From the top row to the bottom one.
        var height: Int
        /// How far the top lies to the right of the bottom.
        var lean: Int
        /// How far the right side lies below the left one.
        var tilt: Int
    }

    /// What it shows, a capital or a digit of ASCII.
    let character: Unicode.Scalar
    /// Whether its strokes run together unless they have a column more.
    let isWide: Bool
    /// Whether it would look like something else with one side below the other, as a T would like an i or a 1.
    let isLevel: Bool
    /// Lines through points, each written as ten times x (0 to 4) plus y (0 to 8).
    let strokes: [[Int]]

    /// Makes a form.
    init(_ character: Unicode.Scalar, isWide: Bool = false, isLevel: Bool = false, strokes: [[Int]]) {
        self.character = character
        self.isWide = isWide
        self.isLevel = isLevel
        self.strokes = strokes
    }

    /// Not bent: 5 or 6 columns, 9 rows.
    var upright: Bend { Bend(width: isWide ? 5 : 4, height: 8, lean: 0, tilt: 0) }

    /// All ways to bend it so that a person still reads it.
    ///
    /// Lean and tilt have one sign: both ways at once is a turn, one against the other would be a squeeze. A wide form
    /// leans less, which keeps it to 7 columns like the others' 7, and a level one only leans.
    var bends: [Bend] {
        let slopes: [(width: Int, lean: Int, tilt: Int)] =
            if isLevel {
                [(4, -2, 0), (4, 2, 0), (4, -1, 0), (4, 1, 0), (5, -1, 0), (5, 1, 0)]
            } else if isWide {
                [(5, -1, -1), (5, 1, 1), (5, -1, 0), (5, 1, 0), (5, 0, -1), (5, 0, 1)]
            } else {
                [(4, -2, 0), (4, 2, 0), (4, -1, -1), (4, 1, 1), (5, -1, -1), (5, 1, 1)]
            }
        return slopes.flatMap { slope in
            (7...9).map { Bend(width: slope.width, height: $0, lean: slope.lean, tilt: slope.tilt) }
        }
    }

    /// Its pixels when bent, the leftmost in column 0 and the topmost in row 0.
    func pixels(_ bend: Bend) -> [Pixel] {
        let pixels = strokes.flatMap { points in
            zip(points, points.dropFirst()).flatMap { Self.line(from: bend.place($0), to: bend.place($1)) }
        }
        let left = pixels.map(\.column).min() ?? 0
        let top = pixels.map(\.row).min() ?? 0
        return Set(pixels).map { Pixel(column: $0.column - left, row: $0.row - top) }
    }

    /// The pixels of a straight line, ends included, each touching the one before.
    static func line(from start: Pixel, to end: Pixel) -> [Pixel] {
        let (columns, rows) = (end.column - start.column, end.row - start.row)
        let steps = max(abs(columns), abs(rows), 1)
        return (0...steps).map { step in
            let share = { (length: Int) in Int((Double(length * step) / Double(steps) + 0.5).rounded(.down)) }
            return Pixel(column: start.column + share(columns), row: start.row + share(rows))
        }
    }
}

extension Glyph.Bend {
    /// Where a point of a stroke comes to lie; shifting by three divides by eight and rounds down, below zero too.
    fileprivate func place(_ point: Int) -> Pixel {
        let (x, y) = (point / 10, point % 10)
        return Pixel(
            column: (2 * width * x - lean * (y - 4) + 4) >> 3, row: (height * y + 2 * tilt * (x - 2) + 4) >> 3)
    }
}

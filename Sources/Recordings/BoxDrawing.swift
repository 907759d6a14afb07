/// The line drawing characters U+2500 to U+257F, drawn rather than written, so that lines meet whatever the font.
///
/// Dashed lines and diagonals are left to the font.
struct BoxDrawing {
    /// How strong a line is that leads from the middle of the cell to one of its sides.
    private enum Weight: UInt8 {
        // The digits of the table.
        case none = 0x30
        case light, heavy, double
    }

    private let left: Weight, up: Weight, right: Weight, down: Weight
    /// Whether it is a corner that is round.
    let isArc: Bool

    /// Each character's weights to the left, up, right and down: 0 none, 1 light, 2 heavy, 3 double.
    private static let weights = Array(
        """
        1010 2020 0101 0202 0000 0000 0000 0000 0000 0000 0000 0000 0011 0021 0012 0022
        1001 2001 1002 2002 0110 0120 0210 0220 1100 2100 1200 2200 0111 0121 0211 0112
        0212 0221 0122 0222 1101 2101 1201 1102 1202 2201 2102 2202 1011 2011 1021 2021
        1012 2012 1022 2022 1110 2110 1120 2120 1210 2210 1220 2220 1111 2111 1121 2121
        1211 1112 1212 2211 1221 2112 1122 2221 2122 2212 1222 2222 0000 0000 0000 0000
        3030 0303 0031 0013 0033 3001 1003 3003 0130 0310 0330 3100 1300 3300 0131 0313
        0333 3101 1303 3303 3031 1013 3033 3130 1310 3330 3131 1313 3333 0011 1001 1100
        0110 0000 0000 0000 1000 0100 0010 0001 2000 0200 0020 0002 1020 0102 2010 0201
        """.utf8.split { $0 == 0x20 || $0 == 0x0A }.map { $0.compactMap(Weight.init) })

    /// The lines of `text`; nil if it is something else.
    init?(_ text: String) {
        guard let scalar = text.unicodeScalars.first, (0x2500...0x257F).contains(scalar.value) else { return nil }
        let weights = Self.weights[Int(scalar.value) - 0x2500]
        guard weights.contains(where: { $0 != .none }) else { return nil }
        (left, up, right, down) = (weights[0], weights[1], weights[2], weights[3])
        isArc = (0x256D...0x2570).contains(scalar.value)
    }

    /// The blocks that make up the lines of a cell whose top left is at `x` and `y`.
    func rects(x: Int, y: Int) -> [PixelRect] {
        let (width, height) = (CellMetrics.width, CellMetrics.height)
        let (centerX, centerY) = (x + CellMetrics.centerX, y + CellMetrics.centerY)
        return Self.bands(right, opposite: left, sides: (up, down)).map {
            PixelRect(
                x: centerX + $0.start, y: centerY + $0.low, width: x + width - centerX - $0.start, height: $0.size)
        }
            + Self.bands(left, opposite: right, sides: (up, down)).map {
                PixelRect(x: x, y: centerY + $0.low, width: centerX + 1 - $0.start - x, height: $0.size)
            }
            + Self.bands(down, opposite: up, sides: (left, right)).map {
                PixelRect(
                    x: centerX + $0.low, y: centerY + $0.start, width: $0.size, height: y + height - centerY - $0.start)
            }
            + Self.bands(up, opposite: down, sides: (left, right)).map {
                PixelRect(x: centerX + $0.low, y: y, width: $0.size, height: centerY + 1 - $0.start - y)
            }
    }

    /// The path of a round corner in a cell whose top left is at `x` and `y`.
    func arc(x: Int, y: Int) -> String {
        let (width, height) = (CellMetrics.width, CellMetrics.height)
        let (centerX, centerY) = (Double(x + CellMetrics.centerX) + 0.5, Double(y + CellMetrics.centerY) + 0.5)
        let side = right == .none ? (end: x, bend: centerX - 4) : (end: x + width, bend: centerX + 4)
        let foot = down == .none ? (end: y, bend: centerY - 4) : (end: y + height, bend: centerY + 4)
        return "M\(side.end) \(centerY)H\(side.bend)Q\(centerX) \(centerY) \(centerX) \(foot.bend)V\(foot.end)"
    }

    /// The strips that a line to one side consists of, each from `start` to the cell's edge, and across it from `low`
    /// on `size` wide; the middle of the cell is 0, one pixel.
    ///
    /// Where it meets other lines, it goes just as far as they need: double lines open towards each other.
    private static func bands(
        _ weight: Weight, opposite: Weight, sides: (Weight, Weight)
    ) -> [(start: Int, low: Int, size: Int)] {
        let isMetByHeavy = sides.0 == .heavy || sides.1 == .heavy
        switch weight {
        case .none: return []
        case .light, .heavy:
            let start =
                switch (sides.0 == .double, sides.1 == .double) {
                case (true, true): opposite == .none ? 2 : 0
                case (false, false): isMetByHeavy ? -1 : 0
                default: -2
                }
            return [weight == .light ? (start, 0, 1) : (start, -1, 3)]
        case .double:
            return [(-2, sides.0, sides.1), (2, sides.1, sides.0)].map { low, near, far in
                (near == .double ? 2 : far == .double ? -2 : isMetByHeavy ? -1 : 0, low, 1)
            }
        }
    }
}

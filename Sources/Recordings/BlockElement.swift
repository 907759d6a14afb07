/// The block elements U+2580 to U+259F and the Braille patterns, drawn rather than written, so that pictures made of
/// them have no gaps, whatever the font.
struct BlockElement {
    /// The blocks, from the top left of the cell.
    let rects: [PixelRect]
    /// The share of the background in their colour, 0 to 1.
    let backgroundShare: Double

    /// The quarters of U+2596 to U+259F: 1 top left, 2 top right, 4 bottom left, 8 bottom right.
    private static let quarters: [UInt32] = [4, 8, 1, 13, 9, 7, 11, 2, 6, 14]

    /// The blocks of `text`; nil if it is something else.
    init?(_ text: String) {
        guard let value = text.unicodeScalars.first?.value, (0x2580...0x259F).contains(value) || value & ~0xFF == 0x2800
        else { return nil }
        let (width, height) = (CellMetrics.width, CellMetrics.height)
        var share = 0.0
        switch value {
        case 0x2580: rects = [Self.part(bottom: height / 2)]
        case 0x2581...0x2588: rects = [Self.part(top: height - Self.eighths(value - 0x2580, of: height))]
        case 0x2589...0x258F: rects = [Self.part(right: Self.eighths(0x2590 - value, of: width))]
        case 0x2590: rects = [Self.part(left: Self.eighths(4, of: width))]
        case 0x2591...0x2593:
            rects = [Self.part()]
            share = 0.75 - Double(value - 0x2591) / 4
        case 0x2594: rects = [Self.part(bottom: Self.eighths(1, of: height))]
        case 0x2595: rects = [Self.part(left: width - Self.eighths(1, of: width))]
        case 0x2596...0x259F:
            let (x, y) = (Self.eighths(4, of: width), height / 2)
            let all = [
                Self.part(right: x, bottom: y), Self.part(left: x, bottom: y), Self.part(top: y, right: x),
                Self.part(left: x, top: y),
            ]
            rects = Self.chosen(all, by: Self.quarters[Int(value) - 0x2596])
        default:
            // The dots are numbered down the left column, down the right one, and then the two below.
            let places = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]
            let dots = places.map { PixelRect(x: 1 + 4 * $0.0, y: 3 + 4 * $0.1, width: 2, height: 2) }
            rects = Self.chosen(dots, by: value & 0xFF)
        }
        backgroundShare = share
    }

    /// Those of `all` whose bits are set.
    private static func chosen(_ all: [PixelRect], by bits: UInt32) -> [PixelRect] {
        all.enumerated().filter { bits >> UInt32($0.offset) & 1 != 0 }.map(\.element)
    }

    private static func eighths(_ count: UInt32, of length: Int) -> Int {
        (Int(count) * length + 4) / 8
    }

    private static func part(
        left: Int = 0, top: Int = 0, right: Int = CellMetrics.width, bottom: Int = CellMetrics.height
    ) -> PixelRect {
        PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}

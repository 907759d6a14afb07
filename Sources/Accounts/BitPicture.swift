/// A picture of one bit a pixel, small enough for a terminal's card (A5, L10).
///
/// A terminal shows two pixels in a cell, one above the other, so 36 by 6 cells are 36 by 12 pixels.
public struct BitPicture: Equatable, Sendable {
    /// The most pixels from left to right.
    public static let maximumColumns = 36
    /// The most pixels from top to bottom.
    public static let maximumRows = 12

    /// Pixels from left to right, at least 1.
    public let columns: Int
    /// Pixels from top to bottom, at least 1.
    public let rows: Int
    /// Row after row, true where there is ink.
    private let pixels: [Bool]

    /// Makes a picture of rows from top to bottom, true where there is ink.
    ///
    /// Nil for rows that are no picture: none, empty ones, of unequal lengths, too many or too long.
    public init?(rows: [[Bool]]) {
        let columns = rows.first?.count ?? 0
        guard (1...Self.maximumRows).contains(rows.count), (1...Self.maximumColumns).contains(columns),
            rows.allSatisfy({ $0.count == columns })
        else { return nil }
        self.columns = columns
        self.rows = rows.count
        pixels = Array(rows.joined())
    }

    /// Whether there is ink at `row` and `column`, counted from 0 at the top left; they must lie inside.
    public subscript(row: Int, column: Int) -> Bool {
        precondition((0..<rows).contains(row) && (0..<columns).contains(column), "a pixel outside the picture")
        return pixels[row * columns + column]
    }
}

// MARK: - On the wire

extension BitPicture {
    /// The picture as it travels (6.1): `#` for ink, `.` for none, a line feed between rows and none at the end.
    ///
    /// At most 443 bytes. Packed bits would be a sixth of that, but this form a service in any language writes in a
    /// line, and a person sees in it what was sent.
    public var text: String {
        let lines = (0..<rows).map { row in String((0..<columns).map { self[row, $0] ? "#" : "." as Character }) }
        return lines.joined(separator: "\n")
    }

    /// Reads what ``text`` writes; nil for anything else, since a service can send anything.
    public init?(text: String) {
        guard text.utf8.count < (Self.maximumColumns + 1) * Self.maximumRows else { return nil }
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let (ink, blank) = (UInt8(ascii: "#"), UInt8(ascii: "."))
        guard lines.joined().allSatisfy({ $0 == ink || $0 == blank }) else { return nil }
        self.init(rows: lines.map { line in line.map { $0 == ink } })
    }
}

import Accounts

extension CaptchaSolution {
    /// The picture in which a person reads this text: 36 by 12 pixels (A5, L10).
    ///
    /// This is a brake against the simplest scripts and no proof of being human: whoever writes a program that reads
    /// these pictures will have one that does. Legibility comes before strength, since a person who cannot read a
    /// picture is shut out and a program just tries the next; no stroke is cut, no noise touches a character.
    ///
    /// Bends, places and noise come from `generator`; in the same state it draws the same picture.
    public func drawn(using generator: inout some RandomNumberGenerator) -> BitPicture {
        let glyphs = characters.withUnsafeBytes { bytes in
            bytes.compactMap { byte in CaptchaAlphabet.glyphs.first { UInt8(ascii: $0.character) == byte } }
        }
        var artist = CaptchaArtist()
        artist.place(glyphs, using: &generator)
        artist.scatterNoise(using: &generator)
        return artist.picture
    }
}

/// A picture in the making.
struct CaptchaArtist {
    /// A character in its place.
    struct Letter {
        /// Where its pixels lie.
        var pixels: [Pixel]
        /// The columns from its leftmost pixel to its rightmost.
        var columns: ClosedRange<Int>
        /// The rows from its topmost pixel to its bottom one.
        var rows: ClosedRange<Int>
        /// Whether it is a T, of which a dot above would make an i.
        let isLevel: Bool

        /// Puts `pixels`, of which there are some, so that the leftmost and topmost come to lie at `origin`.
        init(_ pixels: [Pixel], at origin: Pixel, isLevel: Bool) {
            self.isLevel = isLevel
            self.pixels = pixels.map { Pixel(column: $0.column + origin.column, row: $0.row + origin.row) }
            columns = origin.column...origin.column + (pixels.map(\.column).max() ?? 0)
            rows = origin.row...origin.row + (pixels.map(\.row).max() ?? 0)
        }

        /// Moves it to the right.
        mutating func move(columns distance: Int) {
            pixels = pixels.map { Pixel(column: $0.column + distance, row: $0.row) }
            columns = columns.lowerBound + distance...columns.upperBound + distance
        }
    }

    /// The picture's extent.
    static let size = (columns: BitPicture.maximumColumns, rows: BitPicture.maximumRows)
    /// The columns that the widest upright character takes, with a blank one beside it.
    private static let room = 7

    /// The characters, from left to right.
    private(set) var letters: [Letter] = []
    /// Pixels of ink that belong to none.
    private(set) var noise: [Pixel] = []

    /// Puts the glyphs side by side, each bent and moved by lot, none touching another.
    mutating func place(_ glyphs: [Glyph], using generator: inout some RandomNumberGenerator) {
        for (index, glyph) in glyphs.enumerated() {
            let bend = glyph.bends.randomElement(using: &generator) ?? glyph.upright
            var letter = next(glyph, bend, using: &generator)
            // What is left must do for the others even if they stand upright; then this one does, too.
            let end = Self.size.columns - Self.room * (glyphs.count - index - 1)
            if letter.columns.upperBound >= end { letter = next(glyph, glyph.upright, using: &generator) }
            letters.append(letter)
        }
        let slack = Self.size.columns - 1 - (letters.last?.columns.upperBound ?? 0)
        let moves = letters.map { _ in Int.random(in: 0...slack, using: &generator) }.sorted()
        for (index, distance) in moves.enumerated() { letters[index].move(columns: distance) }
    }

    /// The glyph as a letter as far to the left as the one before allows, in rows by lot.
    private func next(
        _ glyph: Glyph, _ bend: Glyph.Bend, using generator: inout some RandomNumberGenerator
    ) -> Letter {
        let pixels = glyph.pixels(bend)
        let free = Self.size.rows - 1 - (pixels.map(\.row).max() ?? 0)
        let row = Int.random(in: 0...free, using: &generator)
        func letter(column: Int) -> Letter {
            Letter(pixels, at: Pixel(column: column, row: row), isLevel: glyph.isLevel)
        }
        guard let last = letters.last else { return letter(column: 0) }
        // Leaning letters may stand under each other, but by one column only: a person tells them apart at a glance.
        let first = last.columns.upperBound
        let distances = letter(column: first).pixels.flatMap { pixel in
            last.pixels.filter { abs($0.row - pixel.row) <= 1 }.map { $0.column + 2 - pixel.column }
        }
        return letter(column: first + max(0, distances.max() ?? 0))
    }

    /// Scatters a dotted line across the picture and a few single dots, all of them clear of the letters.
    mutating func scatterNoise(using generator: inout some RandomNumberGenerator) {
        let (columns, rows) = Self.size
        let line = Glyph.line(
            from: Pixel(column: 0, row: .random(in: 0..<rows, using: &generator)),
            to: Pixel(column: columns - 1, row: .random(in: 0..<rows, using: &generator)))
        // Single dots: two pixels below a 7 would make a Z of it, and below an F an E.
        let first = Int.random(in: 0..<3, using: &generator)
        noise += stride(from: first, to: columns, by: 3).map { line[$0] }.filter(isClear)
        for _ in 0..<24 {
            let dot = Pixel(
                column: .random(in: 0..<columns, using: &generator), row: .random(in: 0..<rows, using: &generator))
            if isClear(dot), !noise.contains(where: dot.touches) { noise.append(dot) }
        }
    }

    /// Whether a pixel lies outside every letter's frame and beside none, so that it cannot become a part of one, and
    /// not above a T.
    private func isClear(_ pixel: Pixel) -> Bool {
        letters.allSatisfy { letter in
            !(letter.columns.lowerBound - 1...letter.columns.upperBound + 1).contains(pixel.column)
                || pixel.row > letter.rows.upperBound + 1
                || !letter.isLevel && pixel.row < letter.rows.lowerBound - 1
        }
    }

    /// The ink of letters and noise.
    var picture: BitPicture {
        var ink = [[Bool]](repeating: .init(repeating: false, count: Self.size.columns), count: Self.size.rows)
        for pixel in letters.flatMap(\.pixels) + noise { ink[pixel.row][pixel.column] = true }
        guard let picture = BitPicture(rows: ink) else { preconditionFailure("a picture larger than it may be") }
        return picture
    }
}

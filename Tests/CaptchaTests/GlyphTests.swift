import Testing

@testable import Captcha

@Suite("A5: the characters of a picture")
struct GlyphTests {
    /// A glyph's pixels in rows, with a blank frame around the 11 by 7 that they may take.
    private func grid(_ glyph: Glyph, _ bend: Glyph.Bend) -> [[Bool]] {
        var grid = [[Bool]](repeating: .init(repeating: false, count: 9), count: 13)
        for pixel in glyph.pixels(bend) { grid[pixel.row + 1][pixel.column + 1] = true }
        return grid
    }

    @Test("The alphabet leaves out what looks like something else")
    func alphabet() {
        let characters = CaptchaAlphabet.characters.map(Character.init)
        #expect(String(characters) == "ACEFHJKPRTUXY379")
        #expect(Set(characters).isDisjoint(with: "0OQD1IL2Z5S8B6G"))
        #expect(characters.allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber) })
    }

    @Test("Not bent, they look as reviewed")
    func specimen() {
        let drawn = [0..<8, 8..<16].map { range in
            let letters = CaptchaAlphabet.glyphs[range].map { grid($0, $0.upright) }
            return (1...9).map { row in
                letters.map { String($0[row][1..<7].map { $0 ? "#" : "." }) }.joined(separator: "..")
            }.joined(separator: "\n")
        }.joined(separator: "\n\n")
        #expect(drawn == Self.specimen)
    }

    private static let specimen = """
        ...#.....####...#####...#####...#....#....###...#....#..####..
        ...#....#.......#.......#.......#....#......#...#...#...#...#.
        ..#.#...#.......#.......#.......#....#......#...#.##....#...#.
        ..#.#...#.......#.......#.......#....#......#...##......#...#.
        ..#.#...#.......####....####....######......#...#.......####..
        .####...#.......#.......#.......#....#......#...##......#.....
        .#...#..#.......#.......#.......#....#..#...#...#.##....#.....
        #....#..#.......#.......#.......#....#..#...#...#...#...#.....
        #....#...####...#####...#.......#....#...###....#....#..#.....

        #####...#####...#....#..#....#..#...#....###....#####....###..
        #....#....#.....#....#...#..#....#..#...#...#.......#...#...#.
        #....#....#.....#....#...#..#....#.#........#.......#...#...#.
        #....#....#.....#....#....##......##........#.......#...#...#.
        #####.....#.....#....#.....#......#......###.......#.....####.
        #.#.......#.....#....#....##......#.........#......#........#.
        #..#......#.....#....#...#..#.....#.........#.....#........#..
        #...#.....#.....#....#...#..#.....#.....#...#.....#........#..
        #....#....#......####...#....#....#......###.....#........#...
        """

    @Test("Bent in any way, a character stays in one piece, keeps its holes, and takes 7 by 11 pixels at most")
    func bends() {
        for glyph in CaptchaAlphabet.glyphs {
            let holes = "APR9".unicodeScalars.contains(glyph.character) ? 1 : 0
            for bend in glyph.bends + [glyph.upright] {
                let pixels = glyph.pixels(bend)
                #expect(pixels.allSatisfy { (0..<11).contains($0.row) && (0..<7).contains($0.column) })
                #expect(pixels.contains { $0.row == 0 } && pixels.contains { $0.column == 0 })
                let grid = grid(glyph, bend)
                #expect(pieces(of: grid) == [pixels.count], "\(glyph.character) \(bend)")
                // The paper around a character is one piece, each hole another.
                let paper = grid.map { row in row.map { !$0 } }
                #expect(pieces(of: paper, corners: false).count == 1 + holes, "\(glyph.character) \(bend)")
            }
        }
    }

    @Test("The bar of a T is one row, however it is bent, with its stem below the middle")
    func level() throws {
        let glyph = try #require(CaptchaAlphabet.glyphs.first { $0.character == "T" })
        for bend in glyph.bends + [glyph.upright] {
            let pixels = glyph.pixels(bend)
            let bar = pixels.filter { $0.row == 0 }.map(\.column).sorted()
            #expect(bar.count == bend.width + 1 && bar.last.map { $0 - bar[0] } == bend.width, "\(bend)")
            let stem = pixels.filter { $0.row == 1 }
            #expect(stem.count == 1 && stem.allSatisfy { (1..<bend.width).contains($0.column - bar[0]) }, "\(bend)")
        }
    }

    @Test("However two characters are bent and laid on one another, at least 4 pixels differ")
    func distinct() {
        /// Each way a character may look, as a bit a pixel; ten bits a row leave room for moving it by one.
        let looks = CaptchaAlphabet.glyphs.map { glyph in
            Set(glyph.bends + [glyph.upright]).map { bend in
                glyph.pixels(bend).reduce(into: UInt128(0)) { $0 |= 1 << UInt128($1.row * 10 + $1.column) }
            }
        }
        let moves = [0, 1, 2, 9, 10, 11, 12]
        for (index, left) in looks.enumerated() {
            for (other, right) in looks.enumerated() where other != index {
                let least =
                    left.flatMap { left in
                        right.flatMap { right in moves.map { (left ^ (right << $0)).nonzeroBitCount } }
                    }.min() ?? 0
                #expect(
                    least >= 4, "\(CaptchaAlphabet.characters[index]) \(CaptchaAlphabet.characters[other]): \(least)")
            }
        }
    }

    @Test("A line touches itself from end to end", arguments: [(4, 0), (0, 8), (-3, 5), (5, -3), (-1, -7), (0, 0)])
    func line(_ columns: Int, _ rows: Int) {
        let start = Pixel(column: 10, row: 10)
        let end = Pixel(column: 10 + columns, row: 10 + rows)
        let line = Glyph.line(from: start, to: end)
        #expect(line.first == start && line.last == end)
        #expect(zip(line, line.dropFirst()).allSatisfy { $0.touches($1) })
        #expect(Set(line).count == max(abs(columns), abs(rows)) + 1)
    }
}

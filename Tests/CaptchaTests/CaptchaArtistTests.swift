import Accounts
import Cryptography
import Testing

@testable import Captcha

@Suite("A5, L10: the picture")
struct CaptchaArtistTests {
    /// The text and the picture that follow from a seed.
    private func drawn(_ seed: UInt64) -> (text: String, picture: BitPicture) {
        var generator = SeededGenerator(seed: seed)
        let solution = CaptchaSolution.random(using: &generator)
        return (solution.text, solution.drawn(using: &generator))
    }

    @Test("A seed tells the picture; another seed draws the same text another way")
    func seeds() throws {
        #expect(drawn(7).picture == drawn(7).picture)
        let solution = try #require(CaptchaSolution(Secret("CAK37".utf8)))
        let pictures = (0..<100).map { (seed: UInt64) in
            var generator = SeededGenerator(seed: seed)
            return solution.drawn(using: &generator).text
        }
        #expect(Set(pictures).count == 100)
    }

    @Test("A picture looks as reviewed")
    func snapshot() {
        let (text, picture) = drawn(7)
        #expect(text == "KA7TP")
        #expect(
            picture.text == """
                ..............#....##...............
                ...#..........#.###.#.............#.
                ...#....#....##.....#...######.#....
                ...#..##.....#.#....#.....#.........
                ...###.......#.#...#..#...#....####.
                ..##........##.#...#......#....#...#
                ..##........#.##...#......#....#...#
                ..#.#.......#..#..#......#....##...#
                ..#..#.....#....#.#......#....#.###.
                ..#...#....#....#........#....#.....
                .......#........#........#....#.....
                .........................#....#.....
                """)
    }

    @Test("1,000 pictures: 36 by 12 pixels, a fair amount of ink, and five characters whole and apart")
    func pictures() {
        var dots = 0
        for seed: UInt64 in 0..<1000 {
            let picture = drawn(seed).picture
            #expect(picture.columns == 36 && picture.rows == 12)
            let grid = picture.grid
            let ink = grid.joined().count { $0 }
            #expect((60...125).contains(ink), "seed \(seed): \(ink)")
            // Everything else is single dots.
            let pieces = pieces(of: grid)
            #expect(pieces.suffix(5).allSatisfy { $0 >= 9 }, "seed \(seed): \(pieces)")
            #expect(pieces.dropLast(5).allSatisfy { $0 == 1 }, "seed \(seed): \(pieces)")
            dots += pieces.count - 5
        }
        #expect((3000...6000).contains(dots), "\(dots)")
    }

    @Test("1,000 pictures: the characters stand in their order, none cut off at an edge, and nearly all are bent")
    func letters() {
        // All forms that a glyph may have, the one that is not bent last.
        let forms = Dictionary(
            uniqueKeysWithValues: CaptchaAlphabet.glyphs.map { glyph in
                (glyph.character, (glyph.bends + [glyph.upright]).map { Set(glyph.pixels($0)) })
            })
        var upright = 0
        for seed: UInt64 in 0..<1000 {
            var generator = SeededGenerator(seed: seed)
            let glyphs = (0..<5).compactMap { _ in CaptchaAlphabet.glyphs.randomElement(using: &generator) }
            var artist = CaptchaArtist()
            artist.place(glyphs, using: &generator)
            #expect(artist.letters.count == 5)
            for (letter, glyph) in zip(artist.letters, glyphs) {
                #expect(letter.pixels.allSatisfy { (0..<36).contains($0.column) && (0..<12).contains($0.row) })
                let (left, top) = (letter.columns.lowerBound, letter.rows.lowerBound)
                let form = Set(letter.pixels.map { Pixel(column: $0.column - left, row: $0.row - top) })
                #expect(forms[glyph.character]?.contains(form) == true, "seed \(seed): \(glyph.character)")
                if forms[glyph.character]?.last == form { upright += 1 }
            }
            for (left, right) in zip(artist.letters, artist.letters.dropFirst()) {
                #expect(left.columns.upperBound <= right.columns.lowerBound)
            }
        }
        #expect(upright < 100, "\(upright) of 5,000")
    }

    @Test("Noise is clear of the characters' frames, and never above a T, of which it would make an i")
    func noise() {
        for seed: UInt64 in 0..<200 {
            var generator = SeededGenerator(seed: seed)
            var artist = CaptchaArtist()
            artist.place(Array(CaptchaAlphabet.glyphs.shuffled(using: &generator).prefix(5)), using: &generator)
            artist.scatterNoise(using: &generator)
            for dot in artist.noise {
                #expect(
                    artist.letters.allSatisfy { letter in
                        !letter.columns.contains(dot.column) || dot.row > letter.rows.upperBound
                            || !letter.isLevel && dot.row < letter.rows.lowerBound
                    })
                #expect(artist.letters.allSatisfy { !$0.pixels.contains(where: dot.touches) })
            }
        }
    }

    @Test("Any character fits five times", arguments: CaptchaAlphabet.characters.map(Character.init))
    func wide(_ character: Character) throws {
        let solution = try #require(CaptchaSolution(Secret(String(repeating: character, count: 5).utf8)))
        for seed: UInt64 in 0..<100 {
            var generator = SeededGenerator(seed: seed)
            #expect(pieces(of: solution.drawn(using: &generator).grid).suffix(5).allSatisfy { $0 >= 9 })
        }
    }
}

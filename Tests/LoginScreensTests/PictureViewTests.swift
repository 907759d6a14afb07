import Accounts
import LoginScreens
import TerminalCore
import TerminalWidgets
import Testing

@Suite("L10: the picture of a picture code")
struct PictureViewTests {
    /// KA7TP, as the artist draws it.
    private static let picture = """
        .............#.....##...............
        ...#.........#..###.#.............#.
        ...#....#...##......#..###.....#....
        ...#..##....#.#.....#....####.......
        ...###......#.#....#.....#.....####.
        ..##.......##.#....#.....#.....#...#
        ..##.......#.##....#.....#.....#...#
        ..#.#......#..#...#.....#.....##...#
        ..#..#....#....#..#.....#.....#.###.
        ..#...#...#....#........#.....#.....
        .......#.......#........#.....#.....
        ........................#.....#.....
        """

    init() {
        TextLayout.useUTF8Widths()
    }

    /// The lines of a window of `size` full of dots, with a picture in it.
    private func lines(
        _ text: String, at position: Position = Position(row: 0, column: 0), size: Size, glyphs: Glyphs = .unicode
    ) throws -> [String] {
        var buffer = Buffer(size: size)
        buffer.fill(Rect(row: 0, column: 0, rows: size.rows, columns: size.columns), with: Cell("."))
        PictureView(try #require(BitPicture(text: text))).draw(in: &buffer, at: position, glyphs: glyphs)
        return buffer.lines
    }

    @Test("With half blocks it looks as reviewed")
    func unicode() throws {
        #expect(
            try lines(Self.picture, size: Size(columns: 37, rows: 6)).joined(separator: "\n") == """
                   ▄         █  ▄▄▄▀█             ▄ .
                   █  ▄▄▀   █▀▄     █  ▀▀█▄▄▄  ▀    .
                  ▄█▀▀     ▄█ █    █     █     █▀▀▀▄.
                  █▀▄      █ ▀█   ▄▀    ▄▀    ▄█   █.
                  █  ▀▄   █    █  ▀     █     █ ▀▀▀ .
                       ▀       ▀        █     █     .
                """)
    }

    @Test("With --ascii it looks as reviewed")
    func ascii() throws {
        #expect(
            try lines(Self.picture, size: Size(columns: 37, rows: 6), glyphs: .ascii).joined(separator: "\n") == #"""
                   o         8  ooo"8             o .
                   8  oo"   8"o     8  ""8ooo  "    .
                  o8""     o8 8    8     8     8"""o.
                  8"o      8 "8   o"    o"    o8   8.
                  8  "o   8    8  "     8     8 """ .
                       "       "        8     8     .
                """#)
    }

    @Test("Each of the four pairs of pixels has its own cell, and an odd last row is half a cell high")
    func cells() throws {
        let size = Size(columns: 5, rows: 3)
        #expect(try lines(".#.#\n..##\n##.#", size: size) == [" ▀▄█.", "▀▀ ▀.", "....."])
        #expect(try lines(".#.#\n..##\n##.#", size: size, glyphs: .ascii) == [" \"o8.", "\"\" \".", "....."])
    }

    @Test("A picture of 36 by 12 pixels takes 36 by 6 cells")
    func size() throws {
        let picture = try #require(BitPicture(text: Self.picture))
        #expect(PictureView(picture).size == Size(columns: 36, rows: 6))
        #expect(PictureView(try #require(BitPicture(text: "#"))).size == Size(columns: 1, rows: 1))
    }

    @Test("It is clipped at the window's edges")
    func clipped() throws {
        let size = Size(columns: 3, rows: 2)
        #expect(try lines("##\n##\n##\n##", at: Position(row: -1, column: -1), size: size) == ["█..", "..."])
        #expect(try lines("##\n##\n##\n##", at: Position(row: 1, column: 2), size: size) == ["...", "..█"])
    }

    @Test("Ink and paper have the look that is asked for")
    func style() throws {
        var buffer = Buffer(size: Size(columns: 2, rows: 1))
        let style = Style(attributes: .reverse)
        PictureView(try #require(BitPicture(text: "#.\n#."))).draw(
            in: &buffer, at: Position(row: 0, column: 0), glyphs: .unicode, style: style)
        #expect(buffer.cells == [Cell("█", style: style), Cell(" ", style: style)])
    }
}

import Foundation
import FoundationXML
import TerminalCore
import TerminalTesting
import Testing

@testable import Recordings

/// What pictures hold, and what a program that is not ours draws of them (section 7).
@Suite struct SVGPictureTests {
    private let standard = PictureTheme.standard

    @Test func theWholeFileOfASmallScreen() {
        #expect(
            ScreenPicture(screen("\u{1B}[?25l\u{1B}[1;31ma\u{1B}[m─<", columns: 4, rows: 1)).svg == """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 52 34" width="52" height="34">
                <rect x="-8" y="-8" width="52" height="34" rx="6" fill="#181a1f"/>
                <g>
                <path fill="#d8d8d8" d="M9 9h9v1h-9z"/>
                </g>
                <g font-family="DejaVu Sans Mono,Menlo,Consolas,Noto Sans Mono CJK SC,monospace" font-size="15" \
                text-anchor="middle" fill="#d8d8d8">
                <text y="14" fill="#e0565b" font-weight="bold"><tspan x="4.5">a</tspan></text>
                <text y="14"><tspan x="22.5">&lt;</tspan></text>
                </g>
                </svg>

                """)
    }

    @Test func colorsOfAllKinds() throws {
        let text =
            "\u{1B}[?25l\u{1B}[41m  \u{1B}[102m  \u{1B}[48;5;160m  \u{1B}[48;5;244m  \u{1B}[48;2;1;2;3m  \u{1B}[m  "
            + "\u{1B}[7m  \u{1B}[33;44;7m  "
        let raster = try Raster(ScreenPicture(screen(text, columns: 16, rows: 1)).svg)
        #expect(raster.width == 16 * 9 + 16 && raster.height == 18 + 16)
        let expected = [
            "#e0565b", "#62d08a", "#d70000", "#808080", "#010203", "#181a1f", "#d8d8d8", "#d0a62c",
        ]
        for (index, color) in expected.enumerated() {
            // Both cells to their edges: no seam between them.
            #expect(raster.colors(row: 0, column: 2 * index) == [color])
            #expect(raster.colors(row: 0, column: 2 * index + 1) == [color])
        }
    }

    @Test func bordersMeetWithoutGaps() throws {
        let text = "\u{1B}[?25l┌──┐\r\n│  │\r\n│  │\r\n└──┘"
        let raster = try Raster(ScreenPicture(screen(text, columns: 4, rows: 4)).svg)
        let (line, none) = ("#d8d8d8", "#181a1f")
        for x in 4...(3 * 9 + 4) {
            #expect(raster.color(x: x, y: 9) == line && raster.color(x: x, y: 3 * 18 + 9) == line)
        }
        for y in 9...(3 * 18 + 9) {
            #expect(raster.color(x: 4, y: y) == line && raster.color(x: 3 * 9 + 4, y: y) == line)
        }
        // Neither beyond the corners nor beside the lines.
        #expect(raster.color(x: 3, y: 9) == none && raster.color(x: 4, y: 8) == none)
        #expect(raster.color(x: 32, y: 9) == none && raster.color(x: 15, y: 10) == none)
        #expect(raster.colors(row: 1, column: 1) == [none])
    }

    /// A line one unit wide must not fall between the pixels of a smaller picture, nor have gaps where cells meet.
    @Test(arguments: [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.25, 1.5, 2, 3])
    func bordersShowAtEveryScale(_ scale: Double) throws {
        // A card within a card, its corners round, and text underlined and struck through, and a thin block.
        let text =
            "\u{1B}[?25l\u{1B}[41m┌────────┐\r\n│╭──────╮│\r\n││\u{1B}[4m  \u{1B}[24;9m  \u{1B}[29m▏▏││\r\n│╰──────╯│\r\n"
            + "└────────┘\u{1B}[m"
        let raster = try Raster(ScreenPicture(screen(text, columns: 10, rows: 5)).svg, scale: scale)
        let none = "#e0565b"
        /// Whether one of the pixels that the unit at `x` and `y` lies in differs from the background.
        func shows(x: Int, y: Int) -> Bool {
            let (left, top) = (Double(x) * scale, Double(y) * scale)
            let (right, bottom) = ((Double(x) + 1) * scale, (Double(y) + 1) * scale)
            let margin = 8 * scale
            return (Int(top + margin)..<Int((bottom + margin).rounded(.up))).contains { row in
                (Int(left + margin)..<Int((right + margin).rounded(.up))).contains {
                    raster.pixel(x: $0, y: row) != none
                }
            }
        }
        for x in 4...85 { #expect(shows(x: x, y: 9) && shows(x: x, y: 81), "\(x)") }
        for y in 9...81 { #expect(shows(x: 4, y: y) && shows(x: 85, y: y), "\(y)") }
        for x in 18...71 { #expect(shows(x: x, y: 27) && shows(x: x, y: 63), "\(x)") }
        for y in 32...58 { #expect(shows(x: 13, y: y) && shows(x: 76, y: y), "\(y)") }
        for x in 18...35 { #expect(shows(x: x, y: 52), "\(x)") }
        for x in 36...53 { #expect(shows(x: x, y: 45), "\(x)") }
        for y in 36...53 { #expect(shows(x: 54, y: y) && shows(x: 63, y: y), "\(y)") }
        // Between the cards is nothing.
        #expect(!shows(x: 45, y: 18) && !shows(x: 9, y: 45))
    }

    /// Areas of different colours side by side show nothing of what is behind them.
    @Test(arguments: [0.6, 0.8, 1.3]) func areasHaveNoSeamsAtAnyScale(_ scale: Double) throws {
        let text = "\u{1B}[?25l\u{1B}[31m█\u{1B}[32m█\u{1B}[41m \u{1B}[42m \u{1B}[m"
        let raster = try Raster(ScreenPicture(screen(text, columns: 4, rows: 1)).svg, scale: scale)
        let y = Int(17 * scale)
        let columns = Int((9 * scale).rounded(.up))..<Int(43 * scale)
        #expect(Set(columns.map { raster.pixel(x: $0, y: y) }) == ["#e0565b", "#3fb068"])
    }

    @Test func theCursorIsABlockInTheTextsColor() throws {
        let text = "ab\u{1B}[41mc\u{1B}[D"
        var raster = try Raster(ScreenPicture(screen("ab", columns: 4, rows: 1)).svg)
        #expect(raster.colors(row: 0, column: 2) == ["#d8d8d8"])
        #expect(raster.color(row: 0, column: 1, x: 0, y: 0) == "#181a1f")
        // On text the block shows it in the colour of what was behind it.
        raster = try Raster(ScreenPicture(screen(text, columns: 4, rows: 1)).svg)
        #expect(raster.color(row: 0, column: 2, x: 0, y: 0) == "#d8d8d8")
        #expect(raster.colors(row: 0, column: 2).contains("#e0565b"))
        raster = try Raster(ScreenPicture(screen("ab\u{1B}[?25l", columns: 4, rows: 1)).svg)
        #expect(raster.colors(row: 0, column: 2) == ["#181a1f"])
    }

    @Test func wideCharactersFillTwoCells() throws {
        let picture = ScreenPicture(screen("\u{1B}[41m登\u{1B}[42mx\u{1B}[m录", columns: 6, rows: 1))
        let raster = try Raster(picture.svg)
        #expect(raster.color(row: 0, column: 0, x: 0, y: 0) == "#e0565b")
        #expect(raster.color(row: 0, column: 1, x: 8, y: 17) == "#e0565b")
        #expect(raster.color(row: 0, column: 2, x: 0, y: 17) == "#3fb068")
        // Each stands in the middle of its cells, whatever the font's widths.
        #expect(picture.svg.contains("<tspan x=\"9\">登</tspan>"))
        #expect(picture.svg.contains("<tspan x=\"22.5\">x</tspan>"))
        #expect(picture.svg.contains("<tspan x=\"36\">录</tspan>"))
    }

    @Test func theCursorCoversTheWholeOfAWideCharacter() throws {
        for column in [1, 2] {
            let raster = try Raster(ScreenPicture(screen("登\u{1B}[1;\(column)H", columns: 4, rows: 1)).svg)
            #expect(raster.color(row: 0, column: 0, x: 0, y: 0) == "#d8d8d8")
            #expect(raster.color(row: 0, column: 1, x: 8, y: 0) == "#d8d8d8")
            #expect(raster.color(row: 0, column: 2, x: 0, y: 0) == "#181a1f")
        }
    }

    @Test func linesUnderAndThroughText() throws {
        let raster = try Raster(
            ScreenPicture(screen("\u{1B}[?25l\u{1B}[4m  \u{1B}[24;9;31m  ", columns: 5, rows: 1)).svg)
        for x in 0..<18 { #expect(raster.color(x: x, y: 16) == "#d8d8d8") }
        for x in 18..<36 { #expect(raster.color(x: x, y: 9) == "#e0565b") }
        #expect(raster.color(x: 36, y: 9) == "#181a1f" && raster.color(x: 5, y: 9) == "#181a1f")
    }

    @Test func looksOfText() {
        let svg = ScreenPicture(
            screen(
                "\u{1B}[?25l\u{1B}[1ma\u{1B}[22;3mb\u{1B}[23;2mc\u{1B}[22md\u{1B}[8me\u{1B}[28mf", columns: 8, rows: 1)
        ).svg
        #expect(svg.contains("<text y=\"14\" font-weight=\"bold\"><tspan x=\"4.5\">a</tspan></text>"))
        #expect(svg.contains("<text y=\"14\" font-style=\"italic\"><tspan x=\"13.5\">b</tspan></text>"))
        // Dim text is nearer to the background; what is concealed is not there at all.
        #expect(svg.contains("<text y=\"14\" fill=\"#828385\"><tspan x=\"22.5\">c</tspan></text>"))
        #expect(svg.contains("<text y=\"14\"><tspan x=\"31.5\">d</tspan><tspan x=\"49.5\">f</tspan></text>"))
        #expect(!svg.contains(">e<"))
    }

    @Test func everythingOnTheScreenIsTextAndNoMarkup() throws {
        let text = "<b>&\"'</svg>\u{FFFF}\u{FFFE}]]>é e\u{301}🙂"
        let svg = ScreenPicture(screen(text, columns: 40, rows: 1)).svg
        let document = try XMLDocument(xmlString: svg)
        let texts = try document.nodes(forXPath: "//*[local-name()='tspan']").compactMap(\.stringValue)
        #expect(texts.joined() == "<b>&\"'</svg>\u{FFFD}\u{FFFD}]]>ée\u{301}🙂")
        #expect(try Raster(svg).width == 40 * 9 + 16)
    }

    @Test func blocksAndShades() throws {
        let raster = try Raster(ScreenPicture(screen("\u{1B}[?25l▀█▒▗", columns: 4, rows: 1)).svg)
        #expect(raster.color(row: 0, column: 0, x: 8, y: 8) == "#d8d8d8")
        #expect(raster.color(row: 0, column: 0, x: 8, y: 9) == "#181a1f")
        #expect(raster.colors(row: 0, column: 1) == ["#d8d8d8"])
        #expect(raster.colors(row: 0, column: 2) == ["#78797c"])
        #expect(raster.color(row: 0, column: 3, x: 8, y: 17) == "#d8d8d8")
        #expect(raster.color(row: 0, column: 3, x: 4, y: 17) == "#181a1f")
    }

    @Test func nothingFromElsewhereIsNeeded() {
        let svg = ScreenPicture(screen("http://example.com/ url(x) <script>", columns: 40, rows: 1)).svg
        for word in ["<script", "href", "url(", "@import", "<image", "<foreignObject"] { #expect(!svg.contains(word)) }
    }
}

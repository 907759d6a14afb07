import Testing

@testable import Recordings

@Suite struct BoxDrawingTests {
    /// The cell that shows `text`, from the seventh row to the thirteenth: the middle, where lines meet.
    private func middle(_ text: String) -> [Substring] {
        guard let box = BoxDrawing(text) else { return [] }
        return Array(cellArt(box.rects(x: 0, y: 0)).split(separator: "\n")[6..<13])
    }

    @Test(arguments: [
        ("┌", [".........", ".........", ".........", "....#####", "....#....", "....#....", "....#...."]),
        ("┼", ["....#....", "....#....", "....#....", "#########", "....#....", "....#....", "....#...."]),
        ("┏", [".........", ".........", "...######", "...######", "...######", "...###...", "...###..."]),
        ("┝", ["....#....", "....#....", "....#####", "....#####", "....#####", "....#....", "....#...."]),
        ("═", [".........", "#########", ".........", ".........", ".........", "#########", "........."]),
        ("╔", [".........", "..#######", "..#......", "..#......", "..#......", "..#...###", "..#...#.."]),
        ("╬", ["..#...#..", "###...###", ".........", ".........", ".........", "###...###", "..#...#.."]),
        ("╢", ["..#...#..", "..#...#..", "..#...#..", "###...#..", "..#...#..", "..#...#..", "..#...#.."]),
        ("╥", [".........", ".........", ".........", "#########", "..#...#..", "..#...#..", "..#...#.."]),
        ("╴", [".........", ".........", ".........", "#####....", ".........", ".........", "........."]),
    ])
    func linesMeetInTheMiddle(_ text: String, _ art: [Substring]) {
        #expect(middle(text) == art)
    }

    /// What leaves a cell on the right arrives in the next one's left edge, for all kinds of lines.
    @Test(arguments: ["─└┴╶", "━┕┷╺╼", "═╘╧╚╬"]) func linesGoOnInTheNextCell(_ characters: String) throws {
        let edges = try characters.map { character in
            let box = try #require(BoxDrawing(String(character)))
            return cellArt(box.rects(x: 0, y: 0)).split(separator: "\n").map { $0.last }
        }
        let first = try #require(characters.first)
        let straight = try #require(BoxDrawing(String(first)))
        let arrival = cellArt(straight.rects(x: 0, y: 0)).split(separator: "\n").map { $0.first }
        for edge in edges { #expect(edge == arrival) }
    }

    @Test func allStayInTheirCell() {
        var count = 0
        for value in 0x2500...0x257F as ClosedRange<UInt32> {
            guard let scalar = Unicode.Scalar(value), let box = BoxDrawing(String(scalar)) else { continue }
            count += 1
            for rect in box.rects(x: 90, y: 180) {
                #expect(rect.width > 0 && rect.height > 0)
                #expect(rect.x >= 90 && rect.x + rect.width <= 99 && rect.y >= 180 && rect.y + rect.height <= 198)
            }
        }
        // Twelve dashed lines and three diagonals are left to the font.
        #expect(count == 128 - 15)
    }

    @Test func cornersMayBeRound() throws {
        let corner = try #require(BoxDrawing("╭"))
        #expect(corner.isArc)
        #expect(corner.arc(x: 0, y: 0) == "M9 9.5H8.5Q4.5 9.5 4.5 13.5V18")
        #expect(try #require(BoxDrawing("╯")).arc(x: 9, y: 18) == "M9 27.5H9.5Q13.5 27.5 13.5 23.5V18")
        #expect(BoxDrawing("┌")?.isArc == false)
    }

    @Test(arguments: ["a", "", "╱", "┄", "█"]) func everythingElseIsNoLine(_ text: String) {
        #expect(BoxDrawing(text) == nil)
    }
}

import Testing

@testable import Recordings

@Suite struct BlockElementTests {
    /// The pixels at the centres of the quarters: top left, top right, bottom left, bottom right.
    private func quarters(_ text: String) -> String {
        let rows = cellArt(BlockElement(text)?.rects ?? []).split(separator: "\n").map(Array.init)
        return String([rows[4][2], rows[4][7], rows[13][2], rows[13][7]])
    }

    @Test(arguments: [
        ("▀", "##.."), ("▄", "..##"), ("█", "####"), ("▌", "#.#."), ("▐", ".#.#"), ("▖", "..#."), ("▗", "...#"),
        ("▘", "#..."), ("▙", "#.##"), ("▚", "#..#"), ("▛", "###."), ("▜", "##.#"), ("▝", ".#.."), ("▞", ".##."),
        ("▟", ".###"),
    ])
    func quartersAreWhereTheyBelong(_ text: String, _ art: String) {
        #expect(quarters(text) == art)
    }

    @Test func eighthsGrow() {
        let bars = "▁▂▃▄▅▆▇█".map { BlockElement(String($0))?.rects.first?.height }
        #expect(bars == [2, 5, 7, 9, 11, 14, 16, 18])
        let columns = "▏▎▍▌▋▊▉█".map { BlockElement(String($0))?.rects.first?.width }
        #expect(columns == [1, 2, 3, 5, 6, 7, 8, 9])
    }

    @Test func shadesAreMixtures() {
        #expect("░▒▓█".map { BlockElement(String($0))?.backgroundShare } == [0.75, 0.5, 0.25, 0])
    }

    @Test func dotsOfBraille() {
        #expect(BlockElement("\u{2800}")?.rects == [])
        #expect(BlockElement("⠉")?.rects.map(\.x) == [1, 5])
        #expect(BlockElement("⢀")?.rects == [PixelRect(x: 5, y: 15, width: 2, height: 2)])
        #expect(BlockElement("⣿")?.rects.count == 8)
    }

    @Test func allStayInTheirCell() {
        for value in Array(0x2580...0x259F) + Array(0x2800...0x28FF) as [UInt32] {
            guard let scalar = Unicode.Scalar(value), let block = BlockElement(String(scalar)) else {
                Issue.record("\(value) is no block")
                continue
            }
            for rect in block.rects {
                #expect(rect.x >= 0 && rect.width > 0 && rect.x + rect.width <= 9)
                #expect(rect.y >= 0 && rect.height > 0 && rect.y + rect.height <= 18)
            }
        }
        #expect(BlockElement("a") == nil && BlockElement("\u{25A0}") == nil && BlockElement("") == nil)
    }
}

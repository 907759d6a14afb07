import TerminalCore
import Testing

@testable import Recordings

@Suite struct CellHistoryTests {
    private func groups(_ pictures: [ScreenPicture]) -> [CellHistory.Group] {
        var history = CellHistory()
        for picture in pictures { history.append(picture) }
        return history.groups
    }

    /// The spans of each character, by the place in the row.
    private func history(_ texts: [String]) -> [String: CellHistory.Spans] {
        let pictures = texts.map { ScreenPicture(screen("\u{1B}[?25l" + $0, columns: 6, rows: 1)) }
        var result: [String: CellHistory.Spans] = [:]
        for group in groups(pictures) {
            for (position, cell) in group.cells { result["\(cell.text)\(position.column)"] = group.spans }
        }
        return result
    }

    @Test func eachCellIsThereOnceWithAllItsTimes() {
        #expect(
            history(["ab", "a", "ab", "xb"]) == [
                "a0": [0..<3], "b1": [0..<1, 2..<4], "x0": [3..<4],
            ])
    }

    @Test func wideCharactersComeAndGoWhole() {
        #expect(history(["登", "ab", "登"]) == ["登0": [0..<1, 2..<3], "a0": [1..<2], "b1": [1..<2]])
    }

    @Test func whatShowsAtTheSameTimesIsOneGroup() {
        let pictures = ["abc", "abd", "abc"].map { ScreenPicture(screen("\u{1B}[?25l" + $0, columns: 6, rows: 1)) }
        let groups = groups(pictures)
        #expect(groups.map(\.spans) == [[0..<1, 2..<3], [0..<3], [1..<2]])
        #expect(groups[1].cells.keys.map(\.column).sorted() == [0, 1])
    }

    @Test func aWindowThatShrinksTakesItsCellsWithIt() {
        let pictures = [(6, 2), (3, 1), (6, 2)].map {
            ScreenPicture(screen("\u{1B}[?25labcdef\r\ngh", columns: $0.0, rows: $0.1))
        }
        let spans = groups(pictures).first { group in group.cells.values.contains { $0.text == "e" } }
        #expect(spans?.spans == [0..<1, 2..<3])
        #expect(groups([]).isEmpty)
    }
}

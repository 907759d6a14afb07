import TerminalCore
import Testing

@testable import TerminalTesting

/// Saved cursors, as xterm keeps them: one for each screen.
@Suite("D3: saved cursors") struct SavedCursorTests {
    private let screen = TerminalEmulator(size: Size(columns: 40, rows: 12))

    private func feed(_ text: String) { screen.feed(Array(text.utf8)) }

    private func cursor(after text: String) -> Position {
        feed(text)
        return screen.cursor
    }

    @Test func theAlternateScreensCursorIsNotTheMainScreens() {
        let position = cursor(after: "one\r\ntwo\u{1B}[?1049h\u{1B}[10;20H\u{1B}7\u{1B}[?1049l")
        #expect(position == Position(row: 1, column: 3))
        feed("HERE")
        #expect(screen.rows[1] == "twoHERE")
    }

    @Test(
        "Where the cursor is after sequences of a program",
        arguments: [
            ("\u{1B}[3;4H\u{1B}7\u{1B}[H\u{1B}8", 2, 3), ("\u{1B}[3;4H\u{1B}8", 0, 0),
            // Each screen has its own, also for a program that switches without saving.
            ("\u{1B}[3;4H\u{1B}7\u{1B}[?1047h\u{1B}[5;6H\u{1B}7\u{1B}[H\u{1B}8", 4, 5),
            ("\u{1B}[3;4H\u{1B}7\u{1B}[?1047h\u{1B}[5;6H\u{1B}7\u{1B}[?1047l\u{1B}8", 2, 3),
            ("\u{1B}[3;4H\u{1B}[?1049h\u{1B}8", 0, 0),
            ("\u{1B}[3;4H\u{1B}[?1048h\u{1B}[H\u{1B}[?1048l", 2, 3),
            ("\u{1B}[3;4H\u{1B}[?1049h\u{1B}[5;6H\u{1B}[?1048h\u{1B}[?1049l", 2, 3),
            // A full-screen program within another; the inner one's end leads back to the main screen.
            ("\u{1B}[3;4H\u{1B}[?1049h\u{1B}[5;6H\u{1B}[?1049h\u{1B}[7;8H\u{1B}[?1049l", 2, 3),
            // Together with other modes, and forgotten by a reset.
            ("\u{1B}[3;4H\u{1B}[?25;1049;1h\u{1B}[H\u{1B}[?1;1049l", 2, 3),
            ("\u{1B}[3;4H\u{1B}7\u{1B}c\u{1B}[5;5H\u{1B}8", 0, 0),
            ("\u{1B}[12;40H\u{1B}7\u{1B}[H\u{1B}8", 11, 39),
            // Rows count from the scrolling region.
            ("\u{1B}[3;9r\u{1B}[?6h\u{1B}[2;2H\u{1B}7\u{1B}[?6l\u{1B}[H\u{1B}8", 3, 1),
            ("\u{1B}[3;9r\u{1B}[?6h\u{1B}[2;2H\u{1B}7\u{1B}[?6l\u{1B}[H\u{1B}8\u{1B}[1;1H", 2, 0),
            ("\u{1B}[2;2H\u{1B}7\u{1B}[3;9r\u{1B}[?6h\u{1B}8", 1, 1),
        ] as [(String, Int, Int)])
    func places(_ text: String, _ row: Int, _ column: Int) {
        #expect(cursor(after: text) == Position(row: row, column: column))
        let cut = TerminalEmulator(size: screen.size)
        for byte in Array(text.utf8) { cut.feed([byte]) }
        #expect(cut.cursor == screen.cursor && cut.takeReplies() == [])
    }

    @Test func theLookIsSavedToo() {
        let look = "\u{1B}[1;2;3;4;7;9;31;48;2;1;2;3m"
        feed("\(look)a\u{1B}7\u{1B}[0;38;5;200mb\u{1B}8c\u{1B}[m\u{1B}[?1049h\u{1B}[5;8mx\u{1B}7\u{1B}[?1049ld")
        let first = screen.cell(at: Position(row: 0, column: 0)).style
        #expect(first.attributes == [.bold, .dim, .italic, .underline, .reverse, .strikethrough])
        #expect(first.foreground == .index(1) && first.background == .rgb(red: 1, green: 2, blue: 3))
        #expect(screen.cell(at: Position(row: 0, column: 1)).text == "c")
        #expect(screen.cell(at: Position(row: 0, column: 1)).style == first)
        #expect(screen.cell(at: Position(row: 0, column: 2)).style == .plain)
        feed("\u{1B}[?1047h\u{1B}8y")
        #expect(screen.rows[0] == "   y")
        #expect(screen.cell(at: Position(row: 0, column: 3)).style.attributes == [.blink, .concealed])
    }

    @Test func whetherTheCursorShowsIsNotSaved() {
        feed("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?1049l")
        #expect(!screen.isCursorVisible)
        feed("\u{1B}7\u{1B}[?25h\u{1B}8")
        #expect(screen.isCursorVisible)
    }

    @Test func theAlternateScreenBeginsEmptyAndTheMainOneComesBack() {
        feed("main\u{1B}[?1049halternate")
        #expect(screen.isAlternateScreenActive && screen.rows[0] == "    alternate")
        // A second time it stays as it is.
        feed("\u{1B}[?1049h")
        #expect(screen.rows[0] == "    alternate")
        feed("\u{1B}[?1049l")
        #expect(!screen.isAlternateScreenActive && screen.rows[0] == "main")
        feed("\u{1B}[?1049h")
        #expect(screen.text.allSatisfy { $0 == "\n" })
    }
}

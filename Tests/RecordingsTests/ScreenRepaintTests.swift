import TerminalCore
import TerminalTesting
import Testing

@testable import Recordings

@Suite struct ScreenRepaintTests {
    @Test(arguments: [
        "", "a", "\r\n\n  b", "登录\u{1B}[1;4;31mx\u{1B}[0;2;3my\u{1B}[22;9;7mz\u{1B}[m !",
        "\u{1B}[38;5;200;48;2;1;2;3mx   \u{1B}[m\u{1B}[3;5H\u{1B}[?25l", "\u{1B}[?1049h\u{1B}[2;2Hin it\u{1B}[8mno",
        String(repeating: "x", count: 80), "e\u{301}\u{1B}[44m\u{1B}[K\u{1B}[1;20Hl",
    ])
    func anotherTerminalShowsTheSame(_ text: String) {
        let (one, two) = (screen(text), screen("\u{1B}[31mleft over\r\n\n\nhere\u{1B}[7m"))
        two.feed(Array(ScreenRepaint(one).text.utf8))
        #expect(ScreenSnapshot(two) == ScreenSnapshot(one))
        // What follows has the look that nothing was selected for.
        two.feed(Array("\u{1B}[1;1HQ".utf8))
        #expect(two.cell(at: Position(row: 0, column: 0)).style == .plain)
    }
}

import TerminalCore
import TerminalTesting
import Testing

@Suite("D3: dumps of the screen") struct ScreenDumpTests {
    @Test func screensAsVHSWritesThem() {
        let line = String(repeating: "─", count: 80) + "\n"
        var dump = ScreenDump()
        let screen = TerminalEmulator(size: Size(columns: 10, rows: 3))
        screen.feed(Array("\u{1B}[1ma b\u{1B}[m  \r\n登".utf8))
        dump.append(screen)
        screen.feed(Array("!".utf8))
        dump.append(screen)
        #expect(dump.text == "a b\n登\n\n\(line)a b\n登!\n\n\(line)")
    }
}

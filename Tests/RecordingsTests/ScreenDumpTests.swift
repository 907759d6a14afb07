import Asciicast
import Recordings
import TerminalTesting
import Testing

@Suite struct ScreenDumpTests {
    private let line = String(repeating: "─", count: 80) + "\n"

    @Test func screensAsVHSWritesThem() {
        var dump = ScreenDump()
        let screen = screen("\u{1B}[1ma b\u{1B}[m  \r\n登", columns: 10, rows: 3)
        dump.append(screen)
        screen.feed(Array("!".utf8))
        dump.append(screen)
        #expect(dump.text == "a b\n登\n\n\(line)a b\n登!\n\n\(line)")
    }

    @Test func aRecordingIsDumpedAfterEachCommand() {
        var session = cast([(0, "$ "), (1_000, "a"), (2_000, "b")], rows: 1)
        #expect(session.screenDump == "$ ab\n" + line)
        session.events.insert(CastEvent(.marker("1 Type"), at: .zero), at: 1)
        session.events.insert(CastEvent(.marker("2 Type"), at: .seconds(1)), at: 3)
        #expect(session.screenDump == "$ a\n\(line)$ ab\n\(line)")
    }
}

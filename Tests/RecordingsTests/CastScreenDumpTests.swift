import Asciicast
import Recordings
import Testing

@Suite struct CastScreenDumpTests {
    private let line = String(repeating: "─", count: 80) + "\n"

    @Test func aRecordingIsDumpedAfterEachCommand() {
        var session = cast([(0, "$ "), (1_000, "a"), (2_000, "b")], rows: 1)
        #expect(session.screenDump == "$ ab\n" + line)
        session.events.insert(CastEvent(.marker("1 Type"), at: .zero), at: 1)
        session.events.insert(CastEvent(.marker("2 Type"), at: .seconds(1)), at: 3)
        #expect(session.screenDump == "$ a\n\(line)$ ab\n\(line)")
    }
}

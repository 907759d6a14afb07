import EngineTesting
import OwnThreads
import Synchronization
import Testing

@testable import AccountServer

/// The structured log.
@Suite(.ownThreads())
struct ServiceLogTests {
    @Test func `a line is an object with the time in UTC, and nothing in it acts on a terminal (T6)`() {
        let written = Recorder<UInt8>()
        let log = ServiceLog(clock: { (1_767_225_599, 7) }) { written.append(contentsOf: $0) }
        log.write(
            "test",
            [
                ("text", .text("a\"\\\u{1B}[31m\n\u{202E}密")), ("number", .integer(-3)),
                ("time", .duration(.microseconds(1_000_042))),
            ])
        log.write("next")
        log.flush()
        #expect(
            String(decoding: written.values, as: UTF8.self) == """
                {"time":"2025-12-31T23:59:59.007Z","event":"test","text":"a\\"\\\\\\u001b[31m\\n\\u202e密",\
                "number":-3,"time":1.000042}
                {"time":"2025-12-31T23:59:59.007Z","event":"next"}

                """)
    }

    @Test func `a reader that does not read holds nobody up, and learns how many lines it has missed`() {
        let gate = Mutex(())
        let written = Recorder<UInt8>()
        let log = ServiceLog(clock: { (0, 0) }) { bytes in
            gate.withLock { _ in }
            written.append(contentsOf: bytes)
        }
        let text = String(repeating: "x", count: 10_000)
        gate.withLock { _ in
            for _ in 0..<300 { log.write("long", [("text", .text(text))]) }
        }
        log.flush()
        log.write("after")
        log.flush()
        let lines = String(decoding: written.values, as: UTF8.self).split(separator: "\n")
        let dropped = lines.compactMap { $0.firstMatch(of: /"event":"lines-dropped","count":(\d+)/)?.output.1 }
        #expect(lines.count { $0.contains("\"long\"") } + (Int(dropped.first ?? "") ?? 0) == 300)
        #expect(dropped.count == 1)
        #expect(lines.last?.contains("after") == true)
    }
}

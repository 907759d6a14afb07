import Foundation
import TerminalCore
import TerminalTesting
import Testing

@Suite("What a wait ends with")
struct WaitingTests {
    @Test("T8: idle means idle")
    func idleWakesNobody() throws {
        let program = try Probe.start()
        try program.type("ab")
        try program.waitForText("ab")
        try program.waitUntilSettled(quiet: .milliseconds(200))
        let process = try program.probeIdentifier
        func switches() throws -> [String?] {
            ["voluntary_ctxt_switches", "nonvoluntary_ctxt_switches"].map {
                try? program.status($0, of: process)
            }
        }
        let (before, count) = (try switches(), program.receivedByteCount)
        #expect(before.allSatisfy { $0.flatMap { Int($0) } != nil })
        try program.waitUntilSettled(quiet: .seconds(1))
        #expect(try switches() == before)
        #expect(program.receivedByteCount == count)
    }

    @Test("T5: a lone Escape acts, and a key of several bytes is one")
    func escape() throws {
        let program = try Probe.start()
        try program.send([0x1B])
        try program.waitForText("escape")
        try program.press(.up)
        try program.waitFor("the arrow") { $0.text(ofRow: 10) == "up" }
    }

    @Test func pasteAndClick() throws {
        let program = try Probe.start()
        try program.paste("four")
        try program.waitForText("paste of 4")
        try program.click(row: 5, column: 7)
        try program.waitForText("click 5,7")
    }

    @Test func mouseIsLeftAloneOnRequest() throws {
        let program = try Probe.start("no-mouse")
        #expect(program.screen.mouseReporting == .off)
        #expect(program.screen.isBracketedPasteOn)
    }

    @Test("T2: resize")
    func resize() throws {
        let program = try Probe.start()
        try program.type("kept")
        for size in [Size(columns: 100, rows: 30), Size(columns: 12, rows: 5), Size(columns: 80, rows: 24)] {
            program.resize(to: size)
            let row = "Probe \(size.columns)x\(size.rows) palette".prefix(size.columns)
            try program.waitFor("the new size") { $0.text(ofRow: 0).hasPrefix(row) && $0.text(ofRow: 4) == "  kept" }
            #expect(program.screen.text(ofRow: 1) == "┌─┬─┐│├┤└┘")
        }
    }

    @Test func wakerRingsFromAThreadThatTakesNoPartInSignals() throws {
        let program = try Probe.start()
        try program.press(.control("w"))
        try program.waitForText("woken")
        let process = try program.probeIdentifier
        let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")
        let expected = [
            SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGSTKFLT, SIGXCPU, SIGIO,
            SIGPWR, SIGCONT, SIGTSTP, SIGWINCH,
        ]
        .reduce(0) { $0 | UInt64(1) << UInt64($1 - 1) }
        // A sanitizer has a thread of its own besides.
        let blocked = try threads.compactMap { pid_t($0) }.filter { $0 != process }.map { thread in
            try program.status("SigBlk", of: process, in: "task/\(thread)/status")
        }
        #expect(blocked.contains { $0.flatMap { UInt64($0, radix: 16) } == expected })
        program.send(signal: SIGTERM)
        #expect(try program.waitForExit() == .exited(128 + Int(SIGTERM)))
        #expect(program.modes?.isEchoOn == true)
    }
}

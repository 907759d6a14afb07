import Glibc
import TerminalCore
import TerminalTesting
import Testing

@Suite("T1: stopping and going on")
struct SuspensionTests {
    /// A shell with job control that tells the settings before, while the probe is stopped, and afterwards.
    private static let shell = """
        set -m
        echo "before $(stty -g)"
        "$0"
        echo "stopped $?"
        echo "during $(stty -g)"
        read line
        fg
        echo "ended $?"
        echo "after $(stty -g)"
        """

    /// What the shell told behind `word`, wherever on the screen that was.
    private func told(_ word: String, _ program: TerminalProgram) -> Substring? {
        program.screen.rows.lazy.compactMap { row in
            row.firstRange(of: word + " ").map { row[$0.upperBound...] }
        }.first
    }

    @Test func controlZ() throws {
        let program = try Probe.start(script: Self.shell)
        try program.waitForText("Probe 160x24")
        try program.type("abc")
        try program.waitForText("abc")
        try program.press(.control("z"))
        try program.waitForText("during ")
        #expect(told("stopped", program) == "\(128 + SIGTSTP)")
        #expect(told("during", program) == told("before", program))
        #expect(!program.screen.isAlternateScreenActive)
        #expect(!program.screen.isBracketedPasteOn)
        #expect(program.screen.mouseReporting == .off)

        // A window that changes while the probe is stopped: nobody tells it.
        program.resize(to: Size(columns: 150, rows: 20))
        try program.type("\n")
        try program.waitForText("Probe 150x20")
        try program.waitForText("suspended")
        try program.waitForText("resized 150x20")
        #expect(program.screen.rows[4] == "  abc")
        #expect(program.screen.isAlternateScreenActive)
        #expect(program.screen.isBracketedPasteOn)
        #expect(program.modes?.isEchoOn == false)

        try program.press(.control("c"))
        try program.waitForExit()
        #expect(told("ended", program) == "0")
        #expect(told("after", program) == told("before", program))
        #expect(!program.screen.isAlternateScreenActive)
    }

    @Test func stopSignalFromElsewhere() throws {
        let program = try Probe.start(script: Self.shell)
        kill(try program.probeIdentifier, SIGTSTP)
        try program.waitForText("during ")
        #expect(told("stopped", program) == "\(128 + SIGTSTP)")
        #expect(told("during", program) == told("before", program))
        try program.type("\n")
        try program.waitForText("resumed")
        try program.press(.control("c"))
        try program.waitForExit()
        #expect(told("after", program) == told("before", program))
    }

    @Test func stopThatCannotBeHandled() throws {
        let program = try Probe.start()
        let before = program.modes
        program.send(signal: SIGSTOP)
        try program.waitUntilStopped(program.processIdentifier)
        let count = program.receivedByteCount
        program.send(signal: SIGCONT)
        try program.waitForText("resumed")
        #expect(program.receivedByteCount - count > 100, "everything is painted")
        #expect(program.modes == before)
        try program.press(.control("c"))
        #expect(try program.waitForExit() == .exited(0))
        // Not the raw settings that were found on going on.
        #expect(program.modes?.isEchoOn == true)
        #expect(program.modes?.isCanonical == true)
    }

    @Test func settingsChangedDuringAStopAreTheOnesRestored() throws {
        let program = try Probe.start(
            script: """
                set -m
                "$0"
                echo "stopped $?"
                stty sane erase ^H
                echo "during $(stty -g)"
                read line
                fg
                echo "after $(stty -g)"
                """)
        kill(try program.probeIdentifier, SIGSTOP)
        try program.waitForText("during ")
        let during = try #require(told("during", program))
        try program.type("\n")
        try program.waitForText("resumed")
        try program.press(.control("c"))
        try program.waitForExit()
        #expect(told("after", program) == during)
    }

    @Test func startInTheBackgroundWaitsForTheForeground() throws {
        let program = try Probe.start(
            script: """
                set -m
                echo "before $(stty -g)"
                "$0" &
                echo "job $!"
                read line
                fg
                echo "after $(stty -g)"
                """)
        try program.waitForText("job ")
        try program.waitUntilStopped(pid_t(told("job", program) ?? "") ?? 0)
        #expect(program.modes?.isEchoOn == true)
        try program.type("\n")
        try program.waitForText("Probe 160x24")
        try program.press(.control("c"))
        try program.waitForExit()
        #expect(told("after", program) == told("before", program))
    }

    @Test func endOfAStoppedProgramLeavesTheShellItsTerminal() throws {
        let program = try Probe.start(script: Self.shell)
        let process = try program.probeIdentifier
        kill(process, SIGSTOP)
        try program.waitForText("during ")
        let modes = program.modes
        kill(process, SIGTERM)
        kill(process, SIGCONT)
        try program.waitFor("the probe to be gone") { _ in kill(process, 0) != 0 || isZombie(process, program) }
        #expect(program.modes == modes)
        #expect(!program.hasWritten("\u{1B}[?1049l"))
    }

    private func isZombie(_ process: pid_t, _ program: TerminalProgram) -> Bool {
        (try? program.status("State", of: process))??.hasPrefix("Z") ?? true
    }

    @Test func sessionLeaderCannotBeStoppedAndRepaints() throws {
        let program = try Probe.start()
        try program.press(.control("z"))
        try program.waitForText("suspended")
        #expect(program.screen.isAlternateScreenActive)
        #expect(program.modes?.isEchoOn == false)
        try program.type("x")
        try program.waitFor("the key to be taken") { $0.text(ofRow: 4) == "  x" }
        try program.press(.control("c"))
        #expect(try program.waitForExit() == .exited(0))
        #expect(program.modes?.isEchoOn == true)
    }

    @Test func whereItIsOffNothingStopsTheProgram() throws {
        let program = try Probe.start(script: #"set -m; "$0" no-suspend; echo "ended $?""#)
        let process = try program.probeIdentifier
        kill(process, SIGTSTP)
        try program.press(.control("z"))
        try program.waitForText("suspended")
        #expect(!program.screen.contains("resumed"))
        try program.press(.control("c"))
        try program.waitForExit()
        #expect(told("ended", program) == "0")
    }
}

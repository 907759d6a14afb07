import Glibc
import TerminalCore
import Testing

@testable import TerminalTesting

@Suite("D3: waiting") struct WaitingTests {
    /// Runs `body`, which must fail, and gives the failure.
    private func failure(of body: () throws(TerminalFailure) -> Void) throws -> TerminalFailure {
        do {
            try body()
        } catch {
            return error
        }
        throw MissingFailure()
    }

    private struct MissingFailure: Error {}

    @Test func textAppearsAndGoes() throws {
        let program = try TerminalProgram("sh", ["-c", "printf 登录; read x; clear; read x"])
        try program.waitForText("登录")
        try program.press(.enter)
        try program.waitForTextGone("登录")
    }

    @Test func patternsMatchAcrossRows() throws {
        let program = try TerminalProgram("sh", ["-c", "echo one; echo two 42; read x"])
        try program.waitForText(/one\ntwo \d+/)
    }

    @Test func conditionsSeeStyleAndCursor() throws {
        let program = try TerminalProgram("sh", ["-c", "tput bold; tput setaf 1; printf ab; tput cup 5 7; read x"])
        try program.waitFor("bold red") {
            $0.cell(at: Position(row: 0, column: 1)).style == ScreenStyle(foreground: .index(1), attributes: .bold)
        }
        try program.waitFor("the cursor at 5,7") { $0.cursor == Position(row: 5, column: 7) }
    }

    @Test func alternateScreenShowsAndGoes() throws {
        let program = try TerminalProgram(
            "sh", ["-c", "echo shell; tput smcup; printf inside; read x; tput rmcup; read x"])
        try program.waitForText("inside")
        #expect(program.screen.isAlternateScreenActive && !program.screen.text.contains("shell"))
        try program.press(.enter)
        try program.waitFor("the first screen") { !$0.isAlternateScreenActive }
        #expect(program.screen.rows[0] == "shell")
    }

    @Test func settledMeansQuiet() throws {
        let script = "i=0; while [ $i -lt 5 ]; do i=$((i+1)); echo $i; sleep 0.02; done; echo last; read x"
        let program = try TerminalProgram("sh", ["-c", script])
        try program.waitUntilSettled(quiet: .milliseconds(300))
        #expect(program.screen.text.contains("last"))
    }

    @Test func aProgramThatNeverRestsDoesNotSettle() throws {
        let program = try TerminalProgram("yes")
        let failure = try failure { () throws(TerminalFailure) in
            try program.waitUntilSettled(within: .milliseconds(300))
        }
        #expect(failure.reason == .deadlinePassed(.milliseconds(300)))
    }

    @Test func aProgramThatComputesInSilenceDoesNotSettleForASecond() throws {
        let program = try TerminalProgram("sh", ["-c", "echo on; while :; do :; done"])
        try program.waitForText("on")
        #expect(program.isComputing)
        let failure = try failure { () throws(TerminalFailure) in
            try program.waitUntilSettled(within: .milliseconds(300))
        }
        #expect(failure.reason == .deadlinePassed(.milliseconds(300)))
        try program.waitUntilSettled()
        #expect(program.isComputing)
    }

    @Test func whatAJobComputesCountsWhileItIsInTheForeground() throws {
        let program = try TerminalProgram("bash", ["--norc", "-i"])
        defer { program.end(within: .seconds(10)) }
        try program.type("(while :; do :; done) | cat &\r")
        try program.waitForText("[1] ")
        try program.waitFor("the job to be in the background") { _ in !program.isComputing }
        try program.type("fg\r")
        try program.waitFor("the job to be in the foreground") { _ in program.isComputing }
    }

    @Test func aHangingProgramEndsTheWaitNotTheTest() throws {
        let program = try TerminalProgram("cat")
        let start = ContinuousClock.now
        let failure = try failure { () throws(TerminalFailure) in
            try program.waitForText("never", within: .milliseconds(100))
        }
        #expect(failure.reason == .deadlinePassed(.milliseconds(100)))
        #expect(start.duration(to: .now) < .seconds(5) * TimeScale.factor)
        #expect(throws: TerminalFailure.self) { try program.waitForExit(within: .milliseconds(50)) }
    }

    @Test func aProgramThatDiedEndsTheWaitAtOnce() throws {
        let program = try TerminalProgram("sh", ["-c", "echo last words; exit 4"])
        let failure = try failure { () throws(TerminalFailure) in try program.waitForText("never") }
        #expect(failure.reason == .programEnded)
        #expect(failure.exitStatus == .exited(4))
        #expect(failure.screen.contains("last words"))
        #expect(throws: TerminalFailure.self) { try program.press(.enter) }
    }

    @Test func lastOutputIsNeverMissed() throws {
        for _ in 0..<20 {
            let program = try TerminalProgram("printf", ["last"])
            try program.waitForText("last")
            #expect(try program.waitForExit() == .exited(0))
        }
    }

    @Test func outputLeftBehindIsReadBeforeTheEndIsTold() throws {
        let program = try TerminalProgram("sh", ["-c", "head -c 30000 /dev/zero | tr '\\0' x; echo; echo done"])
        try program.waitForExit()
        #expect(program.screen.text.contains("done"))
        #expect(program.receivedByteCount == 30_000 + 2 + 6)
    }

    @Test func anEndBetweenReadingAndLookingIsToldAfterTheNextReading() throws {
        let program = try TerminalProgram("sh", ["-c", "read line; echo last words"])
        var hasEnded = false
        let end = try program.wait(for: "the end", within: nil, #fileID, #line) { end in
            if !hasEnded {
                try? program.type("\n")
                let deadline = ContinuousClock.now + .seconds(10) * TimeScale.factor
                while program.exitStatus == nil && ContinuousClock.now < deadline { sched_yield() }
                hasEnded = true
            }
            return end
        }
        #expect(end == .exited(0))
        try program.expectText("last words")
    }

    @Test func invalidBytesDoNoHarm() throws {
        let program = try TerminalProgram("sh", ["-c", "head -c 20000 /dev/urandom; printf '\\033c\\033[0mfine'"])
        try program.waitForExit()
        #expect(throws: Never.self) { try program.expectText("fine") }
    }

    @Test func aFloodStaysSmall() throws {
        var options = TerminalProgram.Options()
        options.historyCapacity = 1 << 16
        let script = "yes 'a line of the flood' | head -c 30000000; echo over"
        let program = try TerminalProgram("sh", ["-c", script], options: options)
        try program.waitForText("over", within: .seconds(60))
        #expect(program.receivedByteCount > 30_000_000)
        #expect(program.rawOutput.count <= 1 << 17)
    }
}

extension TerminalProgram {
    /// Like a wait whose text must be there already.
    fileprivate func expectText(_ text: String) throws(TerminalFailure) {
        try waitForText(text, within: .zero)
    }
}

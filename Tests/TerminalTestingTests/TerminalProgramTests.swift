import Glibc
import ProgramTesting
import TerminalCore
import TerminalTesting
import Testing

@Suite("D3: programs") struct TerminalProgramTests {
    @Test func runsAndTellsTheExitStatus() throws {
        let program = try TerminalProgram("sh", ["-c", "echo hello; exit 7"])
        #expect(try program.waitForExit() == .exited(7))
        #expect(program.screen.rows[0] == "hello")
        #expect(program.receivedByteCount == 7)
        #expect(program.rawOutput == Array("hello\r\n".utf8))
    }

    @Test func tellsTheSignalThatEndedIt() throws {
        let program = try TerminalProgram("sh", ["-c", "kill -TERM $$"])
        #expect(try program.waitForExit() == .signalled(15))
    }

    @Test func missingProgramsAreToldAtOnce() {
        #expect(throws: TerminalFailure.self) { try TerminalProgram("no-such-program") }
        #expect(throws: TerminalFailure.self) { try TerminalProgram("/no/such/program") }
    }

    @Test func environmentIsExact() throws {
        var options = TerminalProgram.Options()
        options.environment = ["ONLY": "this", "PATH": "/usr/bin:/bin"]
        let program = try TerminalProgram("env", options: options)
        try program.waitForExit()
        #expect(program.screen.text.split(separator: "\n") == ["ONLY=this", "PATH=/usr/bin:/bin"])
    }

    @Test func workingDirectoryAndDescriptorsAreAsAskedFor() throws {
        var options = TerminalProgram.Options()
        options.workingDirectory = "/usr"
        let program = try TerminalProgram("sh", ["-c", "pwd; cd /proc/self/fd; echo *"], options: options)
        try program.waitForExit()
        #expect(program.screen.rows[0] == "/usr")
        // The shell has one more open while it lists them.
        #expect(program.screen.rows[1].hasPrefix("0 1 2"))
        #expect(program.screen.rows[1].split(separator: " ").count <= 4)
    }

    @Test func windowIsThereFromTheStart() throws {
        var options = TerminalProgram.Options()
        options.size = Size(columns: 33, rows: 9)
        let program = try TerminalProgram("stty", ["size"], options: options)
        try program.waitForText("9 33")
    }

    @Test func resizeReachesTheProgram() throws {
        let program = try TerminalProgram(
            "sh", ["-c", "trap 'stty size; exit' WINCH; echo ready; while :; do read x; done"])
        try program.waitForText("ready")
        program.resize(to: Size(columns: 40, rows: 12))
        try program.waitForText("12 40")
        #expect(program.screen.size == Size(columns: 40, rows: 12))
    }

    @Test func controllingTerminalIsThere() throws {
        let script = "echo to the terminal > /dev/tty; cut -d' ' -f6 /proc/$$/stat; echo $$"
        let program = try TerminalProgram("sh", ["-c", script])
        try program.waitForExit()
        let rows = program.screen.rows.map { $0.filter { $0 != " " } }
        #expect(rows[0] == "totheterminal")
        #expect(rows[1] == rows[2] && rows[2] == "\(program.processIdentifier)")
    }

    @Test func controllingTerminalCanBeMissing() throws {
        var options = TerminalProgram.Options()
        options.hasControllingTerminal = false
        let program = try TerminalProgram(
            "sh", ["-c", "test -t 0 && echo a terminal; (: > /dev/tty) 2> /dev/null || echo but no /dev/tty"],
            options: options)
        try program.waitForExit()
        #expect(program.screen.rows[0...1] == ["a terminal", "but no /dev/tty"])
    }

    @Test func standardDescriptorsCanBeElsewhere() throws {
        let directory = try TemporaryFolder()
        var options = TerminalProgram.Options()
        options.input = .null
        options.output = .file(directory.path + "/out")
        options.errorOutput = .closed
        let program = try TerminalProgram(
            "sh", ["-c", "cat; echo to the file; echo lost >&2; echo shown > /dev/tty"], options: options)
        #expect(try program.waitForExit() == .exited(0))
        #expect(program.screen.text.contains("shown") && !program.screen.text.contains("file"))
        #expect(directory.text(of: "out") == "to the file\n")
    }

    @Test func typedAheadBytesAreWaiting() throws {
        var options = TerminalProgram.Options()
        options.typedAhead = Array("early\n".utf8)
        let program = try TerminalProgram("sh", ["-c", "read word; echo got $word"], options: options)
        try program.waitForText("got early")
    }

    @Test func signalsReachTheProgram() throws {
        let program = try TerminalProgram(
            "sh", ["-c", "trap 'echo caught; exit 3' USR1; echo ready; while :; do read x; done"])
        try program.waitForText("ready")
        program.send(signal: SIGUSR1)
        #expect(try program.waitForExit() == .exited(3))
        #expect(program.screen.text.contains("caught"))
        program.send(signal: SIGKILL)
    }

    @Test func interruptKeyIsASignal() throws {
        let program = try TerminalProgram("cat")
        try program.press(.control("c"))
        #expect(try program.waitForExit() == .signalled(2))
    }

    @Test func hangUpEndsTheSession() throws {
        let program = try TerminalProgram("cat")
        program.hangUp()
        #expect(try program.waitForExit() == .signalled(1))
    }

    @Test func closingKillsEvenTheUnwilling() throws {
        let program = try TerminalProgram(
            "sh", ["-c", "trap '' HUP INT TERM QUIT; echo ready; while :; do read x || :; done"])
        try program.waitForText("ready")
        program.close()
        #expect(program.exitStatus == .signalled(9))
        #expect(kill(program.processIdentifier, 0) == -1)
        program.close()
    }

    @Test func droppingKillsTheProgram() throws {
        var program: TerminalProgram? = try TerminalProgram("cat")
        let pid = try #require(program?.processIdentifier)
        #expect(kill(pid, 0) == 0)
        program = nil
        #expect(kill(pid, 0) == -1)
    }

    @Test func modesAreThoseOfSttyAlsoAfterTheEnd() throws {
        var options = TerminalProgram.Options()
        options.size = Size(columns: 120, rows: 6)
        let program = try TerminalProgram(
            "sh", ["-c", "stty -g; read x; stty -echo; echo quiet; read x"], options: options)
        let before = try #require(program.modes)
        #expect(before.isEchoOn && before.isCanonical && before.sendsSignals)
        try program.waitForText(before.description)
        try program.press(.enter)
        try program.waitForText("quiet")
        #expect(program.modes?.isEchoOn == false)
        try program.press(.enter)
        try program.waitForExit()
        #expect(program.modes?.isEchoOn == false)
        #expect(program.modes != before)
    }

    @Test func queriesOfTheProgramAreAnswered() throws {
        let script = "stty -echo -icanon min 1 time 20; printf '\\033[6n'; dd bs=1 count=6 2> /dev/null | od -c"
        let program = try TerminalProgram("sh", ["-c", script])
        try program.waitForText(/033 +\[ +1 +; +1 +R/)
    }
}

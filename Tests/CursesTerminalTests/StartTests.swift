import Glibc
import TerminalCore
import TerminalTesting
import Testing

@Suite("Where the terminal comes from, and what it must be able to do")
struct StartTests {
    @Test("T7: what was typed before the start is not lost")
    func typedAhead() throws {
        var options = Probe.options
        options.typedAhead = Array("13542138562\tsecret".utf8)
        let program = try Probe.start(options: options)
        try program.waitFor("both fields to be filled") {
            $0.text(ofRow: 4) == "  13542138562" && $0.text(ofRow: 6) == "  ••••••"
        }
    }

    @Test(
        "T4: a terminal that cannot be used",
        arguments: [
            ("dumb", "this kind of terminal cannot place its cursor: TERM=dumb"),
            ("no-such", "unknown kind of terminal: TERM=no-such"),
            ("a\u{1B}[2Jb", "unknown kind of terminal: TERM=a?[2Jb"),
            ("", "TERM is not set: the kind of terminal is not known"),
            (nil, "TERM is not set: the kind of terminal is not known"),
        ])
    func uselessTerminal(name: String?, message: String) throws {
        var options = Probe.options
        options.environment["TERM"] = name
        let reference = try TerminalProgram("true")
        try reference.waitForExit()
        let program = try TerminalProgram(Probe.path, options: options)
        #expect(try program.waitForExit() == .exited(2))
        #expect(program.rawOutput == Array("\(message)\r\n".utf8), "one line, and no escape bytes")
        #expect(program.modes == reference.modes)
    }

    @Test func noTerminalAtAll() throws {
        let file = TemporaryFile()
        var options = Probe.options
        options.hasControllingTerminal = false
        options.input = .null
        options.output = .null
        options.errorOutput = .file(file.path)
        let program = try TerminalProgram(Probe.path, options: options)
        #expect(try program.waitForExit(within: .seconds(1)) == .exited(2))
        #expect(file.text == "no terminal: neither standard input and output nor /dev/tty is one\n")
        #expect(program.receivedByteCount == 0)
    }

    @Test(arguments: [true, false])
    func redirectedStreamsGetNothing(isOutput: Bool) throws {
        let file = TemporaryFile()
        var options = Probe.options
        if isOutput { options.output = .file(file.path) } else { options.input = .null }
        let program = try Probe.start(options: options)
        try program.type("x")
        try program.waitFor("the key to be taken") { $0.text(ofRow: 4) == "  x" }
        try program.press(.control("c"))
        #expect(try program.waitForExit() == .exited(0))
        #expect(program.modes?.isEchoOn == true)
        if isOutput { #expect(file.text == "") }
    }

    @Test("T2: LINES and COLUMNS do not freeze the size")
    func environmentDoesNotFreezeTheSize() throws {
        var options = Probe.options
        options.environment["COLUMNS"] = "20"
        options.environment["LINES"] = "5"
        let program = try Probe.start(options: options)
        program.resize(to: Size(columns: 100, rows: 30))
        try program.waitForText("Probe 100x30")
    }

    @Test func executedProgramGetsWhatThisOneWasGiven() throws {
        let program = try Probe.start(
            script: """
                trap "" USR1
                ulimit -Sc 7
                echo "limit $(ulimit -c)"
                echo "given $(grep SigIgn /proc/self/status)"
                exec "$0" 7</dev/null
                """)
        try program.waitForText("Probe 160x24")
        try program.press(.control("e"))
        try program.waitForExit()
        let rows = program.screen.rows
        func told(_ word: String) -> String? {
            rows.first { $0.hasPrefix(word) }.map { $0.dropFirst(word.count).trimmingPrefix(while: \.isWhitespace) }
                .map(String.init)
        }
        #expect(told("fds") == "0 1 2 3", "the last one is of the program that lists them")
        #expect(told("SigBlk:") == "0000000000000000")
        #expect(told("SigIgn:") == told("given SigIgn:"))
        let ignored = UInt64(told("SigIgn:") ?? "", radix: 16) ?? 0
        #expect(ignored & 1 << UInt64(SIGUSR1 - 1) != 0)
        #expect(told("limit") == "7")
        #expect(told("now") == "7")
        #expect(rows.contains { $0.contains(" icanon ") })
    }
}

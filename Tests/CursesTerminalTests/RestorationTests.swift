import Glibc
import TerminalCore
import TerminalTesting
import Testing

@Suite("T1: every way out restores the terminal")
struct RestorationTests {
    /// Starts the probe in a terminal with unusual settings, which the first row of its main screen tells.
    private func start() throws -> TerminalProgram {
        let program = try Probe.start(
            script: """
                stty erase ^H intr ^X -ixon -echoctl
                stty -g
                exec "$0"
                """)
        try program.waitForText("Probe 160x24")
        #expect(program.modes?.isEchoOn == false)
        #expect(program.modes?.isCanonical == false)
        #expect(program.modes?.sendsSignals == false)
        #expect(program.screen.isAlternateScreenActive)
        #expect(program.screen.isBracketedPasteOn)
        #expect(program.screen.mouseReporting != .off)
        return program
    }

    private func expectRestored(_ program: TerminalProgram) {
        #expect(program.modes?.description == program.screen.rows[0])
        #expect(!program.screen.isAlternateScreenActive)
        #expect(!program.screen.isBracketedPasteOn)
        #expect(program.screen.mouseReporting == .off)
        #expect(program.screen.isCursorVisible)
        #expect(program.screen.cursor.column == 0)
        #expect(program.hasWritten("\u{1B}[?1l\u{1B}>"), "the keypad is in its normal mode")
    }

    @Test func normalExit() throws {
        let program = try start()
        try program.press(.control("c"))
        #expect(try program.waitForExit() == .exited(0))
        expectRestored(program)
    }

    @Test(arguments: [
        SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGSTKFLT, SIGXCPU, SIGIO,
        SIGPWR,
    ])
    func endingSignal(number: CInt) throws {
        let program = try start()
        program.send(signal: number)
        #expect(try program.waitForExit() == .exited(128 + Int(number)))
        expectRestored(program)
    }

    @Test(arguments: [SIGPIPE, SIGXFSZ])
    func ignoredSignal(number: CInt) throws {
        let program = try start()
        program.send(signal: number)
        try program.press(.control("c"))
        #expect(try program.waitForExit() == .exited(0))
        expectRestored(program)
    }

    @Test(arguments: [
        (SIGSEGV, "SEGV"), (SIGBUS, "BUS"), (SIGILL, "ILL"), (SIGFPE, "FPE"), (SIGABRT, "ABRT"), (SIGTRAP, "TRAP"),
        (SIGSYS, "SYS"),
    ])
    func crashSignal(number: CInt, name: String) throws {
        let program = try start()
        program.send(signal: number)
        #expect(try program.waitForExit() == .exited(128 + Int(number)))
        #expect(program.screen.rows[1] == "internal error: SIG\(name)")
        #expect(program.screen.rows[2...].joined().isEmpty)
        expectRestored(program)
    }

    @Test func trap() throws {
        let program = try start()
        try program.press(.control("t"))
        // The architecture decides which of them a trap is.
        let status = try program.waitForExit()
        #expect([.exited(128 + Int(SIGILL)), .exited(128 + Int(SIGTRAP))].contains(status))
        #expect(program.screen.rows[1].hasPrefix("internal error: SIG"))
        expectRestored(program)
    }

    @Test func stackOverflow() throws {
        let program = try start()
        try program.press(.control("o"))
        #expect(try program.waitForExit() == .exited(128 + Int(SIGSEGV)))
        #expect(program.screen.rows[1] == "internal error: SIGSEGV")
        expectRestored(program)
    }

    @Test func hangUp() throws {
        let program = try start()
        program.hangUp()
        #expect(try program.waitForExit() == .exited(128 + Int(SIGHUP)))
    }

    @Test func hangUpWhereItsSignalIsIgnored() throws {
        let program = try Probe.start(script: #"trap "" HUP; exec "$0""#)
        try program.waitForText("Probe 160x24")
        program.hangUp()
        #expect(try program.waitForExit() == .exited(0))
    }

    @Test func outputAtAStandstill() throws {
        let file = TemporaryFile()
        var options = Probe.options
        options.errorOutput = .file(file.path)
        let program = try Probe.start(options: options)
        #expect(program.modes?.isEchoOn == false)
        try program.press(.control("s"))
        try program.waitFor("the output to be stopped") { _ in file.text == "stopped" }
        program.send(signal: SIGTERM)
        #expect(try program.waitForExit() == .exited(128 + Int(SIGTERM)))
        #expect(program.modes?.isEchoOn == true)
        #expect(program.modes?.isCanonical == true)
        #expect(program.screen.isAlternateScreenActive, "nothing could be sent")
    }

    @Test func terminalWithoutAlternateScreenIsCleared() throws {
        var options = Probe.options
        options.environment["TERM"] = "vt220"
        let program = try Probe.start("hidden-cursor", options: options)
        #expect(!program.screen.isCursorVisible)
        try program.press(.control("c"))
        try program.waitForExit()
        #expect(program.screen.rows.joined().isEmpty)
        #expect(program.screen.cursor == Position(row: 0, column: 0))
        #expect(program.screen.isCursorVisible)
    }

    /// Ways to leave: by a key, by a signal, by a crash.
    static let ways: [@Sendable (TerminalProgram) throws -> Void] = [
        { try $0.press(.control("c")) }, { $0.send(signal: SIGTERM) }, { $0.send(signal: SIGSEGV) },
    ]

    @Test(
        "The cursor goes back to its place, where the terminal can save but one",
        arguments: ["xterm-256color", "screen-256color", "rxvt"], 0..<3)
    func cursor(terminal: String, way: Int) throws {
        let program = try Probe.start(
            script: #"printf 'one\ntwo> '; exec "$0" 2> /dev/null"#, environment: ["TERM": terminal])
        try program.waitForText("Probe 160x24")
        try Self.ways[way](program)
        try program.waitForExit()
        #expect(program.screen.cursor == Position(row: 1, column: 5))
        // Whatever else were saved on the way would take the place of what was saved first.
        let output = String(decoding: program.rawOutput, as: UTF8.self)
        let saves = ["\u{1B}[?1049h", "\u{1B}7", "\u{1B}[?1048h", "\u{1B}[s"]
        #expect(saves.reduce(0) { $0 + output.split(separator: $1, omittingEmptySubsequences: false).count - 1 } == 1)
    }

    @Test func noCoreFileIsLeft() throws {
        let program = try Probe.start()
        let process = try program.probeIdentifier
        let limit = try program.status("Max core file size", of: process, in: "limits")
        #expect(limit?.hasPrefix("0 ") == true)
    }
}

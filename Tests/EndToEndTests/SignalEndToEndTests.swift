import Glibc
import TerminalCore
import TerminalTesting
import Testing

@Suite("T1: signals in every state", .timeLimit(.minutes(5)))
struct SignalEndToEndTests {
    /// What the screen can be in the middle of.
    enum State: CaseIterable {
        case idle, typed, alert, help, registering, busy, busyRegistering, home, tooSmall
    }

    private static let secret = "Tr0ub4dor-xyzzy"

    /// Starts the front end and leads it into `state`.
    private func start(_ state: State, hasJobControl: Bool = false) throws -> FrontEndRun {
        let isBusy = state == .busy || state == .busyRegistering
        // The spinner would make two pictures of one state differ.
        let run = try FrontEndRun.demo(delay: isBusy ? 30 : 0, "--reduce-motion", hasJobControl: hasJobControl)
        let program = run.program
        switch state {
        case .idle: break
        case .typed: try run.fillIn(password: Self.secret)
        case .alert:
            try run.fillIn(account: "nobody", password: Self.secret)
            try program.press(.enter)
            try program.waitForFrame("the alert") { $0.alert?.id == "account-missing" }
        case .help:
            try run.fillIn(password: Self.secret)
            try program.press(.function(1))
            try program.waitForText("Delete word")
        case .registering, .busyRegistering:
            try register(run)
            guard state == .busyRegistering else { break }
            try program.press(.enter)
            try program.waitForFrame("the call") { $0.busy }
        case .busy:
            try run.fillIn()
            try program.press(.enter)
            try program.waitForFrame("the call") { $0.busy }
        case .home:
            try run.fillIn()
            try program.press(.enter)
            try program.waitForFrame("home, counted") { $0.node("mentions")?.value == "3" }
        case .tooSmall:
            try run.fillIn(password: Self.secret)
            program.resize(to: Size(columns: 39, rows: 12))
            try program.waitForFrame("the notice") { $0.screen == "too-small" }
        }
        return run
    }

    private func register(_ run: FrontEndRun) throws {
        try run.program.press(.backTab, .backTab, .enter)
        try run.program.waitForFrame("registration") { $0.screen == "register" }
        try run.program.type("newcomer")
        try run.program.press(.enter)
        try run.program.type(Self.secret)
        try run.program.press(.enter)
        try run.program.type(Self.secret)
        try run.program.waitForFrame("a form that can be sent") { $0.node("submit")?.enabled == true }
        // The estimate comes from another process, later than the keys.
        try run.program.waitForText("strong")
    }

    @Test(
        "T1: INT, TERM, HUP and QUIT restore the terminal in every state, status 128+n", arguments: State.allCases,
        [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    func ending(in state: State, by signal: CInt) throws {
        let run = try start(state)
        run.program.send(signal: signal)
        #expect(try run.program.waitForExit() == .exited(128 + Int(signal)))
        try run.expectRestored()
        #expect(!run.hasWritten(Self.secret) && !run.hasWritten(FrontEndRun.password))
        // Nothing but the shell's own screen is left, and the cursor is where it was.
        #expect(run.program.screen.rows.joined().isEmpty)
        #expect(run.program.screen.cursor == Position(row: 0, column: 0))
    }

    @Test("T1: Ctrl-C restores the terminal in every state", arguments: State.allCases)
    func controlC(in state: State) throws {
        let run = try start(state)
        try run.program.press(.control("c"))
        #expect(try run.program.waitForExit() == .exited(state == .home ? 0 : 1))
        try run.expectRestored()
    }

    @Test("T1: a hang-up ends the program in every state", arguments: State.allCases)
    func hangUp(in state: State) throws {
        let run = try start(state)
        run.program.hangUp()
        #expect(try run.program.waitForExit() == .exited(128 + Int(SIGHUP)))
    }

    @Test("T1: Ctrl-Z stops in every state; fg repaints and has kept everything", arguments: State.allCases)
    func controlZ(in state: State) throws {
        let run = try start(state, hasJobControl: true)
        let program = run.program
        let (picture, frame) = (ScreenSnapshot(program.screen), try run.frame)
        try program.press(.control("z"))
        try program.waitForText("[told]")
        #expect(program.screen.contains("[stopped \(128 + SIGTSTP)]"))
        #expect(run.folder.text(of: "modes.stopped") == run.folder.text(of: "modes"))
        #expect(!program.screen.isAlternateScreenActive && program.screen.isCursorVisible)
        #expect(!program.screen.isBracketedPasteOn && program.screen.mouseReporting == .off)

        try program.type("\n")
        try program.waitFor("the same picture as before") { ScreenSnapshot($0) == picture }
        #expect(program.screen.isAlternateScreenActive && program.screen.isBracketedPasteOn)
        #expect(program.screen.mouseReporting != .off)
        #expect(program.modes?.isEchoOn == false)
        #expect(try run.frame.nodes == frame.nodes)
        try expectAlive(run, in: state)
        program.close()
        #expect(!run.hasWritten(Self.secret))
    }

    @Test(
        "T1: where stopping is impossible, Ctrl-Z and SIGTSTP repaint and keep everything", arguments: State.allCases,
        [true, false])
    func controlZOfASessionLeader(in state: State, byKey: Bool) throws {
        let run = try start(state)
        try expectRepaint(run) {
            if byKey { try run.program.press(.control("z")) } else { run.program.send(signal: SIGTSTP) }
        }
        try expectAlive(run, in: state)
    }

    @Test("T1: after SIGSTOP, SIGCONT repaints and has kept everything", arguments: State.allCases)
    func goingOn(in state: State) throws {
        let run = try start(state)
        run.program.send(signal: SIGSTOP)
        try run.program.waitFor("the program to be stopped") { _ in
            let path = "/proc/\(run.program.processIdentifier)/stat"
            let status = (try? readFile(path)).map { String(decoding: $0, as: UTF8.self) }
            return status?.contains(") T ") == true
        }
        try expectRepaint(run) { run.program.send(signal: SIGCONT) }
        try expectAlive(run, in: state)
        try run.program.press(.control("c"))
        try run.program.waitForExit()
        try run.expectRestored()
    }

    @Test("T1: SIGCONT alone repaints and keeps everything", arguments: State.allCases)
    func continueAlone(in state: State) throws {
        let run = try start(state)
        try expectRepaint(run) { run.program.send(signal: SIGCONT) }
        try expectAlive(run, in: state)
    }

    @Test(
        "T1: a crash while a password is typed: one fixed line, the terminal restored, status 139, no password",
        arguments: [State.typed, .help, .alert, .registering, .busyRegistering])
    func crash(in state: State) throws {
        let run = try start(state)
        run.program.send(signal: SIGSEGV)
        #expect(try run.program.waitForExit() == .exited(139))
        try run.expectRestored()
        #expect(run.program.screen.rows.filter { !$0.isEmpty } == ["internal error: SIGSEGV"])
        #expect(!run.hasWritten(Self.secret))
    }

    @Test("T1: a password that is shown is not left on the screen by a crash")
    func crashWhileRevealed() throws {
        let run = try start(.typed)
        try run.program.press(.control("r"))
        try run.program.waitForText(Self.secret)
        run.program.send(signal: SIGSEGV)
        #expect(try run.program.waitForExit() == .exited(139))
        try run.expectRestored()
        #expect(run.program.screen.rows.filter { !$0.isEmpty } == ["internal error: SIGSEGV"])
    }

    // MARK: - Expectations

    /// Does `action` and waits until the same picture has been painted anew, whole.
    private func expectRepaint(_ run: FrontEndRun, after action: () throws -> Void) throws {
        let program = run.program
        program.drain()
        let (picture, count) = (ScreenSnapshot(program.screen), program.rawOutput.count)
        try action()
        try program.waitFor("the same picture, painted anew") { screen in
            let output = program.rawOutput.dropFirst(count)
            return output.firstRange(of: Array("\u{1B}[2J".utf8)) != nil && ScreenSnapshot(screen) == picture
        }
        #expect(program.screen.isAlternateScreenActive && program.screen.isBracketedPasteOn)
        #expect(program.screen.mouseReporting != .off)
        #expect(program.modes?.isEchoOn == false)
    }

    /// Expects keys to act as they do in `state`.
    private func expectAlive(_ run: FrontEndRun, in state: State) throws {
        let program = run.program
        switch state {
        case .idle, .typed:
            try program.press(.tab)
            let focus = state == .idle ? "password" : "remember"
            try program.waitForFrame("the focus moved") { $0.focus == focus }
        case .alert:
            try program.press(.escape)
            try program.waitForFrame("the alert closed") { $0.alert == nil }
            #expect(try run.frame.node("password")?.length == Self.secret.count)
        case .help:
            try program.press(.escape)
            try program.waitForTextGone("Delete word")
        case .registering:
            try program.press(.tab)
            try program.waitForFrame("the focus moved") { $0.focus == "submit" }
        case .busy, .busyRegistering:
            try program.press(.escape)
            try program.waitForFrame("the call cancelled") { !$0.busy }
        case .home:
            try program.press(.tab, .enter)
            try program.waitForFrame("login") { $0.screen == "login" }
        case .tooSmall:
            program.resize(to: Size(columns: 80, rows: 24))
            try program.waitForFrame("the form") { $0.screen == "login" }
            #expect(try run.frame.node("password")?.length == Self.secret.count)
        }
    }
}

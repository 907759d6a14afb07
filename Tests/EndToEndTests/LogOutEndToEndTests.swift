import Glibc
import TerminalTesting
import Testing

@Suite("H4: leaving right behind a log-out", .timeLimit(.minutes(3)))
struct LogOutEndToEndTests {
    private let run: FrontEndRun

    /// Registers an account; its home is open.
    init() throws {
        run = try FrontEndRun.embedded()
        try run.register("newcomer", password: "tangerine gravel")
    }

    private var store: String { run.folder.file("data/accounts.sqlite") }

    /// Keeps the front end from writing to its store until it is closed.
    private func holdStore() throws -> TerminalProgram {
        let holder = try TerminalProgram("python3", ["-c", BadStoreEndToEndTests.flock, store])
        try holder.waitForText("held")
        return holder
    }

    /// Expects the store to know as many sessions.
    private func expectSessions(_ count: Int) throws {
        let script = """
            import sqlite3, sys
            rows = sqlite3.connect(sys.argv[1]).execute("SELECT count(*) FROM session").fetchone()
            print("sessions:", rows[0])
            """
        let program = try TerminalProgram("python3", ["-c", script, store])
        try program.waitForText("sessions: \(count)")
    }

    @Test("H4: log out and Ctrl-C in one write: the session has ended at the service")
    func oneWrite() throws {
        try expectSessions(1)
        try run.program.type("\r\u{3}")
        #expect(try run.program.waitForExit() == .exited(1))
        try run.expectRestored()
        try expectSessions(0)
    }

    @Test("H4: Ctrl-C waits for a log-out that takes its time, says so, and drops what is typed")
    func waits() throws {
        let holder = try holdStore()
        try run.program.press(.enter)
        try run.waitForScreen("login")
        try run.program.press(.control("c"))
        let leaving = try run.program.waitForFrame("the wait") { $0.toast != nil }
        #expect(leaving.toast == "Logging out" && leaving.busy && leaving.screen == "login")
        try run.program.type("x")
        holder.close()
        #expect(try run.program.waitForExit() == .exited(1))
        try run.expectRestored()
        #expect(try run.frame == leaving)
        try expectSessions(0)
    }

    @Test("T1: signals that end the program do not wait", arguments: [SIGTERM, SIGHUP])
    func signals(signal: CInt) throws {
        let holder = try holdStore()
        defer { holder.close() }
        try run.program.press(.enter)
        try run.waitForScreen("login")
        try run.program.press(.control("c"))
        try run.program.waitForFrame("the wait") { $0.toast != nil }
        run.program.send(signal: signal)
        #expect(try run.program.waitForExit() == .exited(128 + Int(signal)))
        try run.expectRestored()
    }
}

import Glibc
import ProgramTesting
import TerminalCore
import TerminalTesting
import Testing

@Suite("Windows, files and environments that nobody would choose", .timeLimit(.minutes(5)))
struct OddConditionsEndToEndTests {
    @Test("T2: a storm of sizes ends in the picture of the last one, with nothing lost")
    func manySizes() throws {
        let run = try FrontEndRun.demo()
        try run.fillIn()
        let before = ScreenSnapshot(run.program.screen)
        for step in 0..<200 {
            run.program.resize(to: Size(columns: 1 + step * 37 % 130, rows: 1 + step * 11 % 50))
        }
        run.program.resize(to: Size(columns: 80, rows: 24))
        // libvterm keeps what it had; only a picture painted anew is known to be whole.
        try run.program.press(.control("l"))
        try run.program.waitFor("the form as it was") { ScreenSnapshot($0) == before }
        try run.program.press(.enter)
        try run.waitForScreen("home")
    }

    @Test("T2: the smallest window there is holds the program, and its keys", arguments: [(1, 1), (2, 1), (1, 50)])
    func tinyWindow(columns: Int, rows: Int) throws {
        let run = try FrontEndRun(["--service", "demo:?delay=0"]) {
            $0.size = Size(columns: columns, rows: rows)
        }
        try run.program.waitForFrame("the notice") { $0.screen == "too-small" }
        try run.program.type("ada")
        run.program.resize(to: Size(columns: 80, rows: 24))
        #expect(try run.waitForScreen("login").size == [24, 80])
        try run.program.press(.control("c"))
        #expect(try run.program.waitForExit() == .exited(1))
        try run.expectRestored()
    }

    @Test("T2: LINES and COLUMNS do not freeze the size")
    func frozenSize() throws {
        let run = try FrontEndRun(["--service", "demo:?delay=0"]) { options in
            options.environment["LINES"] = "12"
            options.environment["COLUMNS"] = "40"
        }
        #expect(try run.waitForScreen("login").size == [24, 80])
        run.program.resize(to: Size(columns: 100, rows: 30))
        try run.program.waitForFrame("the new size") { $0.size == [30, 100] }
    }

    @Test("L7, L13: a key during the shake ends it and goes to the alert")
    func keyDuringTheShake() throws {
        let run = try FrontEndRun.demo()
        // The second Enter comes while the card shakes and closes the alert, the third finds the form.
        try run.program.press(.tab)
        try run.program.send([0x0D, 0x0D])
        try run.program.type("ada")
        let frame = try run.program.waitForFrame("what was typed behind them") { $0.node("account")?.value == "ada" }
        #expect(frame.alert == nil && frame.focus == "account")
    }

    @Test("D1: a state log that cannot be written any more keeps nobody from logging in, and is told of at the end")
    func fullStateLog() throws {
        let folder = try TemporaryFolder()
        let run = try FrontEndRun(["--state-log=/dev/full", "--service", "demo:?delay=0"], in: folder) {
            $0.stateLog = nil
            $0.errorOutput = .file(folder.file("errors"))
        }
        try run.program.waitForText("Go register")
        try run.program.type("ada\ttestApp123456\r")
        try run.program.waitForText("Log out")
        try run.program.press(.control("c"))
        #expect(try run.program.waitForExit() == .exited(0))
        #expect(
            folder.text(of: "errors") == "vestibule: the state log lacks frames: No space left on device\n")
    }

    @Test(
        "D1: a state log in no directory, or that is one, is said so in one line, status 2",
        arguments: ["/", "/none/x"])
    func impossibleStateLog(path: String) throws {
        let folder = try TemporaryFolder()
        let run = try FrontEndRun(["--state-log", path, "--service", "demo:"], in: folder) {
            $0.stateLog = nil
            $0.errorOutput = .file(folder.file("errors"))
        }
        #expect(try run.program.waitForExit() == .exited(2))
        let lines = folder.text(of: "errors")?.split(separator: "\n")
        #expect(lines?.count == 1 && lines?.first?.contains("state log \(path)") == true)
        try run.expectRestored()
    }

    @Test("T3, T6: an environment that is no text is none")
    func hostileEnvironment() throws {
        let script = #"""
            export LC_ALL="$(printf '\377\033]0;x\007')" NO_COLOR="$(printf '\377')"
            exec "$@"
            """#
        let run = try FrontEndRun(["--service", "demo:?delay=0"], launcher: ["sh", "-c", script, "sh"])
        try run.waitForScreen("login")
        #expect(run.program.screen.titles.isEmpty)
        try run.fillIn()
        try run.program.press(.enter)
        try run.waitForScreen("home")
    }

    @Test("T1: a program that is not read for a while goes on, and ends")
    func readerAtAStandstill() throws {
        let run = try FrontEndRun.demo()
        // More than a pseudo-terminal holds, and nobody reads it meanwhile.
        for _ in 0..<40 { try run.program.send([0x0C]) }
        try run.program.type("ada")
        try run.program.waitForFrame("the account") { $0.node("account")?.value == "ada" }
        run.program.send(signal: SIGTERM)
        #expect(try run.program.waitForExit() == .exited(128 + Int(SIGTERM)))
        try run.expectRestored()
    }

    @Test("L4: a password of 512 bytes registers, logs in, and leaves nothing behind")
    func longestPassword() throws {
        let run = try FrontEndRun.embedded("--password-length", "1-512")
        let password = String((0..<512).map { Character(Unicode.Scalar(33 + UInt8($0 * 7 % 94))) })
        try run.register("newcomer", password: password)
        try run.program.press(.tab, .enter)
        try run.waitForScreen("login")
        try run.typeSecret(password)
        try run.program.type("x")
        try run.program.waitForFrame("a refusal") { $0.toast?.contains("512 bytes") == true }
        try run.program.press(.enter)
        try run.waitForScreen("home")
        #expect(!run.hasWritten(String(password.prefix(12))))
    }
}

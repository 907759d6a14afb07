import Foundation
import Glibc
import TerminalCore
import TerminalTesting
import Testing

/// The front end in front of a command (section 1).
@Suite struct CommandEndToEndTests {
    /// A run that logs in and then becomes `command`.
    private func run(
        _ command: [String], environment: [String: String?] = [:], rows: Int = 24, redirectsErrors: Bool = false
    ) throws -> ProgramRun {
        var setup = ProgramRun.Setup()
        setup.command = command
        setup.environment = environment
        setup.size = Size(columns: 80, rows: rows)
        setup.redirectsErrors = redirectsErrors
        let run = try ProgramRun(setup)
        try run.logIn()
        return run
    }

    @Test("1: COMMAND knows the account and the user id, and not the vault's key")
    func environment() throws {
        let run = try run(
            ["sh", "-c", "env > env"],
            environment: [
                "VESTIBULE_VAULT_KEY": "key", "VESTIBULE_ACCOUNT": "somebody", "VESTIBULE_USER_ID": "0",
                "OTHER": "kept",
            ])
        #expect(try run.program.waitForExit() == .exited(0))
        let lines = run.text(of: "env").split(separator: "\n")
        #expect(lines.contains("VESTIBULE_ACCOUNT=ada"))
        let identifier = try #require(lines.first { $0.hasPrefix("VESTIBULE_USER_ID=") })
        #expect(identifier.dropFirst(18) != "0" && identifier.count > 18)
        #expect(!lines.contains { $0.hasPrefix("VESTIBULE_VAULT_KEY") })
        #expect(lines.contains("OTHER=kept"))
    }

    @Test("1: COMMAND has no descriptor but the standard ones")
    func descriptors() throws {
        let run = try run(["sh", "-c", "echo ready; read x"])
        try run.program.waitForText("ready")
        let path = "/proc/\(run.program.processIdentifier)/fd"
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).sorted() == ["0", "1", "2"])
    }

    @Test("1: COMMAND has signals as they were, none blocked, ignored or caught")
    func signals() throws {
        let run = try run(["cat", "/proc/self/status"], rows: 100)
        #expect(try run.program.waitForExit() == .exited(0))
        for field in ["SigBlk", "SigIgn", "SigCgt"] { #expect(signals(field, run) == 0, "\(field)") }
    }

    @Test("1: a signal that was ignored at the start is ignored in COMMAND, as under nohup")
    func inheritedDispositions() throws {
        var setup = ProgramRun.Setup()
        setup.script = "trap '' HUP; exec \"$0\" \"$@\""
        setup.command = ["cat", "/proc/self/status"]
        setup.size = Size(columns: 80, rows: 100)
        let run = try ProgramRun(setup)
        try run.logIn()
        #expect(try run.program.waitForExit() == .exited(0))
        #expect(signals("SigIgn", run) == 1)
    }

    @Test("1, T1: the terminal is restored before COMMAND runs")
    func terminal() throws {
        var setup = ProgramRun.Setup()
        setup.script = "stty -a > before; exec \"$0\" \"$@\""
        setup.command = ["sh", "-c", "stty -a > inside; echo ready; read x"]
        let run = try ProgramRun(setup)
        try run.logIn()
        try run.program.waitForText("ready")
        #expect(!run.text(of: "before").isEmpty && run.text(of: "inside") == run.text(of: "before"))
        let screen = run.program.screen
        #expect(!screen.isAlternateScreenActive && screen.isCursorVisible)
        #expect(screen.mouseReporting == .off && !screen.isBracketedPasteOn)
        // The cursor keys are back in their normal mode.
        #expect(screen.bytes(for: .up) == Array("\u{1B}[A".utf8))
        #expect(!screen.contains("Log in"))
    }

    @Test("1: the status is COMMAND's own", arguments: [0, 1, 7, 255])
    func status(_ status: Int) throws {
        let run = try run(["sh", "-c", "exit \(status)"])
        let ended = try run.program.waitForExit()
        #expect(ended == .exited(status), "\(run.program.screen.text)")
    }

    @Test("1: what ends COMMAND by a signal is seen by whoever waits")
    func signalStatus() throws {
        let run = try run(["sh", "-c", "kill -TERM $$"])
        #expect(try run.program.waitForExit() == .signalled(15))
    }

    @Test("1: COMMAND gets its arguments as they are")
    func arguments() throws {
        let run = try run(["printf", "<%s>", "--help", "a b", "", "密", "--"])
        #expect(try run.program.waitForExit() == .exited(0))
        #expect(run.program.screen.contains("<--help><a b><><密><-->"))
    }

    @Test("1: a COMMAND that does not exist is 127 and a line")
    func missingCommand() throws {
        let run = try run(["no-such-command"], redirectsErrors: true)
        #expect(try run.program.waitForExit() == .exited(127))
        #expect(run.errorText == "vestibule: cannot run 'no-such-command': No such file or directory\n")
    }

    @Test("1: a COMMAND that cannot be run is 126 and a line")
    func forbiddenCommand() throws {
        let run = try run(["/"], redirectsErrors: true)
        #expect(try run.program.waitForExit() == .exited(126))
        #expect(run.errorText == "vestibule: cannot run '/': Permission denied\n")
        #expect(!run.program.screen.isAlternateScreenActive)
    }

    @Test("1: Ctrl-Z stops the front end, but not in front of COMMAND", arguments: [false, true])
    func suspension(guardsCommand: Bool) throws {
        var setup = ProgramRun.Setup()
        // With job control, so that the front end has a process group of its own that could be continued.
        setup.script = "set -m; \"$0\" \"$@\"; echo status $?"
        if guardsCommand { setup.command = ["echo", "in command"] }
        let run = try ProgramRun(setup)
        try run.waitForLogin()
        try run.program.press(.control("z"))
        if guardsCommand {
            try run.logIn()
            try run.program.waitForText("status 0")
            #expect(run.program.screen.contains("in command") && !run.hasWritten("status 148"))
        } else {
            try run.program.waitForText("status 148")
        }
    }

    @Test("1: registration is off in front of COMMAND, and an alert says so")
    func registrationOff() throws {
        var setup = ProgramRun.Setup()
        setup.command = ["true"]
        let run = try ProgramRun(setup)
        try run.waitForLogin()
        try run.moveFocus(to: "register")
        try run.program.press(.enter)
        let frame = try run.waitForAlert("not-offered")
        #expect(frame.screen == "login" && frame.alert?.text?.isEmpty == false)
        try run.program.press(.escape)
        try run.waitForLogin()
        // The way by an account that does not exist is shut as well.
        try run.moveFocus(to: "account")
        try run.logIn(account: "nobody", password: "long enough 1")
        try run.waitForAlert("account-missing")
        try run.program.press(.right, .enter)
        try run.waitForAlert("not-offered")
        #expect(!run.program.frames.contains { $0.screen == "register" })
    }

    @Test("1: --allow register lets people register in front of COMMAND; no child of the front end is left")
    func registration() throws {
        var setup = ProgramRun.Setup()
        setup.arguments += ["--allow", "register"]
        setup.command = ["sh", "-c", "echo hello $VESTIBULE_ACCOUNT; read x"]
        let run = try ProgramRun(setup)
        try run.waitForLogin()
        try run.moveFocus(to: "register")
        try run.program.press(.enter)
        try run.waitForScreen("register")
        try run.moveFocus(to: "account")
        try run.program.type("newcomer")
        try run.moveFocus(to: "password")
        try run.program.type("tangerine gravel 42")
        // The estimator's process runs now.
        try run.program.waitForFrame("a judged password") { $0.node("strength")?.value?.isEmpty == false }
        try run.moveFocus(to: "password-again")
        try run.program.type("tangerine gravel 42")
        try run.program.press(.enter)
        try run.program.waitForText("hello newcomer")
        #expect(try children(of: run.program.processIdentifier) == [])
    }

    @Test("1: --allow takes known words only", arguments: ["all", "register,", ",", "Register"])
    func unknownAllowance(_ list: String) throws {
        var setup = ProgramRun.Setup()
        setup.arguments += ["--allow", list]
        setup.redirectsErrors = true
        let run = try ProgramRun(setup)
        #expect(try run.program.waitForExit() == .exited(2))
        #expect(run.errorText.hasPrefix("vestibule: --allow takes register, reset and remember"))
        #expect(run.program.receivedByteCount == 0)
    }

    /// The set of signals in `field` of the process state on the screen, the first signal in the lowest bit; without
    /// 32 and 33, which the C library keeps for itself and its `posix_spawn` ignores in every process.
    private func signals(_ field: String, _ run: ProgramRun) -> UInt64? {
        let line = run.program.screen.rows.first { $0.hasPrefix(field) }
        return line.flatMap { UInt64($0.suffix(16), radix: 16) }.map { $0 & ~(3 << 31) }
    }

    /// The processes whose parent is `parent`, those that have ended but not been waited for among them.
    private func children(of parent: Int32) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { name in
            guard Int32(name) != nil, let stat = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8),
                // The name in parentheses may hold anything.
                let rest = stat.split(separator: ")").last
            else { return false }
            return rest.split(separator: " ")[1] == "\(parent)"
        }
    }
}

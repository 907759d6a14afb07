import Foundation
import TerminalCore
import TerminalTesting
import Testing

/// How options, the locale and the terminal's kind change what is written (sections 1 and 2).
@Suite struct TerminalOptionsEndToEndTests {
    /// A run that shows its login screen.
    private func run(_ arguments: [String] = [], environment: [String: String?] = [:]) throws -> ProgramRun {
        var setup = ProgramRun.Setup()
        setup.arguments += arguments
        setup.environment = environment
        let run = try ProgramRun(setup)
        try run.waitForLogin()
        return run
    }

    /// Fills in the form, fails, reads the alert and the help, and leaves.
    private func showEverything(_ run: ProgramRun) throws {
        try run.logIn(password: "wrong password")
        try run.waitForAlert("login-failed")
        try run.program.press(.enter)
        try run.waitForLogin()
        try run.program.press(.control("r"), .function(1))
        try run.program.waitForText("Move left")
        try run.program.press(.control("c"))
        #expect(try run.program.waitForExit() == .exited(1))
    }

    /// The parameters of all sequences in `bytes` that set colours and attributes.
    private func renditions(_ bytes: [UInt8]) -> [Int] {
        String(decoding: bytes, as: UTF8.self).matches(of: /\u{1B}\[([0-9;:]*)m/).flatMap {
            $0.1.split { ";:".contains($0) }.compactMap { Int($0) }
        }
    }

    @Test("1: --ascii writes nothing beyond ASCII while the language is English")
    func ascii() throws {
        let run = try run(["--ascii"])
        #expect(run.program.screen.contains("+------") && run.program.screen.contains("| Account "))
        try showEverything(run)
        #expect(run.program.rawOutput.allSatisfy { $0 < 0x80 })
        // Nor is the terminal's line drawing used.
        #expect(!run.hasWritten("\u{1B}(0"))
    }

    @Test(
        "T3: in the C locale nothing beyond ASCII is written; borders are the terminal's own",
        arguments: ["C", "POSIX"])
    func plainLocale(_ locale: String) throws {
        let run = try run(environment: ["LANG": locale])
        // The emulator shows its line drawing set as what it stands for.
        #expect(run.program.screen.contains("┌──") && run.program.screen.contains("Log in"))
        #expect(run.hasWritten("\u{1B}(0"))
        try showEverything(run)
        #expect(run.program.rawOutput.allSatisfy { $0 < 0x80 })
    }

    @Test("T3: in the C locale what is typed is read as UTF-8 all the same")
    func plainLocaleInput() throws {
        let run = try run(environment: ["LANG": nil])
        try run.program.type("é密")
        try run.program.waitForFrame("the typed text") { $0.node("account")?.value == "é密" }
        #expect(run.program.rawOutput.allSatisfy { $0 < 0x80 })
    }

    @Test("1: NO_COLOR leaves colours out; enabled and disabled can still be told apart")
    func withoutColor() throws {
        let run = try run(environment: ["NO_COLOR": "1"])
        let disabled = try look(ofSubmitIn: run)
        try run.program.type("ada")
        try run.program.press(.enter)
        try run.program.type("testApp123456")
        try run.program.waitForFrame("an enabled button") { $0.node("submit")?.enabled == true }
        let enabled = try look(ofSubmitIn: run)
        #expect(enabled.map(\.text) != disabled.map(\.text) || enabled.map(\.style) != disabled.map(\.style))
        #expect(enabled.map(\.text).joined().contains("[ Log in ]"))
        try run.program.press(.control("c"))
        try run.program.waitForExit()
        let colors = renditions(run.program.rawOutput).filter { (30...49).contains($0) || (90...107).contains($0) }
        #expect(colors.isEmpty, "\(colors)")
    }

    /// The cells of the login button.
    private func look(ofSubmitIn run: ProgramRun) throws -> [ScreenCell] {
        let rect = try #require(run.program.frames.last?.node("submit")?.rect)
        return (rect[0]..<rect[0] + rect[2]).flatMap { row in
            run.program.screen.cells(ofRow: row)[rect[1]..<rect[1] + rect[3]]
        }
    }

    @Test("1, L7: --reduce-motion has no shake and no spinner", arguments: [false, true])
    func reducedMotion(isReduced: Bool) throws {
        var setup = ProgramRun.Setup()
        setup.arguments = ["--service", "demo:?delay=0.6"] + (isReduced ? ["--reduce-motion"] : [])
        let run = try ProgramRun(setup)
        try run.waitForLogin()
        let corner = try #require(run.program.screen.position(of: "┌"))
        // What shows of the card: its columns, and the texts of the button while it is busy.
        var (columns, labels): (Set<Int>, Set<String>) = ([], [])
        try run.logIn(password: "wrong password")
        try run.program.waitFor("the alert") { screen in
            if !screen.contains("Login failed"), let place = screen.position(of: "┌") { columns.insert(place.column) }
            labels.formUnion(screen.rows.filter { $0.contains("Logging in") })
            return screen.contains("Login failed")
        }
        #expect(columns.contains(corner.column))
        // The waits see the screen after each piece of output, so that what is missing was never written.
        #expect(isReduced ? columns.count == 1 && labels.count == 1 : columns.count > 1 && labels.count > 1)
    }

    @Test("1, L8: --reduce-motion writes nothing while the service is awaited")
    func reducedMotionIsQuiet() throws {
        var setup = ProgramRun.Setup()
        setup.arguments = ["--service", "demo:?delay=3600", "--reduce-motion"]
        let run = try ProgramRun(setup)
        try run.logIn()
        try run.program.waitForText("Logging in")
        try run.program.waitUntilSettled()
        let before = run.program.receivedByteCount
        try run.program.waitUntilSettled(quiet: .milliseconds(300))
        #expect(run.program.receivedByteCount == before)
        #expect(run.program.frames.last?.busy == true)
    }

    @Test(
        "T1, T4: each common terminal shows the login and is restored",
        arguments: ["linux", "screen", "tmux-256color", "vt100", "xterm"])
    func terminals(_ name: String) throws {
        var setup = ProgramRun.Setup()
        setup.environment = ["TERM": name]
        setup.script = "stty -a > before; \"$0\" \"$@\"; echo status $?; stty -a > after"
        let run = try ProgramRun(setup)
        try run.waitForLogin()
        for text in ["Log in", "Account", "Password", "Remember password", "Go register", "Forgot password"] {
            #expect(run.program.screen.contains(text), "\(text)")
        }
        try run.program.type("ada")
        try run.program.waitForFrame("the typed account") { $0.node("account")?.value == "ada" }
        try run.program.press(.control("c"))
        try run.program.waitForText("status 1")
        try run.program.waitForExit()
        #expect(run.text(of: "after") == run.text(of: "before"))
        let screen = run.program.screen
        #expect(!screen.isAlternateScreenActive && screen.isCursorVisible && !screen.isBracketedPasteOn)
        #expect(screen.mouseReporting == .off && screen.bytes(for: .up) == Array("\u{1B}[A".utf8))
        #expect(!screen.contains("Forgot password"))
    }

    @Test("T3: on the Linux console English and ASCII marks, unless --language says otherwise")
    func console() throws {
        let english = try run(environment: ["TERM": "linux", "LANG": "zh_CN.UTF-8"])
        #expect(english.program.screen.contains("Log in"))
        try english.program.press(.tab)
        try english.program.type("ab")
        try english.program.waitForText("> **")
        let chinese = try run(["--language", "zh-Hans"], environment: ["TERM": "linux"])
        #expect(chinese.program.screen.contains("登录"))
    }

    @Test(
        "T4: a terminal that cannot address the cursor is one line and status 2", arguments: ["dumb", "no-such", nil])
    func unusableTerminals(_ name: String?) throws {
        var setup = ProgramRun.Setup()
        setup.environment = ["TERM": name]
        setup.redirectsErrors = true
        let run = try ProgramRun(setup)
        #expect(try run.program.waitForExit() == .exited(2))
        #expect(run.errorText.hasPrefix("vestibule: ") && run.errorText.split(separator: "\n").count == 1)
        #expect(run.program.receivedByteCount == 0)
    }

    @Test("T3: an UTF-8 locale that is not installed shows its language")
    func missingLocale() throws {
        let run = try run(environment: ["LANG": "zh_CN.UTF-8"])
        #expect(run.program.screen.contains("登录"))
        #expect(run.program.frames.last?.language == "zh-Hans" && run.program.frames.last?.toast == nil)
    }

    @Test("T3: another character set is replaced by UTF-8, with a notice")
    func otherCharset() throws {
        let run = try run(environment: ["LANG": "zh_CN.GB18030"])
        let frame = try run.program.waitForFrame("a notice") { $0.toast != nil }
        #expect(frame.language == "zh-Hans" && frame.toast?.contains("GB18030") == true)
        #expect(run.program.screen.contains("登录") && run.program.screen.contains("GB18030"))
    }
}

import Foundation
import ProgramTesting
import TerminalCore
import TerminalTesting
import Testing

/// The command line of the built program (section 1).
@Suite struct OptionsEndToEndTests {
    /// A run with `arguments` alone behind the demo service's.
    private func run(
        _ arguments: [String], environment: [String: String?] = [:], redirectsErrors: Bool = false
    ) throws -> ProgramRun {
        var setup = ProgramRun.Setup()
        setup.arguments += arguments
        setup.environment = environment
        setup.redirectsErrors = redirectsErrors
        return try ProgramRun(setup)
    }

    /// Expects `arguments` to be refused by a line with `text`, and nothing to be left on the screen.
    private func expectRefusal(_ arguments: [String], _ text: String) throws {
        let run = try run(arguments, redirectsErrors: true)
        #expect(try run.program.waitForExit() == .exited(2))
        #expect(run.errorText.hasPrefix("vestibule: ") && run.errorText.contains(text), "\(run.errorText)")
        #expect(run.errorText.hasSuffix("\n") && run.errorText.split(separator: "\n").count == 1)
        #expect(!run.program.screen.isAlternateScreenActive && run.program.screen.text.allSatisfy(\.isWhitespace))
    }

    @Test("1: --help and --version are plain text on stdout, status 0, without any terminal")
    func informationWithoutTerminal() throws {
        let usage = "Usage: vestibule [OPTIONS] [-- COMMAND [ARG...]]\n"
        let lines = [
            (["--help"], usage), (["--version"], "vestibule "), (["--help", "extra"], usage),
            (["--help", "--"], usage),
            (["--help", "--nonsense"], usage), (["--ascii", "--version", "--help"], "vestibule "),
        ]
        for (arguments, text) in lines {
            var setup = ProgramRun.Setup()
            setup.arguments = arguments
            setup.hasTerminal = false
            setup.environment = ["TERM": nil, "HOME": nil, "LANG": nil]
            let run = try ProgramRun(setup)
            #expect(try run.program.waitForExit() == .exited(0))
            #expect(run.text(of: "output").hasPrefix(text) && run.text(of: "output").hasSuffix("\n"))
            #expect(!run.bytes(of: "output").contains(0x1B) && run.errorText.isEmpty)
        }
    }

    @Test("1: the programs that it starts say what they are")
    func companions() throws {
        var setup = ProgramRun.Setup()
        setup.script = """
            beside=${0%/*}
            "$beside/vestibule-connect" --help > help && "$beside/vestibule-connect" --version > version || exit 1
            "$beside/vestibule-connect" --help > /dev/full 2> full && exit 1
            "$beside/vestibule-strength" x 2> errors < /dev/null
            """
        let run = try ProgramRun(setup)
        #expect(try run.program.waitForExit() == .exited(2))
        #expect(run.text(of: "help").hasPrefix("Usage: vestibule-connect "))
        #expect(run.text(of: "version").hasPrefix("vestibule-connect "))
        #expect(run.text(of: "full").hasPrefix("vestibule-connect: cannot write the output: "))
        #expect(run.errorText == "vestibule-strength: it is started by vestibule, and takes no arguments\n")
    }

    @Test("1: --help tells each option there is, and no line is too long")
    func help() throws {
        let run = try run(["--help"])
        #expect(try run.program.waitForExit() == .exited(0))
        let text = String(decoding: run.program.rawOutput, as: UTF8.self)
        for option in [
            "--service URL", "--language zh-Hans|en", "--data-dir DIR", "--password-length MIN-MAX", "--allow LIST",
            "--conceal-accounts", "--sms-command COMMAND", "--mail-command COMMAND", "--timeout SECONDS",
            "--allow-plaintext", "--reduce-motion", "--ascii",
            "--no-mouse", "--state-log FILE", "--version",
            "--help",
        ] {
            #expect(text.contains("  " + option) || text.contains(", " + option), "\(option)")
        }
        #expect(text.split(separator: "\r\n").allSatisfy { $0.count < 80 })
    }

    @Test("1: each option that --help tells is taken")
    func helpIsTrue() throws {
        let help = try run(["--help"])
        try help.program.waitForExit()
        let text = String(decoding: help.program.rawOutput, as: UTF8.self)
        let values = [
            "service": "demo:?delay=0", "language": "en", "data-dir": "data", "password-length": "1-9",
            "allow": "reset", "sms-command": "true", "mail-command": "true", "timeout": "5", "state-log": "log",
        ]
        for match in text.matches(of: /(?m)^ +--([a-z-]+)( [A-Z]|)/) {
            let name = String(match.1)
            guard !["help", "version"].contains(name) else { continue }
            #expect((values[name] != nil) == (!match.2.isEmpty || name == "language"), "\(name)")
            let run = try run(["--" + name] + (values[name].map { [$0] } ?? []))
            try run.program.waitForText("Forgot password")
            try run.program.press(.control("c"))
            #expect(try run.program.waitForExit() == .exited(1))
        }
    }

    @Test(
        "1: an unknown option is named in one line, status 2",
        arguments: ["--colour", "--state-logs", "-x", "--ascii=yes"])
    func unknownOption(_ option: String) throws {
        try expectRefusal([option], option)
    }

    @Test("1: an option without its value is named in one line, status 2", arguments: ["--language", "--service"])
    func missingValue(_ option: String) throws {
        var setup = ProgramRun.Setup()
        setup.script = "\"$0\" \(option) 2> errors; exit $?"
        let run = try ProgramRun(setup)
        #expect(try run.program.waitForExit() == .exited(2))
        #expect(run.errorText == "vestibule: option '\(option)' needs a value\n")
    }

    @Test("1: values that make no sense are told, status 2")
    func badValues() throws {
        try expectRefusal(["--language", "fr"], "--language takes zh-Hans or en, not 'fr'")
        for range in ["8", "0-5", "9-8", "a-b", "1-513", "-1-3"] {
            try expectRefusal(["--password-length=" + range], "--password-length takes MIN-MAX")
        }
        for seconds in ["0", "3601", "1.5", "x"] {
            try expectRefusal(["--timeout=" + seconds], "--timeout takes seconds")
        }
        try expectRefusal(["--service", "gopher://x/"], "gopher://x/")
        try expectRefusal(["--service", "demo:?delay=x"], "delay")
        try expectRefusal(["--state-log", "/no/such/directory/log", "word"], "word")
    }

    @Test("1, T6: an argument's control characters do not reach the terminal")
    func harmlessComplaint() throws {
        var setup = ProgramRun.Setup()
        setup.arguments = ["--\u{1B}]0;title\u{7}\u{1B}[2J"]
        let run = try ProgramRun(setup)
        #expect(try run.program.waitForExit() == .exited(2))
        #expect(!run.program.rawOutput.contains(0x1B) && !run.program.rawOutput.contains(0x07))
    }

    /// Command lines that would open more than was meant, and what is said of them.
    static let empty: [([String], String)] = [
        (["--data-dir", ""], "option '--data-dir' needs a value"), (["--service="], "option '--service' needs a value"),
        (["--sms-command="], "option '--sms-command' needs a value"),
        (["--state-log", ""], "option '--state-log' needs a value"), (["--", ""], "the command behind -- is empty"),
    ]

    @Test("1: an empty variable in a script opens nothing, status 2", arguments: empty)
    func emptyValues(_ arguments: [String], _ line: String) throws {
        try expectRefusal(arguments, line)
    }

    @Test("1: -- with nothing behind it is no way around the command, status 2")
    func noCommand() throws {
        let run = try FrontEndRun(["--service", "demo:", "--"]) { $0.stateLog = nil }
        #expect(try run.program.waitForExit() == .exited(2))
        #expect(run.hasWritten("a command goes behind --"))
    }

    @Test("1: a data directory that cannot be made is one line, status 3", arguments: ["/proc/vestibule", "link/data"])
    func impossibleDirectory(_ path: String) throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link"), withDestinationPath: "/nowhere-\(UUID())")
        let run = try FrontEndRun(["--data-dir", path.hasPrefix("/") ? path : folder.file(path)])
        #expect(try run.program.waitForExit() == .exited(3))
    }

    @Test("1: --name=value is taken")
    func equalsSign() throws {
        let run = try run(["--language=zh-Hans", "--password-length=3-4"])
        try run.waitForLogin()
        #expect(run.program.screen.contains("登录") && run.program.screen.contains("3~4"))
    }

    @Test("1, L2: --password-length replaces the service's rule")
    func passwordLength() throws {
        let run = try run(["--password-length", "3-4"])
        try run.waitForLogin()
        #expect(run.program.screen.contains("3-4 characters"))
        try run.program.type("123")
        try run.program.press(.enter)
        for (length, isEnabled) in [(1, false), (2, false), (3, true), (4, true), (5, false)] {
            try run.program.type(String(length))
            let next = try run.program.waitForFrame("\(length) characters") { $0.node("password")?.length == length }
            #expect(next.node("submit")?.enabled == isEnabled, "\(length)")
        }
        try run.program.press(.backspace, .backspace, .enter)
        try run.waitForScreen("home")
    }

    @Test("1: --no-mouse leaves the mouse to the terminal", arguments: [false, true])
    func mouse(isOff: Bool) throws {
        let run = try run(isOff ? ["--no-mouse"] : [])
        try run.waitForLogin()
        #expect((run.program.screen.mouseReporting == .off) == isOff)
    }

    @Test("1: --data-dir is where the store lies, 0700 and made at need")
    func dataDirectory() throws {
        var setup = ProgramRun.Setup()
        setup.arguments = ["--data-dir", "deep/data"]
        let run = try ProgramRun(setup)
        try run.waitForLogin()
        let folder = run.directory + "/deep/data"
        #expect(FileManager.default.fileExists(atPath: folder + "/accounts.sqlite"))
        let mode = try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions] as? Int
        #expect(mode == 0o700)
    }

    @Test("1: without --data-dir the store lies where XDG says", arguments: [true, false])
    func defaultDataDirectory(hasVariable: Bool) throws {
        var setup = ProgramRun.Setup()
        setup.arguments = []
        setup.script = hasVariable ? "XDG_DATA_HOME=$PWD/xdg exec \"$0\" \"$@\"" : nil
        let run = try ProgramRun(setup)
        try run.waitForLogin()
        let folder = run.directory + (hasVariable ? "/xdg" : "/.local/share") + "/vestibule"
        #expect(FileManager.default.fileExists(atPath: folder + "/accounts.sqlite"))
    }

    @Test("1, A8: --conceal-accounts answers an unknown account like a wrong password", arguments: [false, true])
    func concealedAccounts(isConcealed: Bool) throws {
        var setup = ProgramRun.Setup()
        setup.arguments = ["--data-dir", "data"] + (isConcealed ? ["--conceal-accounts"] : [])
        let run = try ProgramRun(setup)
        try run.logIn(account: "nobody", password: "long enough 1")
        let frame = try run.waitForAlert(isConcealed ? "login-failed" : "account-missing")
        if isConcealed { #expect(frame.alert?.text == "Wrong account or password") }
    }
}

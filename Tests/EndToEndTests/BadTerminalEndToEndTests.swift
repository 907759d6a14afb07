import ProgramTesting
import TerminalCore
import TerminalTesting
import Testing

@Suite("No terminal, or one that cannot show anything", .timeLimit(.minutes(5)))
struct BadTerminalEndToEndTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func expectOneLine(_ text: String?, containing word: String) throws {
        let text = try #require(text)
        #expect(text.hasPrefix("vestibule: ") && text.hasSuffix("\n"))
        #expect(text.split(separator: "\n").count == 1)
        #expect(text.contains(word))
        #expect(!text.utf8.contains(0x1B))
    }

    @Test(
        "T4: a terminal that cannot be used is said so in one line, status 2, no escape bytes",
        arguments: [("no-such-terminal", "no-such-terminal"), ("dumb", "dumb"), ("", "TERM"), (nil, "TERM")])
    func badTerm(term: String?, word: String) throws {
        let run = try FrontEndRun(["--service", "demo:"], in: folder) { options in
            options.environment["TERM"] = term
            options.errorOutput = .file(folder.file("errors"))
        }
        #expect(try run.program.waitForExit() == .exited(2))
        try expectOneLine(folder.text(of: "errors"), containing: word)
        #expect(run.program.rawOutput.isEmpty)
        try run.expectRestored()
    }

    @Test("T4, T6: an unknown TERM with escape sequences in its name cannot write them")
    func hostileTerm() throws {
        let run = try FrontEndRun(["--service", "demo:"], in: folder) { options in
            options.environment["TERM"] = "x\u{1B}]0;title\u{07}\ny"
        }
        #expect(try run.program.waitForExit() == .exited(2))
        #expect(!run.program.rawOutput.contains(0x1B) && !run.program.rawOutput.contains(0x07))
        #expect(run.program.screen.titles.isEmpty)
        #expect(run.program.screen.rows.filter { !$0.isEmpty }.count == 1)
        try run.expectRestored()
    }

    @Test(
        "Section 1: without any terminal there is one line on stderr within a second, and status 2",
        arguments: [TerminalProgram.Redirection.null, .closed])
    func noTerminal(input: TerminalProgram.Redirection) throws {
        var options = TerminalProgram.Options()
        options.hasControllingTerminal = false
        options.input = input
        options.output = .file(folder.file("output"))
        options.errorOutput = .file(folder.file("errors"))
        let program = try TerminalProgram(FrontEndRun.path, ["--service", "demo:"], options: options)
        #expect(try program.waitForExit(within: .seconds(1)) == .exited(2))
        try expectOneLine(folder.text(of: "errors"), containing: "no terminal")
        #expect(folder.text(of: "output") == "")
        #expect(program.rawOutput.isEmpty)
    }

    @Test("Section 1: where nothing is open at all, the status is 2 still")
    func nothingOpen() throws {
        var options = TerminalProgram.Options()
        options.hasControllingTerminal = false
        (options.input, options.output, options.errorOutput) = (.closed, .closed, .closed)
        let program = try TerminalProgram(FrontEndRun.path, ["--service", "demo:"], options: options)
        #expect(try program.waitForExit(within: .seconds(1)) == .exited(2))
        #expect(program.rawOutput.isEmpty)
    }

    @Test(
        "Section 1: the screen goes to /dev/tty when stdin or stdout is no terminal; no byte of it reaches a file",
        arguments: [TerminalProgram.Redirection.terminal, .null, .closed])
    func redirected(input: TerminalProgram.Redirection) throws {
        let run = try FrontEndRun(["--service", "demo:?delay=0"], in: folder) { options in
            options.input = input
            options.output = .file(folder.file("output"))
        }
        try run.program.waitForFrame("the login form") { $0.screen == "login" }
        try run.fillIn()
        #expect(run.program.screen.isAlternateScreenActive)
        try run.program.press(.enter)
        try run.program.waitForFrame("home") { $0.screen == "home" }
        try run.program.press(.control("c"))
        #expect(try run.program.waitForExit() == .exited(0))
        try run.expectRestored()
        #expect(folder.text(of: "output") == "")
    }

    @Test("Section 1: output to a closed descriptor is no crash either")
    func closedOutput() throws {
        let run = try FrontEndRun(["--service", "demo:?delay=0"], in: folder) { options in
            (options.output, options.errorOutput) = (.closed, .closed)
        }
        try run.program.waitForFrame("the login form") { $0.screen == "login" }
        try run.fillIn()
        try run.program.press(.control("c"))
        #expect(try run.program.waitForExit() == .exited(1))
        try run.expectRestored()
    }
}

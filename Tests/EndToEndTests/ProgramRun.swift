import Foundation
import TerminalCore
import TerminalTesting

/// One run of the built front end on a terminal and in a directory of its own, which goes away with it.
final class ProgramRun: Played {
    /// The front end that was built with these tests.
    static let path = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("vestibule").path
    /// A demo service that answers at once.
    static let demo = ["--service", "demo:?delay=0"]

    /// What a run is to be like.
    struct Setup {
        /// The front end's arguments before those of ``command``.
        var arguments: [String] = ProgramRun.demo
        /// The command behind `--`; none opens home.
        var command: [String] = []
        /// Changes to the plain environment; nil takes a variable away.
        var environment: [String: String?] = [:]
        /// A script of `sh` that runs the front end as `"$0" "$@"`; nil runs it without a shell.
        var script: String?
        /// The window.
        var size = Size(columns: 80, rows: 24)
        /// Whether stderr goes to ``ProgramRun/errorText`` and not to the terminal.
        var redirectsErrors = false
        /// Whether there is a terminal at all.
        var hasTerminal = true
    }

    /// The running program.
    let program: TerminalProgram
    /// The directory that everything lies in; the working directory.
    let directory: String

    /// Starts the front end.
    init(_ setup: Setup = Setup()) throws {
        directory = NSTemporaryDirectory() + "/vestibule-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        var options = TerminalProgram.Options()
        // Many programs run at once.
        options.deadline = .seconds(30)
        options.size = setup.size
        options.workingDirectory = directory
        options.stateLog = directory + "/state.log"
        options.environment["HOME"] = directory
        for (name, value) in setup.environment { options.environment[name] = value }
        if setup.redirectsErrors { options.errorOutput = .file(directory + "/errors") }
        if !setup.hasTerminal {
            options.hasControllingTerminal = false
            options.input = .null
            options.output = .file(directory + "/output")
            options.errorOutput = .file(directory + "/errors")
        }
        var arguments = setup.arguments + ["--state-log", directory + "/state.log"]
        if !setup.command.isEmpty { arguments += ["--"] + setup.command }
        if let script = setup.script {
            program = try TerminalProgram("sh", ["-c", script, Self.path] + arguments, options: options)
        } else {
            program = try TerminalProgram(Self.path, arguments, options: options)
        }
    }

    deinit {
        program.close()
        try? FileManager.default.removeItem(atPath: directory)
    }

    // MARK: What it left

    /// The text of a file in the directory; empty if there is none.
    func text(of file: String) -> String { String(decoding: bytes(of: file), as: UTF8.self) }

    /// The bytes of a file in the directory; empty if there is none.
    func bytes(of file: String) -> [UInt8] {
        FileManager.default.contents(atPath: directory + "/" + file).map(Array.init) ?? []
    }

    /// What was written to a redirected stderr.
    var errorText: String { text(of: "errors") }

    /// Whether `text` is among the bytes that the terminal got.
    func hasWritten(_ text: String) -> Bool { program.rawOutput.firstRange(of: Array(text.utf8)) != nil }

    // MARK: What people do

    /// Waits for the login screen without an alert, ready for keys.
    @discardableResult
    func waitForLogin() throws -> StateFrame {
        try program.waitForFrame("the login screen") { $0.screen == "login" && $0.alert == nil && !$0.busy }
    }

    /// Fills in the login form and submits it.
    func logIn(account: String = "ada", password: String = "testApp123456") throws {
        try waitForLogin()
        try program.type(account)
        try program.press(.enter)
        try program.type(password)
        try program.press(.enter)
    }
}

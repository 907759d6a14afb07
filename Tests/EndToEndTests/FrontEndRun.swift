import Foundation
import ProgramTesting
import TerminalCore
import TerminalTesting
import Testing

/// The front end that the package manager has built beside the tests, on a terminal of its own.
///
/// The terminal has unusual settings beforehand, so that restoring it (T1) means more than making it usual.
final class FrontEndRun: Played {
    /// Where the front end is.
    static let path = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("vestibule").path

    /// The account of the demo service, and its password.
    static let account = "ada", password = "testApp123456"

    /// Gives the terminal unusual settings, tells them, and becomes the front end.
    private static let script = """
        stty erase ^H -ixon -echoctl intr ^X < /dev/tty
        stty -g < /dev/tty > "$MODES"
        exec "$@"
        """

    /// Runs the front end under a shell with job control, which tells the settings while it is stopped.
    private static let jobControl = """
        stty erase ^H -ixon -echoctl intr ^X < /dev/tty
        stty -g < /dev/tty > "$MODES"
        set -m
        "$@"
        echo "[stopped $?]"
        stty -g > "$MODES.stopped"
        echo "[told]"
        read line
        fg
        exit $?
        """

    /// The program.
    let program: TerminalProgram
    /// Where its files are.
    let folder: TemporaryFolder

    /// Starts the front end.
    ///
    /// - Parameters:
    ///   - arguments: the options besides `--state-log`.
    ///   - hasJobControl: whether a shell runs it that can stop it and let it go on.
    ///   - launcher: the words before the front end, such as `setpriv` and its options.
    ///   - folder: where its files go; nil makes a folder.
    ///   - change: changes the options of the terminal.
    /// - Throws: a failure to start it.
    init(
        _ arguments: [String], hasJobControl: Bool = false, launcher: [String] = [], in folder: TemporaryFolder? = nil,
        change: (inout TerminalProgram.Options) -> Void = { _ in }
    ) throws {
        let folder = try folder ?? TemporaryFolder()
        var options = TerminalProgram.Options()
        // Many programs run at once.
        options.deadline = .seconds(30)
        options.environment["MODES"] = folder.file("modes")
        options.environment["HOME"] = folder.path
        options.environment["LC_ALL"] = "C.UTF-8"
        // One a run: another run in the same folder may still be writing its own.
        let hasLog = FileManager.default.fileExists(atPath: folder.file("state"))
        options.stateLog = folder.file(hasLog ? "state-\(UUID())" : "state")
        change(&options)
        let log = options.stateLog.map { ["--state-log", $0] } ?? []
        program = try TerminalProgram(
            "/bin/sh",
            ["-c", hasJobControl ? Self.jobControl : Self.script, "sh"] + launcher + [Self.path] + log + arguments,
            options: options)
        self.folder = folder
    }

    deinit { program.close() }

    /// Starts the front end on the demo service, whose calls take `delay` seconds, and waits for the login form.
    static func demo(delay: Int = 0, _ arguments: String..., hasJobControl: Bool = false) throws -> FrontEndRun {
        let run = try FrontEndRun(["--service", "demo:?delay=\(delay)"] + arguments, hasJobControl: hasJobControl)
        try run.program.waitForFrame("the login form") { $0.screen == "login" }
        return run
    }

    // MARK: - Filling in

    /// Types an account and a password into the empty login form, whose account has the focus.
    func fillIn(account: String = FrontEndRun.account, password: String = FrontEndRun.password) throws {
        try program.type(account)
        try program.press(.tab)
        try program.type(password)
        try program.waitForFrame("the form filled in") {
            $0.node("account")?.value == account && $0.node("password")?.length == password.unicodeScalars.count
        }
    }

    /// Waits until `duration` has passed, while the program's output is read.
    func wait(_ duration: Duration) throws {
        let end = ContinuousClock.now + duration
        try program.waitFor("time to pass") { _ in ContinuousClock.now >= end }
    }

    // MARK: - The end

    /// Expects the terminal to be as it was before the front end began (T1).
    func expectRestored(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let before = try #require(folder.text(of: "modes"), sourceLocation: sourceLocation)
        #expect(program.modes?.description == before.trimmingSuffix("\n"), sourceLocation: sourceLocation)
        #expect(!program.screen.isAlternateScreenActive, sourceLocation: sourceLocation)
        #expect(program.screen.isCursorVisible, sourceLocation: sourceLocation)
        #expect(!program.screen.isBracketedPasteOn, sourceLocation: sourceLocation)
        #expect(program.screen.mouseReporting == .off, sourceLocation: sourceLocation)
    }

    /// Whether the program has ever written `text`.
    func hasWritten(_ text: String) -> Bool {
        program.rawOutput.firstRange(of: Array(text.utf8)) != nil
    }
}

extension String {
    /// The text without one `suffix` at its end.
    func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}

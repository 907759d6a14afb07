import Foundation
import ProgramTesting
import TerminalTesting
import Testing

/// The examples of logging in with other tools, `Resources/Examples/login-*` (section 8).
@Suite("Other tools that read the screen", .serialized)
struct ExamplesEndToEndTests {
    private static let examples = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Resources/Examples").path

    /// Runs `command` in `folder` by the shell, with `$EXAMPLES` and `$VESTIBULE`; tells its status and all it prints.
    private func run(_ command: String, in folder: TemporaryFolder) throws -> (status: Int32, text: String) {
        // The others may say how this machine reaches the package index.
        let environment = [
            "PATH": "/usr/bin:/bin", "HOME": folder.path, "TMPDIR": folder.path, "XDG_DATA_HOME": folder.path,
            "LC_ALL": "C.UTF-8", "EXAMPLES": Self.examples, "VESTIBULE": ProgramRun.path,
        ]
        let run = try ProgramResult(
            of: "/bin/sh", ["-c", "exec 2>&1; " + command], environment: environment, in: folder.path)
        return (run.status, run.output)
    }

    /// What the home screen of the demo service shows.
    private static let facts = ["User        ada", "New followers 5"]

    @Test("8: tmux, by send-keys and capture-pane")
    func tmux() throws {
        let (status, text) = try run("\"$EXAMPLES/login-tmux.sh\" \"$VESTIBULE\"", in: TemporaryFolder())
        #expect(status == 0 && Self.facts.allSatisfy(text.contains), "\(text)")
    }

    @Test("8: expect")
    func expect() throws {
        let (status, text) = try run("expect \"$EXAMPLES/login-expect.exp\" \"$VESTIBULE\"", in: TemporaryFolder())
        #expect(status == 0 && text == "logged in\n", "\(text)")
    }

    @Test("8: pexpect, with pyte as the screen")
    func pexpect() throws {
        let folder = try TemporaryFolder()
        let installation = try run(
            "python3 -m venv venv && venv/bin/pip install --quiet --no-cache-dir -r \"$EXAMPLES/requirements.txt\"",
            in: folder)
        try #require(installation.status == 0, "\(installation.text)")
        let (status, text) = try run("venv/bin/python \"$EXAMPLES/login-pexpect.py\" \"$VESTIBULE\"", in: folder)
        #expect(status == 0 && Self.facts.allSatisfy(text.contains), "\(text)")
    }

    @Test("8: an example whose program ends before it shows what is waited for fails")
    func failure() throws {
        let (status, text) = try run("\"$EXAMPLES/login-tmux.sh\" /bin/false", in: TemporaryFolder())
        #expect(status != 0, "\(text)")
    }

    @Test("8: they wait for text, never for a while")
    func patience() throws {
        for name in ["login-tmux.sh", "login-expect.exp", "login-pexpect.py"] {
            let text = try String(contentsOfFile: Self.examples + "/" + name, encoding: .utf8)
            #expect(!text.contains(/sleep|after [0-9]/), "\(name)")
        }
    }
}

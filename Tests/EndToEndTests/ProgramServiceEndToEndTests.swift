import Foundation
import ProgramTesting
import TerminalCore
import TerminalTesting
import Testing

/// Account services in other programs, `exec:` (section 5).
@Suite("Services in other programs")
struct ProgramServiceEndToEndTests {
    /// The example that comes with the project.
    private static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Resources/Examples/directory.py").path

    /// What a shell's service says first.
    private static let hello = #"{"vestibule":1,"calls":["login"],"policy":{"password":{"minimum":1}}}"#

    /// Starts the front end on `command`, which the shell runs, and waits for the form.
    private func run(
        _ command: String, _ arguments: String..., in folder: TemporaryFolder? = nil
    ) throws -> FrontEndRun {
        let folder = try folder ?? TemporaryFolder()
        let run = try FrontEndRun(
            ["--service", "exec:" + command, "--data-dir", folder.file("data"), "--language", "en"] + arguments,
            in: folder)
        try run.waitForScreen("login")
        return run
    }

    /// A service in shell that says hello and then runs `script`, the first call being `$line`.
    private func program(_ script: String) -> String {
        "echo '\(Self.hello)'; read -r line; id=${line#*:}; id=${id%%,*}; \(script)"
    }

    /// The example with one person in its file.
    private func directoryCommand(in folder: TemporaryFolder) throws -> String {
        let people = folder.file("people")
        let adding = try ProgramResult(of: "python3", [Self.directory, people, "Ada"], input: "sésame\n")
        try #require(adding.status == 0, "\(adding.errors)")
        return "exec python3 '\(Self.directory)' '\(people)'"
    }

    // MARK: - The example

    @Test("5, L2: the example logs in whom it knows, by its own length rule")
    func directory() throws {
        let folder = try TemporaryFolder()
        let run = try run(directoryCommand(in: folder), in: folder)
        try run.fillIn(account: "ada", password: "sésame")
        try run.program.waitForFrame("the directory's rule") { $0.node("submit")?.enabled == true }
        try run.program.press(.enter)
        try run.waitForScreen("home")
        #expect(run.program.screen.text.contains("ada") && !run.program.screen.text.contains("Last login"))
        // It counts nothing and has no sessions; logging out is nothing that it has to know.
        try run.moveFocus(to: "log-out")
        try run.program.press(.enter)
        try run.waitForScreen("login")
        try run.program.press(.control("c"))
        #expect(try run.program.waitForExit() == .exited(1))
        try run.expectRestored()
    }

    @Test("5, L9: the example refuses; where it has no registration, it says what to do")
    func refusal() throws {
        let folder = try TemporaryFolder()
        let run = try run(directoryCommand(in: folder), in: folder)
        try run.fillIn(account: "ada", password: "sesame")
        try run.program.press(.enter)
        try run.waitForAlert("login-failed")
        #expect(run.program.screen.text.contains("Wrong account or password"))
        try run.program.press(.enter)
        try run.waitForScreen("login")
        try run.moveFocus(to: "register")
        try run.program.press(.enter)
        #expect(try run.waitForAlert("not-offered").alert?.text == "Ask whoever looks after this directory.")
    }

    @Test("5, L8: a cancelled call leaves the form as it is, and its late reply changes nothing")
    func cancelling() throws {
        let folder = try TemporaryFolder()
        let run = try run(directoryCommand(in: folder), in: folder)
        try run.fillIn(account: "ada", password: "wrong")
        try run.program.press(.enter)
        try run.waitForCall()
        try run.program.press(.escape)
        let form = try run.waitForScreen("login")
        #expect(form.toast == nil && form.node("account")?.value == "ada" && form.node("password")?.length == 5)
        try run.program.press(.control("u"))
        try run.typeSecret("sésame")
        try run.program.press(.enter)
        try run.waitForScreen("home")
    }

    // MARK: - The first paint, the end, and memory

    @Test("5: no paint waits for what the service offers, which shows as soon as it is told")
    func firstPaint() throws {
        let folder = try TemporaryFolder()
        let gate = folder.file("gate")
        let run = try run(
            "until [ -e '\(gate)' ]; do sleep 0.01; done; echo '\(Self.hello)'; cat > /dev/null", in: folder)
        #expect(run.program.screen.text.contains("8-20 characters"))
        #expect(!FileManager.default.fileExists(atPath: gate))
        #expect(FileManager.default.createFile(atPath: gate, contents: nil))
        try run.program.waitFor("the service's own rule") { !$0.text.contains("8-20 characters") }
    }

    @Test("5: the program ends with the front end")
    func end() throws {
        let folder = try TemporaryFolder()
        let run = try run("echo $$ > '\(folder.file("pid"))'; echo '\(Self.hello)'; exec sleep 1000", in: folder)
        try run.program.waitFor("the program's number") { _ in folder.text(of: "pid")?.hasSuffix("\n") == true }
        let pid = try #require(folder.text(of: "pid").flatMap { pid_t($0.dropLast()) })
        #expect(kill(pid, 0) == 0)
        try run.program.press(.control("c"))
        #expect(try run.program.waitForExit() == .exited(1))
        #expect(kill(pid, 0) != 0)
    }

    @Test("1: a command takes over with the account that the program told, and without the program")
    func command() throws {
        let folder = try TemporaryFolder()
        let run = try run(
            directoryCommand(in: folder), "--", "/bin/sh", "-c", "echo \"in=$VESTIBULE_ACCOUNT\"", in: folder)
        try run.fillIn(account: "ADA", password: "sésame")
        try run.program.press(.enter)
        try run.program.waitForText("in=ada")
    }

    @Test("3: what is remembered of a service without tokens is the password, under the command")
    func memory() throws {
        let folder = try TemporaryFolder()
        let command = try directoryCommand(in: folder)
        let first = try run(command, in: folder)
        try first.fillIn(account: "ada", password: "sésame")
        try first.logInRemembered()

        let second = try run(command, in: folder)
        #expect(try second.frame.node("password")?.remembered == true)
        try second.program.press(.enter)
        try second.waitForScreen("home")
        let other = try run(command + " ", in: folder)
        #expect(try other.frame.node("account")?.value == "")
    }

    // MARK: - Bad programs

    @Test(
        "L12: a program that does what none should is trouble in plain words, and the form is kept",
        arguments: [
            ("exit 1", "the account program ended"), ("exec vestibule-no-such-program", "cannot be started"),
            ("echo garbage; cat", "makes no sense"), ("exec cat /dev/zero", "makes no sense"),
            (#"printf '{"vestibule":1'"#, "the account program ended"),
            (#"printf '\0\n'; cat"#, "makes no sense"), ("printf '\\033]0;t\\007\\033[2J\\n'; cat", "makes no sense"),
            (#"echo '{"vestibule":"1","calls":[]}'; cat"#, "makes no sense"),
        ])
    func badProgram(_ script: String, _ words: String) throws {
        let run = try run(script)
        try run.program.waitForFrame("trouble") { $0.toast?.contains(words) == true }
        try run.fillIn(account: "ada", password: "testApp123456")
        #expect(try run.frame.toast == nil)
        try run.program.press(.enter)
        let frame = try run.program.waitForFrame("trouble again") { $0.toast?.contains(words) == true && !$0.busy }
        #expect(frame.node("account")?.value == "ada" && frame.node("password")?.length == 13)
        #expect(!run.hasWritten("]0;t"))
    }

    @Test(
        "L12: so is one that answers nonsense",
        arguments: [
            ("exit", "the account program ended"), (#"echo "{\"id\":77,\"status\":200}"; cat"#, "makes no sense"),
            (#"echo "{\"id\":\"$id\",\"status\":200}"; cat"#, "makes no sense"),
            (#"echo "{\"id\":$id,\"status\":200,\"body\":{\"user\":{\"account\":7}}}"; cat"#, "makes no sense"),
            (#"echo "{\"id\":$id,\"status\":500}"; cat"#, "the service failed"),
            ("head -c 100000000 /dev/zero; cat", "makes no sense"),
        ])
    func badAnswer(_ script: String, _ words: String) throws {
        let run = try run(program(script))
        try run.fillIn(account: "ada", password: "testApp123456")
        try run.program.press(.enter)
        let frame = try run.program.waitForFrame("trouble") { $0.toast?.contains(words) == true && !$0.busy }
        #expect(frame.node("account")?.value == "ada" && frame.node("password")?.length == 13)
    }

    @Test("T6: what a program says cannot command the terminal")
    func escapes() throws {
        let escape = #"\u001b]0;title\u0007\u001b[2J\u202e"#
        let run = try run(
            program(
                #"printf '{"id":%s,"status":403,"body":{"type":"/problems/refused","detail":"\#(escape)Nein"}}\n' "$id"; cat"#
                    .replacingOccurrences(of: #"\u"#, with: #"\\u"#)))
        try run.fillIn(account: "ada", password: "testApp123456")
        try run.program.press(.enter)
        try run.program.waitForFrame("the refusal") { $0.toast?.contains("Nein") == true }
        #expect(run.program.screen.text.contains("Nein") && !run.hasWritten("\u{1B}]0;title"))
        #expect(!run.hasWritten("\u{202E}"))
    }

    @Test("5, T6: what a program complains of is kept for the log, harmless, and never shown")
    func complaints() throws {
        let folder = try TemporaryFolder()
        let run = try run(
            "printf 'out of \\033[31mluck\\n' >&2; echo '\(Self.hello)'; cat > /dev/null", in: folder)
        // While the program runs: a signal may end the front end at any time.
        try run.program.waitFor("the complaint in the log") { _ in
            folder.text(of: "data/service.log")?.hasSuffix("luck\n") == true
        }
        let log = try #require(folder.text(of: "data/service.log"))
        #expect(log.contains("out of ") && !log.contains("\u{1B}"))
        #expect(!run.hasWritten("luck"))
    }

    @Test("5: a flood of complaints neither fills the disk nor keeps anybody from logging in")
    func flood() throws {
        let folder = try TemporaryFolder()
        let run = try run(
            program(
                "yes complaint | head -c 20000000 >&2; "
                    + #"echo "{\"id\":$id,\"status\":200,\"body\":{\"user\":{\"account\":\"ada\"}}}"; cat"#),
            in: folder)
        try run.fillIn()
        try run.program.press(.enter)
        try run.waitForScreen("home")
        // The limit, and what one look at the program's words comes to.
        #expect(try #require(folder.text(of: "data/service.log")).utf8.count < 65_536 + 4096)
    }

    @Test("T8: idle means idle, also with a program at the other end of a pipe")
    func idle() throws {
        let run = try run("echo '\(Self.hello)'; exec cat > /dev/null")
        try run.program.waitFor("the service's own rule") { !$0.text.contains("8-20 characters") }
        try run.program.expectStillSecond()
    }

    // MARK: - The helper and the options

    @Test(
        "1: addresses that make no sense are told in one line, status 2",
        arguments: [
            ("exec:", "exec: needs a command"), ("http://example.com/", "--allow-plaintext"),
            ("https://", "host"), ("https:host", "https://HOST"), ("https://h:0/", "port"), ("unix:", "unix:"),
            ("php+http://example.com/login.php", "--allow-plaintext"), ("gopher://x/", "is no service"),
        ])
    func badAddress(_ address: String, _ words: String) throws {
        var setup = ProgramRun.Setup()
        setup.arguments = ["--service", address]
        setup.redirectsErrors = true
        let run = try ProgramRun(setup)
        #expect(try run.program.waitForExit() == .exited(2))
        #expect(run.errorText.contains(words) && run.errorText.split(separator: "\n").count == 1, "\(run.errorText)")
    }

    @Test("1: without the helper beside the front end, status 3 and one line")
    func missingHelper() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.copyItem(atPath: FrontEndRun.path, toPath: folder.file("vestibule"))
        var options = TerminalProgram.Options()
        options.errorOutput = .file(folder.file("errors"))
        options.environment["LC_ALL"] = "C.UTF-8"
        let program = try TerminalProgram(
            folder.file("vestibule"), ["--service", "https://localhost:1/", "--data-dir", folder.file("data")],
            options: options)
        #expect(try program.waitForExit() == .exited(3))
        let text = try #require(folder.text(of: "errors"))
        #expect(text.contains("vestibule-connect, which is not there") && text.split(separator: "\n").count == 1)
    }

    @Test("5: unencrypted connections are said on the screen, from its first paint and as long as a form is open")
    func plaintext() throws {
        let run = try FrontEndRun(["--service", "http://192.0.2.1/", "--allow-plaintext", "--language", "en"])
        try run.program.waitForText("Not encrypted")
        // The log follows the picture.
        try run.program.waitForFrame("the warning") { $0.toast != nil }
        let frames = try #require(run.folder.text(of: "state")).split(separator: "\n")
        #expect(frames.first?.contains("is not encrypted: others can read") == true)
        try run.program.type("ada")
        try run.program.waitForFrame("what is typed") { $0.node("account")?.value == "ada" && $0.toast == nil }
        #expect(run.program.screen.text.contains("Not encrypted"))
    }
}

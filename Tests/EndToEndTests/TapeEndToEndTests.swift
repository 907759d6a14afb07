import Foundation
import Glibc
import ProgramTesting
import TerminalTesting
import Testing

/// The built `vestibule-tape`, with the built front end in front of it (section 7).
@Suite(.serialized) struct TapeEndToEndTests {
    /// Logs in to the demo service, in ten lines.
    private static let login = """
        Set Columns 80
        Set Rows 24
        Type "vestibule --language en --service 'demo:?delay=0'" Enter
        Wait+Screen /Forgot password/
        Type "ada" Tab Type "testApp123456" Wait+Settled
        ExpectAttr 15 38 bold bg=160
        Enter
        Wait+Screen /User ID/
        Expect /User +ada\\n?/
        Snapshot screens/home.txt
        """

    @Test("7: ten lines log in to the demo service and take a snapshot")
    func login() throws {
        let (status, run) = try TapeRun.play(Self.login, "--text", "dump.txt")
        #expect(status == .exited(0), "\(run.errors)")
        #expect(run.errors == "")
        let home = try #require(run.folder.text(of: "screens/home.txt"))
        #expect(home.contains("│ User        ada "))
        #expect(home.split(separator: "\n", omittingEmptySubsequences: false).count == 25)
        let dump = try #require(run.folder.text(of: "dump.txt"))
        #expect(dump.components(separatedBy: String(repeating: "─", count: 80) + "\n").count == 13)
        #expect(!dump.contains("testApp"))
    }

    @Test("7, D1: Wait+Settled waits for what the front end's state log tells, however long it is silent")
    func settled() throws {
        let (status, run) = try TapeRun.play(
            """
            Type "vestibule --language en --reduce-motion --service 'demo:?delay=1'" Enter
            Wait+Screen /Forgot password/
            Type "ada" Tab Type "testApp123456" Enter
            Wait+Settled
            Expect /User ID/
            """)
        #expect(status == .exited(0), "\(run.errors)")
    }

    @Test("7: an expectation that fails tells what, where, the screen, and a recording: status 1")
    func failure() throws {
        let (status, run) = try TapeRun.play(
            """
            Type "vestibule --language en --service 'demo:?delay=0'" Enter
            Wait+Screen /Forgot password/
            Type "ada" Tab Type "testApp123456" Enter
            Expect /No such text/
            """)
        #expect(status == .exited(1))
        let errors = run.errors
        #expect(
            errors.hasPrefix(
                "expected the screen to match /No such text/, but it does not, and is at rest (t.tape:4:1)"))
        #expect(errors.contains("│ User        ada "))
        #expect(errors.contains("last input: "))
        #expect(!errors.contains("testApp"))
        let line = try #require(errors.split(separator: "\n").first { $0.hasPrefix("recording: ") })
        let recording = try #require(try? String(contentsOfFile: String(line.dropFirst(11)), encoding: .utf8))
        #expect(recording.hasPrefix(#"{"version":3,"#))
        #expect(!recording.contains("testApp"))
    }

    @Test("7: a shell that dies is status 3")
    func death() throws {
        let (status, run) = try TapeRun.play("Type \"echo bye; exit 7\" Enter\nWait+Screen /never/")
        #expect(status == .exited(3))
        #expect(run.errors.contains("but the program had exited with status 7 (t.tape:2:1)"))
        #expect(run.errors.contains("│bye"))
    }

    @Test("7: check tells all errors by line and column, and notes: status 2; nothing is played")
    func check() throws {
        let text = "Output demo.gif\nRequire no-such-program\nSlep 1\nType \"unclosed\nSet Foo 1\nSleep x\nType a\nEntr"
        for verb in ["check", "play"] {
            let run = try TapeRun([verb, "t.tape"], ["t.tape": text])
            #expect(try run.program.waitForExit() == .exited(2))
            let lines = run.errors.split(separator: "\n").map {
                $0.split(separator: " ").prefix(2).joined(separator: " ")
            }
            #expect(
                lines == [
                    "t.tape:2:1: error:", "t.tape:3:1: error:", "t.tape:4:6: error:", "t.tape:5:5: error:",
                    "t.tape:6:7: error:", "t.tape:1:1: note:", "t.tape:8:1: note:",
                ])
        }
        let strict = try TapeRun(["check", "--strict", "t.tape"], ["t.tape": "Type a\nEntr"])
        #expect(try strict.program.waitForExit() == .exited(2))
        let good = try TapeRun(["check", "t.tape", "u.tape"], ["t.tape": Self.login, "u.tape": "Source t.tape"])
        #expect(try good.program.waitForExit() == .exited(0))
        #expect(good.errors == "")
    }

    @Test(
        "1, 7: wrong usage is one line and status 2",
        arguments: [
            ([], "what to do is missing"), (["record"], "'record' is not play, check or convert"),
            (["play"], "play takes one tape"),
            (["play", "a", "b"], "play takes one tape"), (["check"], "check takes at least one tape"),
            (["play", "none.tape"], "cannot read none.tape: No such file"), (["check", "/"], "cannot read /"),
            (["--fast", "play", "a"], "unknown option '--fast'"),
            (["play", "a", "--fast=1"], "unknown option '--fast=1'"),
            (["play", "a", "--speed"], "option '--speed' needs a value"),
            (["play", "a", "--speed=0"], "--speed takes max"),
            (["check", "a", "--speed=2"], "--speed does not go with check"),
            (["play", "a", "--format=txt"], "--format does not go with play"),
            (["play", "a", "--speed=nan"], "--speed takes max"),
            (["play", "a", "--text="], "option '--text' needs"),
        ])
    func usage(_ arguments: [String], _ message: String) throws {
        let run = try TapeRun(arguments)
        #expect(try run.program.waitForExit() == .exited(2))
        #expect(run.errors.hasPrefix("vestibule-tape: \(message)"))
        #expect(run.errors.split(separator: "\n").count == 1)
    }

    @Test("1: --help and --version print to standard output", arguments: ["--help", "--version"])
    func help(_ option: String) throws {
        let run = try TapeRun([option])
        #expect(try run.program.waitForExit() == .exited(0))
        #expect(run.errors == "")
        #expect(run.program.screen.text.contains("vestibule-tape"))
    }

    @Test(
        "1: output that cannot be written is told in one line: status 2",
        arguments: ["vestibule", "vestibuled", "vestibule-tape"])
    func fullOutput(_ program: String) throws {
        for option in ["--help", "--version"] {
            let run = try ProgramResult(
                of: "sh", ["-c", "exec \"$0\" \(option) > /dev/full", "\(TapeRun.programs)/\(program)"])
            #expect(run.status == 2)
            #expect(run.errors == "\(program): cannot write the output: No space left on device\n")
        }
    }

    @Test("7: a file that a full disk has no room for is not left behind, empty", .enabled(if: geteuid() == 0))
    func fullDisk() throws {
        let folder = try TemporaryFolder()
        let disk = try ScratchDisk(at: folder.file("disk"), megabytes: 1)
        let filler = try ProgramResult(of: "sh", ["-c", "cat /dev/zero > \(disk.path)/filler"])
        #expect(filler.status != 0)
        let (status, run) = try TapeRun.play(
            "Type a\nSnapshot \"\(disk.path)/a.txt\"\nSnapshot \"\(disk.path)/a.svg\"",
            "--record", disk.path + "/r.cast", "--text", disk.path + "/t.txt", "--svg", disk.path)
        #expect(status == .exited(2))
        #expect(run.errors.contains("cannot write \(disk.path)/r.cast: No space left on device"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == ["filler"])
    }

    @Test(
        "7: Ctrl-C, TERM and HUP end the play and what it runs, and files are written",
        arguments: [SIGINT, SIGTERM, SIGHUP])
    func interruption(_ signal: CInt) throws {
        let run = try TapeRun(
            ["play", "t.tape", "--text", "dump.txt"],
            ["t.tape": "Type@1ms \"echo $$ > shell; sleep 1000 & echo $! > job; fg\" Enter Sleep 1000s"])
        try run.program.waitFor("the job to run") { _ in run.folder.text(of: "job")?.hasSuffix("\n") == true }
        if signal == SIGINT { try run.program.press(.control("c")) } else { run.program.send(signal: signal) }
        #expect(try run.program.waitForExit() == .exited(128 + Int(signal)))
        for name in ["shell", "job"] {
            let text = try #require(run.folder.text(of: name))
            let process = try #require(pid_t(text.dropLast()))
            #expect(ends(process))
        }
        #expect(run.folder.text(of: "dump.txt")?.contains("> echo $$ > shell") == true)
        // Nothing of its own is left behind.
        let left = try FileManager.default.contentsOfDirectory(atPath: run.folder.path).sorted()
        #expect(left == ["dump.txt", "errors", "job", "shell", "t.tape"])
    }

    @Test("7: an output that cannot be written is told: status 2")
    func unwritable() throws {
        let (status, run) = try TapeRun.play("Hide\nSnapshot \"/proc/none/a.txt\"", "--text", "/proc/none/b.txt")
        #expect(status == .exited(2))
        #expect(run.errors.split(separator: "\n").count == 2)
        #expect(run.errors.contains("cannot write /proc/none/a.txt"))
    }

    @Test("T6: names and patterns that come back in messages cannot command the terminal")
    func harmless() throws {
        let run = try TapeRun(["check", "\u{1B}[2J.tape"])
        #expect(try run.program.waitForExit() == .exited(2))
        #expect(!run.errors.contains("\u{1B}"))
        let (_, play) = try TapeRun.play("Wait+Screen@10ms /\u{1B}\\[2J\u{9B}/")
        #expect(play.errors.contains("expected the screen to match"))
        #expect(!play.errors.unicodeScalars.contains("\u{1B}") && !play.errors.unicodeScalars.contains("\u{9B}"))
    }
}

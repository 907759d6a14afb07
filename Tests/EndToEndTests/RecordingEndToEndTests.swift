import Asciicast
import Foundation
import Glibc
import ProgramTesting
import TerminalTesting
import Testing

/// Recordings and pictures that the built `vestibule-tape` makes, and what it makes of recordings (section 7).
@Suite struct RecordingEndToEndTests {
    /// A login to the demo service at a person's pace, left by Ctrl-C.
    private static let login = """
        Output login.svg
        Set Columns 80
        Set Rows 24
        Set TypingSpeed 30ms
        Type "vestibule --language en --service 'demo:?delay=0.5'"
        Enter
        Wait+Screen /Forgot password/
        Type "ada"
        Tab
        Type "testApp123456"
        Enter
        Wait+Screen /New followers 5/
        Snapshot pictures/home.svg
        Ctrl+C
        Wait
        """

    private func cast(_ run: TapeRun, _ name: String) throws -> Cast {
        try Cast(reading: Array(try Data(contentsOf: URL(fileURLWithPath: run.folder.file(name)))))
    }

    private func markers(_ cast: Cast) -> [String] {
        cast.events.compactMap { event in
            if case .marker(let label) = event.kind { label } else { nil }
        }
    }

    @Test("7: a login is recorded with a marker for each line, drawn, and made to move")
    func login() throws {
        let run = try TapeRun(
            ["play", "t.tape", "--record", "casts/login.cast", "--svg", "steps"], ["t.tape": Self.login])
        #expect(try run.program.waitForExit() == .exited(0), "\(run.errors)")
        let recording = try #require(run.folder.text(of: "casts/login.cast"))
        let cast = try cast(run, "casts/login.cast")
        #expect(
            markers(cast) == [
                "4 Set", "5 Type", "6 Enter", "7 Wait+Screen", "8 Type", "9 Tab", "10 Type", "11 Enter",
                "12 Wait+Screen", "13 Snapshot", "14 Ctrl", "15 Wait",
            ])
        #expect(cast.header.title == "t.tape" && cast.header.terminalType == "xterm-256color")
        #expect(abs((cast.header.timestamp ?? 0) - time(nil)) < 3600)
        // Neither as input nor as what the program shows of it.
        #expect(!recording.contains("testApp") && !recording.contains(",\"i\","))

        let home = try #require(run.folder.text(of: "pictures/home.svg"))
        #expect(home.contains("<tspan x=\"") && home.hasSuffix("</svg>\n"))
        let steps = try FileManager.default.contentsOfDirectory(atPath: run.folder.file("steps")).sorted()
        #expect(steps.last == "session.svg" && steps.contains("006-Tab.svg") && !steps.contains("010-Snapshot.svg"))
        // A login of a person fits a README: about 40 KB, which compress to a tenth.
        let animation = try #require(run.folder.text(of: "login.svg"))
        #expect(animation == run.folder.text(of: "steps/session.svg"))
        #expect(animation.utf8.count < 80_000, "\(animation.utf8.count) bytes")
        #expect(animation.ranges(of: "@keyframes").count > 20)
    }

    @Test("7: what a recording is turned into is what the play itself writes")
    func conversions() throws {
        let tape = "Type \"printf 'a\\033[31mb'\"\nEnter\nWait+Settled\nType \"x\"\nWait+Settled"
        let (status, run) = try TapeRun.play(tape, "--record", "r.cast", "--text", "r.txt", "--svg", "steps")
        #expect(status == .exited(0), "\(run.errors)")
        for (format, file, expected) in [
            ("animated-svg", "c.svg", "steps/session.svg"), ("asciicast-v3", "c.cast", "r.cast"),
        ] {
            for arguments in [["r.cast", file], ["r.cast", "any", "--format", format]] {
                #expect(try convert(arguments, in: run))
                let result = run.folder.text(of: arguments.count == 2 ? file : "any")
                #expect(result != nil && result == run.folder.text(of: expected), "\(file)")
            }
        }
        // Between commands output may come that one of them counts to the first and the other to the second.
        #expect(try convert(["r.cast", "c.txt"], in: run))
        let (dump, converted) = (screens(run, "r.txt"), screens(run, "c.txt"))
        #expect(dump.count == 6 && converted.count == dump.count && converted.suffix(2) == dump.suffix(2))
        // By way of version 2, nothing is lost.
        #expect(try convert(["r.cast", "two.cast", "--format", "asciicast-v2"], in: run))
        #expect(run.folder.text(of: "two.cast")?.hasPrefix("{\"version\":2,") == true)
        #expect(try convert(["two.cast", "three.cast"], in: run))
        #expect(try cast(run, "three.cast").events == cast(run, "r.cast").events)
        #expect(try convert(["r.cast", "last.svg", "--format=svg"], in: run))
        #expect(run.folder.text(of: "last.svg")?.contains("@keyframes") == false)
    }

    /// The screens of a dump, and what follows the last of them, which is nothing.
    private func screens(_ run: TapeRun, _ name: String) -> [String] {
        run.folder.text(of: name)?.components(separatedBy: String(repeating: "─", count: 80) + "\n") ?? []
    }

    /// Runs `convert` in the folder of `run`; whether it ended with status 0.
    private func convert(_ arguments: [String], in run: TapeRun) throws -> Bool {
        var options = TerminalProgram.Options()
        options.workingDirectory = run.folder.path
        options.errorOutput = .file(run.folder.file("convert-errors"))
        options.deadline = .seconds(60)
        let program = try TerminalProgram(
            TapeRun.programs + "/vestibule-tape", ["convert"] + arguments, options: options)
        return try program.waitForExit() == .exited(0)
    }

    @Test("7: what is hidden is in no output, and takes no time")
    func hidden() throws {
        let tape = """
            Hide
            Type "export TOKEN=hunter2; clear; echo ready"
            Enter
            Wait+Screen /^ready\\n>/
            Show
            Type "echo shown"
            Enter
            Wait+Screen /shown\\nshown\\n>/
            """
        let (status, run) = try TapeRun.play(tape, "--record", "r.cast", "--svg", "steps", "--text", "r.txt")
        #expect(status == .exited(0), "\(run.errors)")
        let steps = try FileManager.default.contentsOfDirectory(atPath: run.folder.file("steps")).map { "steps/" + $0 }
        for file in ["r.cast", "r.txt"] + steps {
            let text = try #require(run.folder.text(of: file))
            #expect(!text.contains("hunter2") && !text.contains("TOKEN"), "\(file)")
        }
        #expect(run.folder.text(of: "r.txt")?.contains("shown") == true)
        #expect(try cast(run, "r.cast").contains("echo shown\r\n"))
    }

    @Test("7: a recording that is cut short by a signal or kill -9 is valid", arguments: [SIGINT, SIGTERM, SIGKILL])
    func cutShort(_ signal: CInt) throws {
        let run = try TapeRun(
            ["play", "t.tape", "--record", "r.cast"],
            ["t.tape": "Type \"while echo 密 >> seen; do echo 密$((n += 1)); done\" Enter Sleep 1000s"])
        try run.program.waitFor("much output") { _ in (run.folder.text(of: "seen")?.utf8.count ?? 0) > 4_000 }
        run.program.send(signal: signal)
        let status = try run.program.waitForExit()
        #expect(status == (signal == SIGKILL ? .signalled(Int(SIGKILL)) : .exited(128 + Int(signal))))
        let text = try #require(run.folder.text(of: "r.cast"))
        #expect(text.hasSuffix("]\n"))
        let cast = try cast(run, "r.cast")
        #expect(markers(cast) == ["1 Type"] && cast.contains("密100\r\n"))
    }

    @Test(
        "7: on a full disk the play goes on and the recording ends with a whole line: status 2",
        .enabled(if: geteuid() == 0))
    func fullDisk() throws {
        let folder = try TemporaryFolder()
        let disk = try ScratchDisk(at: folder.file("disk"), megabytes: 1)
        let path = disk.path + "/r.cast"
        // More than the disk holds, in lines that do not fit its pages.
        let tape =
            "Type \"seq 1 300000\" Enter Wait+Screen /299999\\n300000/ Type \"echo $((6*7))\" Enter Wait+Screen /42/"
        let (status, run) = try TapeRun.play(tape, "--record", path)
        #expect(status == .exited(2))
        #expect(
            run.errors == "vestibule-tape: cannot write \(path): No space left on device; the recording ends there\n")
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        #expect(bytes.count > 900_000 && bytes.last == UInt8(ascii: "\n"))
        #expect(try Cast(reading: bytes).events.count > 10)
    }

    @Test(
        "1, 7: what cannot be converted is told in one line, status 2, and nothing is written",
        arguments: [
            (["none.cast", "out.svg"], "cannot read none.cast: No such file or directory"),
            (["t.tape", "out.svg"], "t.tape is no recording: line 1: no header of an asciicast"),
            (["bad.cast", "out.svg"], "bad.cast is no recording: line 2: no event: [time, code, data] is expected"),
            (["t.tape", "out.gif"], "'out.gif' is no .cast, .svg or .txt, and there is no --format"),
            (["t.tape", "out.svg", "--format", "gif"], "--format takes one of asciicast-v3, asciicast-v2, "),
            (["t.tape"], "convert takes a recording and the file to make of it"),
            (["good.cast", "/proc/none/out.svg"], "cannot write /proc/none/out.svg: No such file or directory"),
        ])
    func conversionsThatFail(_ arguments: [String], _ message: String) throws {
        let header = "{\"version\":3,\"term\":{\"cols\":80,\"rows\":24}}\n"
        let run = try TapeRun(
            ["convert"] + arguments,
            ["t.tape": "Sleep 1", "good.cast": header, "bad.cast": header + "oops\n[0,\"o\",\"\"]\n"])
        #expect(try run.program.waitForExit() == .exited(2))
        #expect(run.errors.hasPrefix("vestibule-tape: \(message)"), "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1)
        #expect(run.folder.text(of: "out.svg") == nil)
    }

    @Test("7: a recording or a folder that cannot be made is told, and the play goes on: status 2")
    func unwritable() throws {
        let (status, run) = try TapeRun.play(
            "Type \"echo $((6*7))\" Enter Wait+Screen /42/", "--record", "/proc/none/r.cast", "--svg", "/proc/none")
        #expect(status == .exited(2))
        let lines = run.errors.split(separator: "\n")
        #expect(lines.first == "vestibule-tape: cannot write /proc/none/r.cast: No such file or directory")
        #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("vestibule-tape: cannot write /proc/none/") })
    }
}

extension Cast {
    /// Whether the whole output holds `text`.
    fileprivate func contains(_ text: String) -> Bool {
        events.map { event in
            if case .output(let output) = event.kind { output } else { "" }
        }.joined().contains(text)
    }
}

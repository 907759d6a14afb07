import Foundation
import ProgramTesting
import TerminalCore
import TerminalTesting

/// One run of the built `vestibule-tape` in a folder of its own, with the built front end on its `PATH`.
final class TapeRun {
    /// Where the package manager has put the programs: beside the test bundle.
    static let programs = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .path

    /// The running program.
    let program: TerminalProgram
    /// Where it runs.
    let folder: TemporaryFolder

    /// Starts `vestibule-tape` with `arguments`, `tapes` by name lying in its folder.
    init(_ arguments: [String], _ tapes: [String: String] = [:]) throws {
        folder = try TemporaryFolder()
        for (name, text) in tapes { try text.write(toFile: folder.file(name), atomically: false, encoding: .utf8) }
        var options = TerminalProgram.Options()
        options.workingDirectory = folder.path
        options.deadline = .seconds(60)
        options.environment["PATH"] = "\(Self.programs):/usr/bin:/bin"
        options.environment["TMPDIR"] = folder.path
        options.environment["XDG_DATA_HOME"] = folder.path
        options.environment["LC_ALL"] = "C.UTF-8"
        options.environment[TimeScale.variable] = "\(TimeScale.factor)"
        options.errorOutput = .file(folder.file("errors"))
        program = try TerminalProgram(Self.programs + "/vestibule-tape", arguments, options: options)
    }

    deinit { program.close() }

    /// Plays the tape `text` as `t.tape` at full speed, with more `arguments`, to its end.
    static func play(_ text: String, _ arguments: String...) throws -> (status: ExitStatus, run: TapeRun) {
        let run = try TapeRun(["play", "t.tape", "--speed", "max"] + arguments, ["t.tape": text])
        return (try run.program.waitForExit(), run)
    }

    /// What it has written to standard error.
    var errors: String { folder.text(of: "errors") ?? "" }
}

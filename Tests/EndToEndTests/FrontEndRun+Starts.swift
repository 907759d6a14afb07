import Foundation
import ProgramTesting
import TerminalCore
import TerminalTesting
import Testing

/// What a person does with the front end, step by step.
extension FrontEndRun {
    /// Starts the front end on the embedded store in its own folder, and waits for the login form.
    static func embedded(
        _ arguments: String..., in folder: TemporaryFolder? = nil,
        change: (inout TerminalProgram.Options) -> Void = { _ in }
    ) throws -> FrontEndRun {
        let folder = try folder ?? TemporaryFolder()
        let run = try FrontEndRun(["--data-dir", folder.file("data")] + arguments, in: folder, change: change)
        try run.waitForScreen("login")
        return run
    }

    /// Starts the front end on `service`, in English, and waits for the login form.
    static func onService(
        _ service: String, _ arguments: String..., in folder: TemporaryFolder? = nil,
        change: (inout TerminalProgram.Options) -> Void = { _ in }
    ) throws -> FrontEndRun {
        let folder = try folder ?? TemporaryFolder()
        let run = try FrontEndRun(
            ["--service", service, "--data-dir", folder.file("data"), "--language", "en"] + arguments, in: folder,
            change: change)
        try run.waitForScreen("login")
        return run
    }
}

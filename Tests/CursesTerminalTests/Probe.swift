import Foundation
import TerminalCore
import TerminalTesting

/// The probe beside the test bundle, on a terminal of its own.
enum Probe {
    /// Where the package manager has built it.
    static let path = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("TerminalProbe").path

    /// A window that has room for the settings of a terminal in one row.
    static let wide = Size(columns: 160, rows: 24)

    /// Options under which a sanitizer in the probe does as the one in the tests was told.
    static var options: TerminalProgram.Options {
        var options = TerminalProgram.Options()
        for (name, value) in ProcessInfo.processInfo.environment where ["ASAN_OPTIONS", "TSAN_OPTIONS"].contains(name) {
            options.environment[name] = value
        }
        return options
    }

    /// Starts the probe and waits for its first picture.
    static func start(
        _ words: String..., options: TerminalProgram.Options = options
    ) throws -> TerminalProgram {
        let program = try TerminalProgram(path, words, options: options)
        try program.waitForText("Probe \(options.size.columns)x\(options.size.rows)")
        return program
    }

    /// Starts the probe by a shell that runs `script`, in which `$0` is the probe, in a wide window.
    static func start(
        script: String, environment: [String: String] = [:]
    ) throws -> TerminalProgram {
        var options = options
        options.size = wide
        options.environment.merge(environment) { $1 }
        return try TerminalProgram("sh", ["-c", script, path], options: options)
    }
}

extension TerminalProgram {
    /// The process id that the probe shows.
    var probeIdentifier: pid_t {
        get throws {
            try waitForText(/pid=\d+\n/)
            return screen.text.firstMatch(of: /pid=(\d+)/).flatMap { pid_t($0.1) } ?? 0
        }
    }

    /// What the probe's file `name` in `/proc` says for `field`.
    func status(_ field: String, of process: pid_t, in name: String = "status") throws -> String? {
        try String(contentsOfFile: "/proc/\(process)/\(name)", encoding: .utf8).split(separator: "\n")
            .first { $0.hasPrefix(field) }
            .map { $0.dropFirst(field.count).trimmingCharacters(in: .whitespaces.union([":"])) }
    }

    /// Waits until the process has been stopped.
    func waitUntilStopped(_ process: pid_t) throws {
        try waitFor("the probe to be stopped") { _ in
            (try? status("State", of: process))??.hasPrefix("T") ?? false
        }
    }

    /// Whether `text` has been written by the program.
    func hasWritten(_ text: String) -> Bool {
        rawOutput.firstRange(of: Array(text.utf8)) != nil
    }
}

/// A file of its own name, removed with this object.
final class TemporaryFile {
    /// Its path.
    let path = NSTemporaryDirectory() + "/CursesTerminalTests-" + UUID().uuidString

    /// What is in it; nil if it does not exist.
    var text: String? { try? String(contentsOfFile: path, encoding: .utf8) }

    deinit { unlink(path) }
}

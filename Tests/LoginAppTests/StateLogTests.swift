import Accounts
import Foundation
import LoginApp
import LoginFlow
import TerminalCore
import Testing

@Suite("The state log")
struct StateLogTests {
    /// A file of one test, in a folder that the test removes.
    private final class LogFile {
        private let directory: URL

        init() throws {
            directory = FileManager.default.temporaryDirectory.appendingPathComponent("state-" + UUID().uuidString)
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
        }

        deinit {
            try? FileManager.default.removeItem(at: directory)
        }

        var path: String { directory.appendingPathComponent("state.jsonl").path }

        var text: String {
            get throws { try String(contentsOfFile: path, encoding: .utf8) }
        }

        /// What each line says of `keys`.
        func lines(_ keys: String...) throws -> [String] {
            try text.split(separator: "\n").map { line in
                let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                return keys.map { key in object?[key].map { "\($0)" } ?? "absent" }.joined(separator: " ")
            }
        }
    }

    private func run(_ script: [ScriptedTerminal.Step], into file: LogFile, gate: Gate? = nil) async {
        let service = ScriptedService(.failure(.busy), gate: gate)
        _ = await ScriptedTerminal(script).run(service, reducesMotion: false, statePath: file.path)
    }

    @Test("D1: one line a settled frame, none for what only moves or stays")
    func lines() async throws {
        let file = try LogFile()
        await run(
            [
                .keys(.tab), .events([.woken]), .keys(.control("l")), .keys(.enter), .deadline, .deadline,
                .keys(.home), .keys(.enter), .keys(.control("c")),
            ], into: file)
        // The shake has no lines, the alert has.
        let expected = ["2 1 login account", "2 2 login password", "2 3 login ok", "2 4 login account"]
        #expect(try file.lines("v", "frame", "screen", "focus") == expected)
        #expect(try file.text.hasSuffix("\n"))
    }

    @Test("D1: a spinner makes no lines, and no password stands there")
    func busy() async throws {
        let file = try LogFile()
        let gate = Gate()
        await run(
            [.submit, .deadline, .deadline, .open(gate), .until("Error: "), .keys(.control("c"))], into: file,
            gate: gate)
        let busy = #""busy":true"#
        #expect(try file.text.split(separator: "\n").map { $0.contains(busy) } == [false, true, false])
        #expect(try !file.text.contains("correct") && file.text.contains(#""length":13"#))
    }

    @Test("D1: the file is for its owner only, and a second run appends to it")
    func appended() async throws {
        let file = try LogFile()
        await run([.keys(.control("c"))], into: file)
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        let first = try file.text
        await run([.keys(.control("c"))], into: file)
        #expect(try file.text == first + first)
    }

    @Test("D1: a file that cannot be opened is said in the system's words")
    func failure() {
        let error = #expect(throws: StateLog.Failure.self) {
            try StateLog(path: "/dev/null/state.jsonl", language: .english)
        }
        #expect(error?.reason == "Not a directory")
    }
}

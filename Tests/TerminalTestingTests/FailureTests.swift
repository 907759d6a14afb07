import Foundation
import TerminalCore
import Testing

@testable import TerminalTesting

@Suite("D3: failures") struct FailureTests {
    @Test func onlyTheNewestRecordingsOfEarlierRunsStay() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("recordings-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for age in 1...7 {
            let file = folder.appendingPathComponent("sh-\(age).cast").path
            try Data().write(to: URL(fileURLWithPath: file))
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: Double(-60 * age))], ofItemAtPath: file)
        }
        try Data().write(to: folder.appendingPathComponent("notes.txt"))
        Recording.prune(folder.path, keeping: 3)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(left == ["notes.txt", "sh-1.cast", "sh-2.cast", "sh-3.cast"])
        Recording.prune(folder.path + "/none", keeping: 3)
    }

    @Test func tellsWhatWasExpectedAndSeen() throws {
        var options = TerminalProgram.Options()
        options.size = Size(columns: 20, rows: 2)
        let program = try TerminalProgram("sh", ["-c", "stty -echo; printf 'Password: '; read x"], options: options)
        try program.waitForText("Password: ")
        try program.type("hunter2")
        try program.press(.character("x"), .tab, .function(1))
        do {
            try program.waitForText("Welcome", within: .milliseconds(50))
            Issue.record("no failure")
        } catch {
            let text = error.description
            #expect(text.hasPrefix("expected the text \"Welcome\", but 50 ms passed (TerminalTestingTests/"))
            #expect(
                text.contains(
                    """
                    ┌────────────────────┐
                    │Password:           │
                    │          ▲         │
                    │                    │
                    └────────────────────┘
                    """))
            #expect(text.contains("20×2 cursor 0,10"))
            #expect(text.contains("last input: type(7 characters), character, tab, F1"))
            #expect(!text.contains("hunter2"))
            let recording = try #require(error.recording)
            #expect(text.contains("recording: \(recording)"))
            try FileManager.default.removeItem(atPath: recording)
        }
    }

    @Test func recordingIsAsciicast() throws {
        let program = try TerminalProgram("sh", ["-c", "printf '密\\033[1m\"\\\\'; read x"])
        try program.waitForText("密\"\\")
        program.resize(to: Size(columns: 30, rows: 5))
        let error = #expect(throws: TerminalFailure.self) {
            try program.waitForText("never", within: .milliseconds(20))
        }
        let path = try #require(error?.recording)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        let header = try #require(
            try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
        #expect(header["version"] as? Int == 3)
        #expect((header["term"] as? [String: Int]) == ["cols": 80, "rows": 24])
        let events = try lines.dropFirst().map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [Any])
        }
        #expect(events.allSatisfy { $0.count == 3 && ($0[0] as? Double ?? -1) >= 0 })
        #expect(
            events.filter { $0[1] as? String == "o" }.compactMap { $0[2] as? String }.joined()
                == "密\u{1B}[1m\"\\")
        #expect(events.last?[1] as? String == "r" && events.last?[2] as? String == "30x5")
    }
}

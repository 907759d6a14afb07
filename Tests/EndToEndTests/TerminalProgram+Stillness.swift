import Foundation
import TerminalTesting
import Testing

extension TerminalProgram {
    /// Expects a second without a byte and without a wake-up (T8).
    func expectStillSecond() throws {
        // What was begun, such as a log-out, may end first; then a second has to be still.
        let deadline = ContinuousClock.now + .seconds(8) * TimeScale.factor
        var seconds: [String] = []
        repeat {
            let before = activity
            try #require(!before.isEmpty)
            let end = ContinuousClock.now + .seconds(1)
            try waitFor("a second to pass") { _ in ContinuousClock.now >= end }
            let after = activity
            if before == after { return }
            seconds.append("\(before) became \(after)")
        } while ContinuousClock.now < deadline
        Issue.record("no second was still: \(seconds.suffix(3))")
    }

    /// What must not change: the bytes written, and how often each thread has given up or lost the processor.
    private var activity: [String] {
        let tasks = "/proc/\(processIdentifier)/task"
        let threads = ((try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []).sorted()
        let switches = threads.map { thread in
            let status = (try? String(contentsOfFile: "\(tasks)/\(thread)/status", encoding: .utf8)) ?? ""
            let counts = status.split(separator: "\n").filter { $0.contains("ctxt_switches") }
            return counts.map { $0.split(separator: "\t").last ?? "" }.joined(separator: "+")
        }
        return switches.isEmpty ? [] : ["\(receivedByteCount) bytes"] + switches
    }
}

import Foundation
import TerminalTesting
import Testing

@Suite("Idleness")
struct IdleEndToEndTests {
    /// Where the front end can stand still.
    enum Place: String, CaseIterable, Sendable {
        case empty, typed, help, incomplete, cutShort, cancelled, alert, register, home, loggedOut
    }

    @Test("T8: idle means idle: no byte, no wake-up", arguments: Place.allCases)
    func idle(place: Place) throws {
        let vestibule = try Vestibule("--service", "demo:?delay=\(place == .cancelled ? "3600" : "0.1")")
        try vestibule.wait(forScreen: "login")
        try go(to: place, in: vestibule)
        try expectStillSecond(of: vestibule.program)
    }

    private func expectStillSecond(of program: TerminalProgram) throws {
        // What was begun, such as a log-out, may end first; then a second has to be still.
        let deadline = ContinuousClock.now + .seconds(8) * TimeScale.factor
        var seconds: [String] = []
        repeat {
            let before = Self.activity(of: program)
            try #require(!before.isEmpty)
            let end = ContinuousClock.now + .seconds(1)
            try program.waitFor("a second to pass") { _ in ContinuousClock.now >= end }
            let after = Self.activity(of: program)
            if before == after { return }
            seconds.append("\(before) became \(after)")
        } while ContinuousClock.now < deadline
        Issue.record("no second was still: \(seconds.suffix(3))")
    }

    private func go(to place: Place, in vestibule: Vestibule) throws {
        let program = vestibule.program
        switch place {
        case .empty: break
        case .typed:
            try program.type("ada\rtestApp")
            try vestibule.wait(forPasswordLength: 7)
        case .incomplete:
            try program.type("\r\r")
            try vestibule.wait(forAlert: "login-failed")
        case .cutShort:
            try program.press(.enter)
            try vestibule.wait(forFocus: "password")
            // The second key ends the shake that the first begins, and closes the alert.
            try program.press(.enter, .enter)
            try vestibule.wait(forFocus: "account")
        case .cancelled:
            try vestibule.logIn("ada", "testApp123456")
            try vestibule.wait(for: "a call under way") { $0.busy }
            try program.press(.escape)
            try vestibule.wait(for: "an idle form") { !$0.busy }
        case .alert:
            try vestibule.logIn("nobody", "testApp123456")
            try vestibule.wait(forAlert: "account-missing")
        case .help:
            try program.press(.function(1))
            try vestibule.wait(for: "the help, which hides the cursor") { $0.cursor == nil }
        case .register:
            try vestibule.logIn("nobody", "testApp123456")
            try vestibule.wait(forAlert: "account-missing")
            try program.press(.right, .enter)
            try vestibule.wait(forScreen: "register")
            try program.type("brisk-Otter-42")
            try vestibule.wait(forPasswordLength: 14)
        case .home:
            try vestibule.logIn("ada", "testApp123456")
            try vestibule.wait(forScreen: "home")
        case .loggedOut:
            try go(to: .home, in: vestibule)
            try program.press(.enter)
            try vestibule.wait(forScreen: "login")
        }
    }

    /// What must not change: the bytes written, and how often each thread has given up or lost the processor.
    private static func activity(of program: TerminalProgram) -> [String] {
        let tasks = "/proc/\(program.processIdentifier)/task"
        let threads = ((try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []).sorted()
        let switches = threads.map { thread in
            let status = (try? String(contentsOfFile: "\(tasks)/\(thread)/status", encoding: .utf8)) ?? ""
            let counts = status.split(separator: "\n").filter { $0.contains("ctxt_switches") }
            return counts.map { $0.split(separator: "\t").last ?? "" }.joined(separator: "+")
        }
        return switches.isEmpty ? [] : ["\(program.receivedByteCount) bytes"] + switches
    }
}

import Foundation
import TerminalCore
import TerminalTesting
import Testing

/// How little is written (section 9 and T8).
@Suite struct BytesEndToEndTests {
    /// What each key of `text` costs in bytes, the median of them.
    private func medianCost(of text: String, in node: String, _ run: ProgramRun) throws -> Int {
        var costs: [Int] = []
        for character in text {
            let (before, frame) = (run.program.receivedByteCount, run.program.frames.last)
            try run.program.type(String(character))
            // A frame is logged once its bytes are written.
            try run.program.waitForFrame("the typed key", after: frame) { $0.focus == node }
            costs.append(run.program.receivedByteCount - before)
        }
        return costs.sorted()[costs.count / 2]
    }

    @Test(
        "9: a key costs at most 8 bytes in the account field, 32 in the password field",
        arguments: ["en", "zh-Hans"])
    func keys(language: String) throws {
        var setup = ProgramRun.Setup()
        setup.arguments += ["--language", language]
        let run = try ProgramRun(setup)
        try run.waitForLogin()
        let account = try medianCost(of: "ada.lovelace@example.com", in: "account", run)
        #expect((1...8).contains(account), "\(account)")
        try run.program.press(.enter)
        try run.program.waitForFrame("the focus on the password") { $0.focus == "password" }
        let password = try medianCost(of: "testApp12345678901", in: "password", run)
        #expect((1...32).contains(password), "\(password)")
    }

    @Test("9, T8: idle writes nothing, and the screen's thread never wakes up", arguments: ["login", "alert", "home"])
    func idle(where place: String) throws {
        let run = try ProgramRun()
        switch place {
        case "alert":
            try run.logIn(password: "wrong password")
            try run.waitForAlert("login-failed")
        case "home":
            try run.logIn()
            try run.waitForScreen("home")
        default: try run.waitForLogin()
        }
        try run.program.waitUntilSettled(quiet: .milliseconds(300))
        let before = (run.program.receivedByteCount, try switches(nil, run))
        try run.program.waitUntilSettled(quiet: .seconds(1))
        #expect(run.program.receivedByteCount == before.0)
        #expect(try switches(nil, run) == before.1)
    }

    @Test("9, T8: no thread wakes up before the service is called")
    func idleThreads() throws {
        let run = try ProgramRun()
        try run.waitForLogin()
        try run.program.type("ada")
        try run.program.waitForFrame("the typed account") { $0.node("account")?.value == "ada" }
        try run.program.waitUntilSettled(quiet: .milliseconds(300))
        let tasks = "/proc/\(run.program.processIdentifier)/task"
        let before = try FileManager.default.contentsOfDirectory(atPath: tasks).map { try switches($0, run) }
        try run.program.waitUntilSettled(quiet: .milliseconds(1500))
        #expect(try FileManager.default.contentsOfDirectory(atPath: tasks).map { try switches($0, run) } == before)
    }

    /// How often a thread of the program, the main one for nil, has waited for something by itself.
    private func switches(_ thread: String?, _ run: ProgramRun) throws -> Int {
        let process = run.program.processIdentifier
        let path = "/proc/\(process)/task/\(thread ?? "\(process)")/status"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        return try #require(text.firstMatch(of: /\nvoluntary_ctxt_switches:\t(\d+)/).flatMap { Int($0.1) })
    }
}

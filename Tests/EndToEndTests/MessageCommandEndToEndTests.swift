import Foundation
import ProgramTesting
import TerminalCore
import TerminalTesting
import Testing

@Suite("Codes that leave through a command", .timeLimit(.minutes(3)))
struct MessageCommandEndToEndTests {
    private static let phone = "13542138562", password = "tangerine gravel"

    /// How the program is left.
    enum Exit: CaseIterable, Sendable {
        case key, terminated, killed
    }

    @Test("A6: a command that hangs does not outlive the program, however that ends", arguments: Exit.allCases)
    func hanging(exit: Exit) throws {
        let folder = try TemporaryFolder()
        let command =
            "sleep 1000 & echo $$ $! > '\(folder.file("new"))'; mv '\(folder.file("new"))' "
            + "'\(folder.file("started"))'; wait"
        let run = try FrontEndRun.embedded("--mail-command", command, in: folder)
        try run.moveFocus(to: "register")
        try run.program.press(.enter)
        try run.waitForScreen("register")
        try run.program.type("ada@example.com")
        try run.moveFocus(to: "get-code")
        try run.program.press(.enter)
        try run.program.waitFor("the command") { _ in folder.text(of: "started") != nil }
        let processes = try #require(folder.text(of: "started")).split { $0.isWhitespace }.compactMap { pid_t($0) }
        #expect(processes.count == 2 && processes.allSatisfy(isRunning))
        switch exit {
        case .key: try run.program.press(.control("c"))
        case .terminated: run.program.send(signal: SIGTERM)
        case .killed: run.program.send(signal: SIGKILL)
        }
        try run.program.waitForExit()
        let end = ContinuousClock.now + .seconds(30)
        while processes.contains(where: isRunning), .now < end { sched_yield() }
        #expect(!processes.contains(where: isRunning))
    }

    /// Whether a process is there and no zombie, which its new parent may not have noted yet.
    private func isRunning(_ process: pid_t) -> Bool {
        guard let status = try? readFile("/proc/\(process)/stat") else { return false }
        return !String(decoding: status, as: UTF8.self).contains(") Z ")
    }

    @Test("A4, A6, L10: after three failures on a phone number the code that went to the command logs in")
    func phone() throws {
        let folder = try TemporaryFolder()
        try registerPhone(in: folder)
        try forgetSends(in: folder)
        let run = try FrontEndRun.embedded("--sms-command", "cat > '\(folder.file("message"))'", in: folder)
        try run.program.type(Self.phone)
        for _ in 1...3 {
            try run.moveFocus(to: "password")
            try run.typeSecret("wrong password")
            try run.moveFocus(to: "submit")
            try run.program.press(.enter)
            try run.waitForAlert("login-failed")
            try run.program.press(.enter)
            try run.waitForScreen("login")
        }
        try run.typeSecret(Self.password)
        try enterCode(sentTo: run, digitCount: 4)
        try run.program.press(.enter)
        try run.waitForScreen("home")
    }

    /// Registers the phone number by its code, and leaves.
    private func registerPhone(in folder: TemporaryFolder) throws {
        let run = try FrontEndRun.embedded("--sms-command", "cat > '\(folder.file("message"))'", in: folder)
        try run.moveFocus(to: "register")
        try run.program.press(.enter)
        try run.waitForScreen("register")
        try run.program.type(Self.phone)
        try enterCode(sentTo: run, digitCount: 6)
        try run.sendNewPassword(Self.password)
        try run.waitForScreen("home")
        try run.program.press(.control("c"))
        try run.program.waitForExit()
    }

    /// Lets another code be sent before a minute has passed.
    private func forgetSends(in folder: TemporaryFolder) throws {
        let script =
            "import sqlite3,sys; c=sqlite3.connect(sys.argv[1]); c.execute('DELETE FROM code_send'); c.commit()"
        let python = try TerminalProgram("python3", ["-c", script, folder.file("data/accounts.sqlite")])
        #expect(try python.waitForExit() == .exited(0))
    }

    /// Asks for a code and types the one that the command was given.
    private func enterCode(sentTo run: FrontEndRun, digitCount: Int) throws {
        try? FileManager.default.removeItem(atPath: run.folder.file("message"))
        try run.moveFocus(to: "get-code")
        try run.program.press(.enter)
        let frame = try run.program.waitForFrame("the code sent") { $0.toast?.contains("135****8562") == true }
        #expect(frame.focus == "code")
        try run.typeSecret(try code(in: run.folder, digitCount: digitCount))
    }

    /// The code in the message that the command was given, which is addressed to the phone number.
    private func code(in folder: TemporaryFolder, digitCount: Int) throws -> String {
        let message = try #require(folder.text(of: "message"))
        #expect(message.contains("To: \(Self.phone)"))
        let body = try #require(message.range(of: "\n\n")).upperBound
        let code = message[body...].split { !$0.isNumber }.first { $0.count == digitCount }
        return String(try #require(code))
    }
}

import Foundation
import TerminalCore
import TerminalTesting
import Testing

/// Where passwords must never be found, and what the state log says instead (section 8, A1, L3).
@Suite struct SecretsEndToEndTests {
    /// A password like no other text.
    private static let password = "qzxSecret-7481"

    /// A run with a store and stderr in its directory.
    private func run() throws -> ProgramRun {
        var setup = ProgramRun.Setup()
        setup.arguments = ["--data-dir", "data", "--language", "en"]
        setup.redirectsErrors = true
        return try ProgramRun(setup)
    }

    /// Expects the password in no file of the run, and among the bytes on the terminal only as `isShown` says.
    private func expectSecrecy(_ run: ProgramRun, isShown: Bool = false) throws {
        let files = try FileManager.default.subpathsOfDirectory(atPath: run.directory)
        #expect(files.contains("state.log") && files.contains("errors"))
        let password = Array(Self.password.utf8)
        for file in files where run.bytes(of: file).firstRange(of: password) != nil {
            Issue.record("\(file) holds the password")
        }
        #expect(run.hasWritten(Self.password) == isShown)
        // A failure keeps a recording.
        let error = #expect(throws: TerminalFailure.self) {
            try run.program.waitForText("never there", within: .milliseconds(10))
        }
        let path = try #require(error?.recording)
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains(Self.password) == isShown)
        #expect(error?.description.contains(Self.password) == false)
    }

    /// Registers an account with the password.
    private func register(_ run: ProgramRun) throws {
        try run.waitForLogin()
        try run.moveFocus(to: "register")
        try run.program.press(.enter)
        try run.waitForScreen("register")
        try run.moveFocus(to: "account")
        try run.program.type("grace")
        for node in ["password", "password-again"] {
            try run.moveFocus(to: node)
            try run.program.type(Self.password)
            try run.program.waitForFrame("a typed password") { $0.node(node)?.length == Self.password.count }
        }
        try run.program.press(.enter)
        try run.waitForScreen("home")
    }

    @Test("D1, A1: after a registration, a log-out and a login the password is nowhere")
    func registrationAndLogin() throws {
        let run = try run()
        try register(run)
        try run.moveFocus(to: "log-out")
        try run.program.press(.enter)
        try run.waitForScreen("login")
        // The account is kept, so that the focus may be on either field.
        try run.moveFocus(to: "account")
        try run.program.press(.control("u"))
        try run.logIn(account: "grace", password: Self.password)
        try run.waitForScreen("home")
        try expectSecrecy(run)
        try run.program.press(.control("c"))
        #expect(try run.program.waitForExit() == .exited(0))
        try expectSecrecy(run)
    }

    @Test("D1, L9: after a login to an unknown account the password is nowhere")
    func unknownAccount() throws {
        let run = try run()
        try run.logIn(account: "nobody", password: Self.password)
        try run.waitForAlert("account-missing")
        try expectSecrecy(run)
        try run.program.press(.escape)
        try run.waitForLogin()
        try run.program.press(.control("c"))
        #expect(try run.program.waitForExit() == .exited(1))
        try expectSecrecy(run)
    }

    @Test("D1, L9: after a wrong password it is nowhere")
    func wrongPassword() throws {
        var setup = ProgramRun.Setup()
        setup.redirectsErrors = true
        let run = try ProgramRun(setup)
        try run.logIn(password: Self.password)
        let frame = try run.waitForAlert("login-failed")
        #expect(frame.node("password")?.length == Self.password.count && frame.node("password")?.value == nil)
        try expectSecrecy(run)
    }

    @Test("L3, D1: a revealed password is on the screen alone, and only while it is revealed")
    func revealedPassword() throws {
        let run = try run()
        try run.waitForLogin()
        try run.program.press(.tab)
        try run.program.type(Self.password)
        try run.program.waitForFrame("the typed password") { $0.node("password")?.length == Self.password.count }
        #expect(!run.program.screen.contains(Self.password))
        try run.program.press(.control("r"))
        try run.program.waitForText(Self.password)
        try run.program.press(.control("r"))
        try run.program.waitForTextGone(Self.password)
        try run.program.press(.control("c"))
        #expect(try run.program.waitForExit() == .exited(1))
        #expect(run.program.frames.allSatisfy { $0.node("password")?.value == nil })
        try expectSecrecy(run, isShown: true)
    }

    @Test("D1, D2: lines of the state log have a version, rising numbers, and the ids that are promised")
    func stateLog() throws {
        let run = try run()
        try run.logIn(account: "grace", password: Self.password)
        let missing = try run.waitForAlert("account-missing")
        #expect(missing.alert?.buttons?.map(\.id) == ["cancel", "go-register"] && missing.focus == "cancel")
        try run.program.press(.escape)
        let login = try run.waitForLogin()
        #expect(
            login.nodes.map(\.id)
                == ["account", "password", "remember", "auto-login", "submit", "register", "reset"])
        #expect(login.node("account")?.value == "grace")
        try register(run)
        for frame in run.program.frames {
            for node in frame.nodes where node.id.hasPrefix("password") {
                #expect(node.value == nil && node.length != nil && node.role == "textbox")
            }
        }
        let registration = try #require(run.program.frames.last { $0.screen == "register" })
        let ids = registration.nodes.map(\.id)
        #expect(["account", "password", "password-again", "strength", "submit"].allSatisfy(ids.contains))
        #expect(run.program.frames.last?.node("log-out") != nil)
        run.program.resize(to: Size(columns: 30, rows: 8))
        try run.waitForScreen("too-small")
        let lines = try run.text(of: "state.log").split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(lines.map { $0["frame"] as? Int } == Array(1...lines.count))
        let keys: Set = [
            "v", "frame", "screen", "language", "size", "focus", "cursor", "busy", "nodes", "alert", "toast", "help",
        ]
        for line in lines {
            #expect(line["v"] as? Int == 2 && Set(line.keys) == keys)
            #expect(["login", "register", "home", "too-small"].contains(line["screen"] as? String))
        }
    }

    @Test("D1: the state log is its owner's alone")
    func stateLogMode() throws {
        let run = try run()
        try run.waitForLogin()
        let attributes = try FileManager.default.attributesOfItem(atPath: run.directory + "/state.log")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
}

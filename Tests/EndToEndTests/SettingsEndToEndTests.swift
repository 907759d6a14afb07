import Glibc
import TerminalCore
import TerminalTesting
import Testing

@Suite("Settings, sessions and another password", .timeLimit(.minutes(3)))
struct SettingsEndToEndTests {
    private static let password = "tangerine gravel"

    /// Logs in with the account that `register` made.
    private func logIn(_ run: FrontEndRun, password: String = password) throws {
        try run.moveFocus(to: "account")
        try run.program.type("newcomer")
        try run.moveFocus(to: "password")
        try run.typeSecret(password)
        try run.program.press(.enter)
        try run.waitForScreen("home")
    }

    /// Goes from home to the settings, and there to what `element` leads to.
    private func open(_ element: String, as screen: String, _ run: FrontEndRun) throws {
        try run.moveFocus(to: "settings")
        try run.program.press(.enter)
        try run.waitForScreen("settings")
        try run.moveFocus(to: element)
        try run.program.press(.enter)
        try run.waitForScreen(screen)
    }

    @Test("H2: the demo's counters come on the screen")
    func notices() throws {
        let run = try FrontEndRun.demo()
        try run.fillIn()
        try run.program.press(.enter)
        let home = try run.program.waitForFrame("the counters") { $0.node("mentions")?.value == "3" }
        #expect(home.screen == "home" && home.node("messages")?.value == "2" && home.node("notices") == nil)
        #expect(home.focus == "settings" && !home.busy)
    }

    @Test("H3: a changed password is the one that logs in from then on")
    func changePassword() throws {
        let run = try FrontEndRun.embedded()
        try run.register("newcomer", password: Self.password)
        try open("change-password", as: "change-password", run)
        try run.typeSecret(Self.password)
        try run.sendNewPassword("another gravel 43")
        let settings = try run.waitForScreen("settings")
        #expect(settings.toast?.hasPrefix("Password changed") == true && settings.focus == "change-password")
        try run.moveFocus(to: "log-out")
        try run.program.press(.enter)
        try run.waitForScreen("login")
        try run.typeSecret(Self.password)
        try run.program.press(.enter)
        try run.waitForAlert("login-failed")
        try run.program.press(.enter)
        try run.waitForScreen("login")
        try run.typeSecret("another gravel 43")
        try run.program.press(.enter)
        try run.waitForScreen("home")
        #expect(!run.hasWritten(Self.password) && !run.hasWritten("another gravel 43"))
    }

    /// When the program is killed: so many milliseconds after the form is sent; nil when it has told of the change.
    static let moments: [Int?] = [0, 40, 80, 160, 320, nil]

    @Test(
        "H3, A10: kill -9 during a change of password leaves the old or the new one, and what was told holds",
        arguments: moments)
    func killedWhileChanging(milliseconds: Int?) throws {
        let first = try FrontEndRun.embedded()
        try first.register("newcomer", password: Self.password)
        try open("change-password", as: "change-password", first)
        try first.typeSecret(Self.password)
        try first.sendNewPassword("another gravel 43")
        if let milliseconds {
            try first.wait(.milliseconds(milliseconds))
        } else {
            try first.program.waitForFrame("the change told") { $0.toast?.hasPrefix("Password changed") == true }
        }
        first.program.send(signal: SIGKILL)
        try first.program.waitForExit()
        let isTold = first.program.frames.contains { $0.toast?.hasPrefix("Password changed") == true }

        let second = try FrontEndRun.embedded(in: first.folder)
        try second.program.type("newcomer")
        var good: [String] = []
        for password in [Self.password, "another gravel 43"] where good.isEmpty {
            try second.moveFocus(to: "password")
            try second.typeSecret(password)
            try second.program.press(.enter)
            // The killed program may have left its lease behind, which lasts ten seconds (A3).
            let frame = try second.program.waitForFrame("an answer", within: .seconds(30)) {
                !$0.busy && ($0.screen == "home" || $0.alert?.id == "login-failed")
            }
            guard frame.screen != "home" else {
                good.append(password)
                continue
            }
            try second.program.press(.enter)
            try second.waitForScreen("login")
        }
        #expect(good == ["another gravel 43"] || (!isTold && good == [Self.password]))
    }

    @Test("H3, H5: a session that another one ends leads to login, and from there back to where it was")
    func endSession() throws {
        let first = try FrontEndRun.embedded()
        try first.register("newcomer", password: Self.password)
        let second = try FrontEndRun.embedded(in: first.folder)
        try logIn(second)
        try open("change-password", as: "change-password", second)

        try open("sessions", as: "sessions", first)
        let list = try first.program.waitForFrame("both sessions") { $0.node("session-2") != nil }
        let other = try #require(["session-1", "session-2"].first { list.node($0)?.current == false })
        #expect(list.node(other)?.role == "listitem" && list.focus == "session-1")
        try first.moveFocus(to: other)
        try first.program.press(.enter)
        try first.waitForAlert("end-session")
        try first.program.press(.right, .enter)
        let after = try first.program.waitForFrame("one session") { $0.node("session-2") == nil && $0.toast != nil }
        #expect(after.node("session-1")?.current == true)

        try second.typeSecret(Self.password)
        try second.sendNewPassword("another gravel 43")
        let login = try second.waitForScreen("login")
        #expect(login.node("account")?.value == "newcomer" && login.focus == "password")
        #expect(login.toast?.hasPrefix("You were logged out") == true)
        try second.typeSecret(Self.password)
        try second.program.press(.enter)
        let form = try second.waitForScreen("change-password")
        #expect(form.node("current-password")?.length == 0 && form.node("password")?.length == 0)
    }

    @Test("H3, H4: logging out everywhere asks, and ends the other session too")
    func endAllSessions() throws {
        let first = try FrontEndRun.embedded()
        try first.register("newcomer", password: Self.password)
        let second = try FrontEndRun.embedded(in: first.folder)
        try logIn(second)
        try first.moveFocus(to: "settings")
        try first.program.press(.enter)
        try first.waitForScreen("settings")
        try first.moveFocus(to: "log-out-everywhere")
        try first.program.press(.enter)
        try first.waitForAlert("log-out-everywhere")
        try first.program.press(.right, .enter)
        #expect(try first.waitForScreen("login").node("account")?.value == "newcomer")
        try second.program.press(.enter)
        try second.waitForScreen("settings")
        try second.moveFocus(to: "sessions")
        try second.program.press(.enter)
        #expect(try second.waitForScreen("login").toast?.hasPrefix("You were logged out") == true)
    }
}

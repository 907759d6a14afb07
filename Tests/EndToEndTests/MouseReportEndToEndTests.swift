import TerminalCore
import TerminalTesting
import Testing

@Suite("L5, T5: what terminals report of the mouse", .timeLimit(.minutes(5)))
struct MouseReportEndToEndTests {
    /// Clicks the middle of a node of the newest frame, or of a button of its alert.
    private func click(_ id: String, _ run: FrontEndRun) throws {
        let frame = try run.frame
        let node = frame.alert?.buttons?.first { $0.id == id } ?? frame.node(id)
        let rect = try #require(node?.rect)
        try run.program.click(row: rect[0] + rect[2] / 2, column: rect[1] + rect[3] / 2)
    }

    @Test("L5: a click focuses, toggles and presses far to the right and below, where old reports end")
    func clicksInALargeWindow() throws {
        let run = try FrontEndRun(["--service", "demo:?delay=0"]) { $0.size = Size(columns: 500, rows: 300) }
        try run.waitForScreen("login")
        try click("password", run)
        try run.program.waitForFrame("the focus on the password") { $0.focus == "password" }
        try run.typeSecret("testApp123456")
        try click("auto-login", run)
        try run.program.waitForFrame("both boxes") { $0.node("remember")?.checked == true && $0.focus == "auto-login" }
        try click("account", run)
        try run.program.waitForFrame("the focus on the account") { $0.focus == "account" }
        try run.program.type("nobody")
        try run.program.waitForFrame("a form to send") { $0.node("submit")?.enabled == true }
        try click("submit", run)
        try run.waitForAlert("account-missing")
        try click("go-register", run)
        #expect(try run.waitForScreen("register").node("account")?.value == "nobody")
        try click("back", run)
        #expect(try run.waitForScreen("login").node("account")?.value == "nobody")
        try run.retype("ada", in: "account")
        try click("submit", run)
        try run.waitForScreen("home")
        try click("log-out", run)
        try run.waitForScreen("login")
    }

    @Test("T5: other buttons, releases, the wheel and places outside the window are dropped")
    func otherReports() throws {
        let run = try FrontEndRun.demo()
        for report in ["1;5;5M", "2;5;5M", "64;20;8M", "65;20;8M", "0;20;8m", "0;9999;9999M", "0;0;0M"] {
            try run.program.send(Array("\u{1B}[<\(report)".utf8))
        }
        try run.program.type("ada")
        let frame = try run.program.waitForFrame("what was typed") { $0.node("account")?.value == "ada" }
        #expect(frame.focus == "account" && frame.toast == nil)
    }
}

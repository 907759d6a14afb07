import TerminalCore
import TerminalTesting
import Testing

@Suite("The demo service's settings", .timeLimit(.minutes(5)))
struct DemoSettingsEndToEndTests {
    /// Starts the front end on `demo:` with `settings`, and waits for the login form.
    private func start(_ settings: String, _ arguments: String...) throws -> FrontEndRun {
        let run = try FrontEndRun(["--service", "demo:" + settings] + arguments) { $0.environment["TZ"] = "UTC0" }
        try run.waitForScreen("login")
        return run
    }

    /// Fills in the form and sends it.
    private func logIn(_ run: FrontEndRun, _ account: String, _ password: String) throws {
        try run.fillIn(account: account, password: password)
        try run.program.press(.enter)
    }

    @Test(
        "section 5: ada gets in by each of her names, however they are written",
        arguments: [
            "ada", "13542138562", "ada@example.com", " ada ", "+86 135-4213-8562", "１３５４２１３８５６２", "ada@EXAMPLE.com",
            "ADA",
        ])
    func namesOfAda(name: String) throws {
        let run = try start("?delay=0")
        try logIn(run, name, "testApp123456")
        try run.waitForScreen("home")
        try run.program.press(.control("c"))
        #expect(try run.program.waitForExit() == .exited(0))
    }

    @Test("L6: without that rule 123 is too short, and nothing is sent")
    func shortPassword() throws {
        let run = try start("?delay=0")
        try logIn(run, "123", "123")
        let alert = try run.waitForAlert("login-failed")
        #expect(alert.alert?.text == "The password must be 8-20 characters")
        #expect(run.program.frames.allSatisfy { !$0.busy })
    }

    @Test("L8: without a setting the delay is two seconds")
    func standardDelay() throws {
        let run = try start("")
        try run.fillIn()
        let start = ContinuousClock.now
        try run.program.press(.enter)
        try run.waitForScreen("home")
        #expect(ContinuousClock.now - start >= .seconds(2))
    }

    @Test("L8: a locked form drops keys, and one submit is one request")
    func lockedForm() throws {
        let run = try start("?delay=0.5")
        try logIn(run, "nobody", "testApp123456")
        try run.waitForCall()
        try run.program.type("xyz\r\r\t ")
        try run.program.press(.control("u"), .function(1), .control("r"))
        try run.waitForAlert("account-missing")
        try run.program.press(.escape)
        let login = try run.waitForScreen("login")
        #expect(login.node("account")?.value == "nobody" && login.node("password")?.length == 13)
        #expect(run.program.frames.count { $0.alert != nil } == 1)
    }

    @Test(
        "T1: home is left with the cursor shown, though ncurses saves a hidden one while it scrolls the form away",
        arguments: [Size(columns: 80, rows: 24), Size(columns: 40, rows: 12), Size(columns: 200, rows: 60)])
    func leavingHome(size: Size) throws {
        // It saves the cursor when it stands in the form, as it does once the spinner has moved.
        let run = try FrontEndRun(["--service", "demo:?delay=0.4"]) { $0.size = size }
        try run.waitForScreen("login")
        try logIn(run, "ada", "testApp123456")
        try run.waitForScreen("home")
        try run.program.press(.control("c"))
        #expect(try run.program.waitForExit() == .exited(0))
        try run.expectRestored()
    }

    @Test("section 5: the clock starts where it is told to")
    func clock() throws {
        let run = try start("?delay=0&clock=1767225600")
        try logIn(run, "ada", "testApp123456")
        try run.waitForScreen("home")
        try run.program.press(.tab, .enter)
        try run.waitForScreen("login")
        try run.typeSecret("testApp123456")
        try run.program.press(.enter)
        let home = try run.waitForScreen("home")
        #expect(home.node("last-login")?.value?.hasPrefix("2026-01-01 00:00") == true)
        #expect(run.program.screen.contains("2026-01-01 00:00"))
    }

    @Test("section 5: with a seed and a clock two runs show the same")
    func seed() throws {
        let homes = try (1...2).map { _ in
            let run = try start("?delay=0&seed=7&clock=1767225600")
            try run.register("newcomer", password: "tangerine gravel")
            try run.program.waitForFrame("the counters") { $0.node("mentions")?.value == "0" }
            return (ScreenSnapshot(run.program.screen), try run.frame.nodes)
        }
        #expect(homes[0].0 == homes[1].0 && homes[0].1 == homes[1].1)
    }

    @Test("section 5: what was registered is gone when the program ends")
    func forgottenAccount() throws {
        let first = try start("?delay=0")
        try first.register("newcomer", password: "tangerine gravel")
        let second = try start("?delay=0")
        try logIn(second, "newcomer", "tangerine gravel")
        try second.waitForAlert("account-missing")
    }
}

import TerminalCore
import TerminalTesting
import Testing

@Suite("The demo service")
struct DemoEndToEndTests {
    @Test("L8: the spinner moves, and Escape gives the form back as it was", arguments: Look.all)
    func spinner(look: Look) throws {
        let vestibule = try Vestibule("--service", "demo:?delay=3600", look: look)
        let (program, words) = (vestibule.program, look.text("Logging in", "正在登录"))
        try vestibule.wait(forScreen: "login")
        try vestibule.logIn("ada", "testApp123456")
        let busy = try vestibule.wait(for: "a call under way") { $0.busy }
        // The form is locked: these are dropped.
        try program.type("xyz")
        try program.press(.tab, .enter, .backspace, .function(1))
        var pictures: Set<String> = []
        try program.waitFor("a spinner that moves") { screen in
            if let row = screen.position(of: words)?.row { pictures.insert(screen.text(ofRow: row)) }
            return pictures.count >= 4
        }
        try program.press(.escape)
        let idle = try vestibule.wait(for: "an idle form") { !$0.busy }
        #expect(idle.screen == "login" && idle.alert == nil && idle.focus == busy.focus)
        #expect(idle.node("account")?.value == "ada" && idle.node("password")?.length == 13)
        try program.waitForTextGone(words)
    }

    @Test("L8: --reduce-motion: the words without movement")
    func reducedMotion() throws {
        let vestibule = try Vestibule("--service", "demo:?delay=3600", "--reduce-motion")
        try vestibule.wait(forScreen: "login")
        try vestibule.logIn("ada", "testApp123456")
        try vestibule.wait(for: "a call under way") { $0.busy }
        try vestibule.program.waitForText("Logging in")
        let count = vestibule.program.receivedByteCount
        try vestibule.program.waitUntilSettled(quiet: .seconds(1))
        #expect(vestibule.program.receivedByteCount == count)
    }

    @Test("L8: the late reply to a cancelled login changes nothing, and the next login is its own")
    func cancelled() throws {
        let vestibule = try Vestibule("--service", "demo:?delay=0.5")
        let program = vestibule.program
        try vestibule.wait(forScreen: "login")
        try vestibule.logIn("ada", "testApp123456")
        try vestibule.wait(for: "a call under way") { $0.busy }
        try program.press(.escape)
        let idle = try vestibule.wait(for: "an idle form") { !$0.busy }
        try program.waitUntilSettled(quiet: .seconds(1))
        #expect(program.frames.last == idle)
        try program.press(.enter)
        try vestibule.wait(for: "another call") { $0.frame > idle.frame && $0.busy }
        try vestibule.wait(forScreen: "home")
    }

    @Test("section 5: the accounts that everybody knows", arguments: ["ada", "13542138562", "ada@example.com"])
    func accounts(name: String) throws {
        let vestibule = try Vestibule("--service", "demo:?delay=0")
        try vestibule.wait(forScreen: "login")
        try vestibule.logIn(name, "testApp123456")
        let home = try vestibule.wait(forScreen: "home")
        #expect(home.node("user")?.value == name && vestibule.program.screen.contains(name))
        try vestibule.program.press(.control("c"))
        #expect(try vestibule.program.waitForExit() == .exited(0))
    }

    @Test("L9: an unknown account; cancelling returns to the form", arguments: Look.all)
    func unknownAccount(look: Look) throws {
        let vestibule = try Vestibule("--service", "demo:?delay=0", look: look)
        try vestibule.wait(forScreen: "login")
        try vestibule.logIn("nobody", "testApp123456")
        let alert = try vestibule.wait(forAlert: "account-missing")
        #expect(alert.focus == "cancel")
        #expect(vestibule.program.screen.contains(look.text("Account not found", "账号不存在")))
        try vestibule.program.press(.escape)
        let login = try vestibule.wait(forScreen: "login")
        #expect(login.focus == "account" && login.node("account")?.value == "nobody")
        #expect(login.node("password")?.length == 13)
    }

    @Test("section 5: rule=any takes a password of three")
    func anyLength() throws {
        let vestibule = try Vestibule("--service", "demo:?rule=any&delay=0")
        try vestibule.wait(forScreen: "login")
        try vestibule.logIn("123", "123")
        #expect(try vestibule.wait(forScreen: "home").node("user")?.value == "123")
    }

    @Test("L8: keys from before the start are taken in order", arguments: Look.all)
    func typedAhead(look: Look) throws {
        let vestibule = try Vestibule(
            "--service", "demo:?delay=0", look: look, typedAhead: "adb\u{7F}a\rtestApp12345\u{7F}56\r")
        // The terminal still read whole lines then, and has itself carried out the 0x7F.
        #expect(try vestibule.wait(forScreen: "home").node("user")?.value == "ada")
        #expect(!vestibule.program.screen.contains("testApp"))
    }

    @Test("T7 L8: with echo off from before, none of them is ever shown", arguments: Look.all)
    func typedAheadWithoutEcho(look: Look) throws {
        let vestibule = try Vestibule(
            "--service", "demo:?delay=0", look: look,
            script: #"stty -echo; read -r word; echo "$word"; exec "$0" "$@""#)
        let program = vestibule.program
        try program.waitFor("echo to be off") { _ in program.modes?.isEchoOn == false }
        // One write, of which the shell takes its line before the program starts.
        try program.type("ready\rada\rtestApp123456\r")
        #expect(try vestibule.wait(forScreen: "home").node("user")?.value == "ada")
        let output = program.rawOutput
        #expect(output.starts(with: Array("ready\r\n\u{1B}".utf8)))
        #expect(output.firstRange(of: Array("testApp".utf8)) == nil)
    }

    @Test("T7: once echo is off, keys before the first picture are neither echoed nor lost")
    func typedWhileStarting() throws {
        let vestibule = try Vestibule("--service", "demo:?delay=0")
        let program = vestibule.program
        try program.waitFor("echo to be off") { _ in program.modes?.isEchoOn == false }
        try program.type("ada\rtestApp123456\r")
        #expect(try vestibule.wait(forScreen: "home").node("user")?.value == "ada")
        #expect(program.rawOutput.first == 0x1B)
        #expect(program.rawOutput.firstRange(of: Array("testApp".utf8)) == nil)
    }
}

import TerminalCore
import TerminalTesting
import Testing

@Suite("The mouse")
struct MouseEndToEndTests {
    @Test("L5: clicks focus, toggle and press; the background drops nothing", arguments: Look.all)
    func clicks(look: Look) throws {
        let vestibule = try Vestibule("--service", "demo:?delay=0", look: look)
        let program = vestibule.program
        let first = try vestibule.wait(forScreen: "login")
        #expect(program.screen.mouseReporting != .off)

        try vestibule.click(first.node("password"))
        try vestibule.wait(forFocus: "password")
        try program.type("testApp123456")
        let typed = try vestibule.wait(forPasswordLength: 13)
        try program.click(row: 0, column: 0)
        try program.click(row: look.size.rows - 2, column: look.size.columns - 1)
        // Nothing has come of that, since the next key goes to the same place.
        try program.type("7")
        let more = try vestibule.wait(for: "a frame after it") { $0.frame > typed.frame }
        #expect(more.focus == "password" && more.node("password")?.length == 14)
        try program.press(.backspace)
        try vestibule.wait(forPasswordLength: 13)

        // L11: the second box takes the first with it, and the first the second.
        try vestibule.click(first.node("auto-login"))
        let both = try vestibule.wait(for: "both boxes on") { $0.node("auto-login")?.checked == true }
        #expect(both.focus == "auto-login" && both.node("remember")?.checked == true)
        try vestibule.click(first.node("remember"))
        let none = try vestibule.wait(for: "both boxes off") { $0.node("auto-login")?.checked == false }
        #expect(none.focus == "remember" && none.node("remember")?.checked == false)

        // L6: the button that looks disabled can be pressed and says why nothing is sent.
        try vestibule.click(none.node("submit"))
        let alert = try vestibule.wait(forAlert: "login-failed")
        #expect(alert.alert?.text == look.text("Enter your account", "请输入账号"))
        try program.click(row: 0, column: 0)
        try vestibule.click(alert.alert?.buttons?.first)
        let login = try vestibule.wait(for: "the form") { $0.alert == nil && $0.focus == "account" }
        #expect(login.node("password")?.length == 13)
        try program.type("ada")
        let ready = try vestibule.wait(for: "a complete form") { $0.node("submit")?.enabled == true }
        try vestibule.click(ready.node("submit"))
        let home = try vestibule.wait(forScreen: "home")
        try vestibule.click(home.node("log-out"))
        try vestibule.wait(forScreen: "login")
    }

    @Test("L9 L13: an alert takes clicks on its buttons and no others", arguments: Look.all)
    func alert(look: Look) throws {
        let vestibule = try Vestibule("--service", "demo:?delay=0", look: look)
        let program = vestibule.program
        let login = try vestibule.wait(forScreen: "login")
        try vestibule.logIn("nobody", "testApp123456")
        let alert = try vestibule.wait(forAlert: "account-missing")
        try program.click(row: 0, column: 0)
        if look.size.rows == 24 { try vestibule.click(login.node("register")) }
        // The alert is still there and takes the key.
        try program.press(.tab)
        let moved = try vestibule.wait(for: "another frame") { $0.frame > alert.frame }
        #expect(moved.alert?.id == "account-missing" && moved.focus == "go-register")
        try vestibule.click(alert.alert?.buttons?.first { $0.id == "go-register" })
        let form = try vestibule.wait(forScreen: "register")
        try vestibule.click(form.node("back"))
        #expect(try vestibule.wait(forScreen: "login").node("account")?.value == "nobody")
    }

    @Test("L8: clicks are dropped while a call is under way")
    func busy() throws {
        let vestibule = try Vestibule("--service", "demo:?delay=3600")
        let login = try vestibule.wait(forScreen: "login")
        try vestibule.logIn("ada", "testApp123456")
        let busy = try vestibule.wait(for: "a call under way") { $0.busy }
        for id in ["account", "remember", "register", "submit"] { try vestibule.click(login.node(id)) }
        try vestibule.program.press(.escape)
        let idle = try vestibule.wait(for: "another frame") { $0.frame > busy.frame }
        #expect(!idle.busy && idle.alert == nil && idle.focus == "password")
        #expect(idle.node("remember")?.checked == false && idle.node("account")?.value == "ada")
    }
}

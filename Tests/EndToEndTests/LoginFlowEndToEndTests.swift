import TerminalCore
import TerminalTesting
import Testing

@Suite("The whole way in and out, on the embedded store")
struct LoginFlowEndToEndTests {
    @Test("L9 H6 H4 L7: register, log out, mistype, log in", arguments: Look.all)
    func wholeWay(look: Look) throws {
        let (vestibule, password) = (try Vestibule(look: look), "brisk-Otter-42")
        let program = vestibule.program
        try vestibule.wait(forScreen: "login")
        #expect(program.screen.contains(look.text("Log in", "登录")))

        try vestibule.logIn("grace", password)
        let unknown = try vestibule.wait(forAlert: "account-missing")
        #expect(unknown.focus == "cancel" && unknown.alert?.buttons?.map(\.id) == ["cancel", "go-register"])
        #expect(unknown.alert?.title == look.text("Account not found", "账号不存在"))
        #expect(program.screen.contains(look.text("Account not found", "账号不存在")))
        try program.press(.right, .enter)

        let form = try vestibule.wait(forScreen: "register")
        #expect(form.node("account")?.value == "grace" && form.focus == "password")
        try program.type(password)
        try program.press(.enter)
        try program.type(password)
        try vestibule.wait(for: "a complete registration") { $0.node("submit")?.enabled == true }
        try program.press(.enter)
        try vestibule.wait(forScreen: "home")
        #expect(program.screen.contains("grace"))
        #expect(program.screen.contains(look.text("None before this one", "这是首次登录")))

        try program.press(.tab, .enter)
        let left = try vestibule.wait(forScreen: "login")
        #expect(left.node("account")?.value == "grace" && left.node("password")?.length == 0)
        #expect(left.focus == "password")

        try program.type("brisk-Otter-24")
        let label = try #require(program.screen.position(of: look.text("Account", "账号")))
        let seen = program.receivedByteCount
        try program.press(.enter)
        let failed = try vestibule.wait(forAlert: "login-failed")
        #expect(failed.alert?.text == look.text("Wrong account or password", "账号或密码错误"))
        #expect(columns(ofCell: label, in: program, after: seen).contains(label.column + 2))

        try program.press(.enter)
        try vestibule.wait(for: "the password") { $0.alert == nil && $0.focus == "password" }
        let bullets = vestibule.bullets
        #expect(bullets.count == 14 && bullets.allSatisfy { $0.style.attributes.contains(.reverse) })
        try program.type(password)
        try vestibule.wait(for: "the password replaced") { $0.alert == nil && $0.node("password")?.length == 14 }
        try program.press(.enter)
        try vestibule.wait(forScreen: "home")
        #expect(!program.screen.contains(look.text("None before this one", "这是首次登录")))

        try program.press(.control("c"))
        #expect(try program.waitForExit() == .exited(0))
        #expect(program.modes?.isEchoOn == true && !program.screen.isAlternateScreenActive)
        #expect(program.rawOutput.firstRange(of: Array(password.utf8)) == nil)
    }

    /// The columns at which the text that begins at `start` has stood in its row since `offset` bytes of output.
    private func columns(ofCell start: Position, in program: TerminalProgram, after offset: Int) -> Set<Int> {
        let (bytes, screen) = (program.rawOutput, TerminalEmulator(size: program.screen.size))
        screen.feed(Array(bytes[..<offset]))
        let text = screen.cells(ofRow: start.row)[start.column...].prefix(4).map(\.text)
        var columns: Set<Int> = []
        for byte in bytes[offset...] {
            screen.feed([byte])
            let row = screen.cells(ofRow: start.row).map(\.text)
            if let column = row.indices.first(where: { row[$0...].starts(with: text) }) { columns.insert(column) }
        }
        return columns
    }

    @Test("section 1: left without a login", arguments: Look.all)
    func leaving(look: Look) throws {
        let vestibule = try Vestibule(look: look)
        try vestibule.wait(forScreen: "login")
        try vestibule.program.press(.control("c"))
        #expect(try vestibule.program.waitForExit() == .exited(1))
        #expect(vestibule.program.modes?.isEchoOn == true)
    }

    @Test("L3 L4: a password of clusters, each one bullet and one Backspace", arguments: Look.all)
    func clusters(look: Look) throws {
        let vestibule = try Vestibule(look: look)
        let program = vestibule.program
        // 10 code points once é has been composed, 8 characters as a person counts them.
        let (head, joined, tail) = ("密码ae\u{301}", "👩\u{200D}🚀", "t7q")
        try vestibule.wait(forScreen: "login")
        try vestibule.logIn("乔治", head + joined + tail)
        try vestibule.wait(forAlert: "account-missing")
        try program.press(.right, .enter)
        try vestibule.wait(forScreen: "register")

        try program.type(head + joined)
        try vestibule.wait(forPasswordLength: 7)
        #expect(vestibule.bullets.count == 5)
        for (length, bullets) in [(4, 4), (3, 3), (2, 2), (1, 1), (0, 0)] {
            try program.press(.backspace)
            try vestibule.wait(forPasswordLength: length)
            #expect(vestibule.bullets.count == bullets)
        }
        try program.type(head + joined + tail)
        try program.press(.enter)
        try program.type(head + joined + tail)
        try vestibule.wait(for: "a complete registration") { $0.node("submit")?.enabled == true }
        #expect(vestibule.frame.node("password-again")?.length == 10)
        try program.press(.enter)
        try vestibule.wait(forScreen: "home")

        try program.press(.tab, .enter)
        try vestibule.wait(forScreen: "login")
        // Composed this time: the same password.
        try program.type("密码a\u{E9}" + joined + tail)
        try vestibule.wait(forPasswordLength: 10)
        #expect(vestibule.bullets.count == 8)
        try program.press(.enter)
        try vestibule.wait(forScreen: "home")
        try program.press(.control("c"))
        #expect(try program.waitForExit() == .exited(0))
    }
}

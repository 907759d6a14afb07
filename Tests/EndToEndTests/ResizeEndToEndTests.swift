import TerminalCore
import TerminalTesting
import Testing

@Suite("Windows that change")
struct ResizeEndToEndTests {
    /// Windows to go through: bigger, too small, the smallest, a wide but low one, and back.
    private static let sizes = [
        Size(columns: 132, rows: 50), Size(columns: 20, rows: 5), Size(columns: 40, rows: 12),
        Size(columns: 100, rows: 14), Size(columns: 20, rows: 5), Size(columns: 80, rows: 24),
    ]

    /// Goes through ``sizes``; what `frame` told has to be told again in each, and `check` looks further.
    private func resize(
        _ vestibule: Vestibule, keeping frame: StateFrame, language: Look.Language,
        check: (Size) throws -> Void = { _ in }
    ) throws {
        let program = vestibule.program
        for size in Self.sizes {
            program.resize(to: size)
            let new = try vestibule.wait(for: "a window of \(size)") { $0.size == [size.rows, size.columns] }
            #expect(program.screen.size == size)
            guard size.rows >= 12 else {
                #expect(new.screen == "too-small")
                let notice = Look(language: language).text("too small", "终端窗口太小")
                try program.waitForText(notice)
                continue
            }
            #expect(new.screen == frame.screen && new.focus == frame.focus && new.busy == frame.busy)
            #expect(Self.contents(of: new) == Self.contents(of: frame))
            #expect(new.alert?.id == frame.alert?.id && new.alert?.text == frame.alert?.text)
            #expect(new.toast == frame.toast)
            try check(size)
        }
    }

    /// What nodes hold, without their places.
    private static func contents(of frame: StateFrame) -> [StateFrame.Node] {
        frame.nodes.map { node in
            var node = node
            (node.rect, node.label) = (nil, "")
            return node
        }
    }

    private func start(delay: Int = 0, _ language: Look.Language) throws -> Vestibule {
        let vestibule = try Vestibule("--service", "demo:?delay=\(delay)", look: Look(language: language))
        try vestibule.wait(forScreen: "login")
        return vestibule
    }

    @Test("T2: while typing", arguments: Look.Language.allCases)
    func typing(language: Look.Language) throws {
        let vestibule = try start(language)
        let program = vestibule.program
        try program.type("乔治")
        try program.press(.tab)
        try program.type("密码a45")
        let frame = try vestibule.wait(forPasswordLength: 5)
        try resize(vestibule, keeping: frame, language: language) { _ in
            #expect(vestibule.bullets.count == 5 && program.screen.contains("乔治"))
            #expect(program.screen.isCursorVisible)
        }
        #expect(vestibule.frame.cursor == frame.cursor)
        try program.press(.backspace)
        try vestibule.wait(forPasswordLength: 4)
    }

    @Test("T2: keys that come while the window is too small are not lost", arguments: Look.Language.allCases)
    func typingUnseen(language: Look.Language) throws {
        let vestibule = try start(language)
        let program = vestibule.program
        try program.type("a")
        program.resize(to: Size(columns: 20, rows: 5))
        try vestibule.wait(for: "the notice") { $0.screen == "too-small" }
        try program.type("da")
        program.resize(to: Size(columns: 80, rows: 24))
        try vestibule.wait(for: "the whole account") { $0.screen == "login" && $0.node("account")?.value == "ada" }
    }

    @Test("T2 L13: with an alert", arguments: Look.Language.allCases)
    func alert(language: Look.Language) throws {
        let vestibule = try start(language)
        let (program, look) = (vestibule.program, Look(language: language))
        try vestibule.logIn("nobody", "testApp123456")
        try vestibule.wait(forAlert: "account-missing")
        try program.press(.right)
        let frame = try vestibule.wait(forFocus: "go-register")
        try resize(vestibule, keeping: frame, language: language) { _ in
            #expect(program.screen.contains(look.text("Account not found", "账号不存在")))
        }
        try program.press(.enter)
        #expect(try vestibule.wait(forScreen: "register").node("account")?.value == "nobody")
    }

    @Test("T2 L5: with the help", arguments: Look.Language.allCases)
    func help(language: Look.Language) throws {
        let vestibule = try start(language)
        let (program, words) = (vestibule.program, "Shift-Tab")
        try program.type("ada")
        try vestibule.wait(for: "the account") { $0.node("account")?.value == "ada" }
        try program.press(.function(1))
        let frame = try vestibule.wait(for: "the help, which takes the keys") { $0.cursor == nil }
        try resize(vestibule, keeping: frame, language: language) { _ in
            #expect(program.screen.contains(words))
        }
        try program.press(.escape)
        #expect(try vestibule.wait(forFocus: "account").node("account")?.value == "ada")
        try program.waitForTextGone(words)
    }

    @Test("T2 L8: while a call is under way", arguments: Look.Language.allCases)
    func busy(language: Look.Language) throws {
        let vestibule = try start(delay: 3600, language)
        let (program, look) = (vestibule.program, Look(language: language))
        try vestibule.logIn("ada", "testApp123456")
        let frame = try vestibule.wait(for: "a call under way") { $0.busy }
        try resize(vestibule, keeping: frame, language: language) { _ in
            try program.waitForText(look.text("Logging in", "正在登录"))
        }
        try program.press(.escape)
        #expect(try vestibule.wait(for: "an idle form") { !$0.busy }.node("password")?.length == 13)
    }

    @Test("T2 H2: at home", arguments: Look.Language.allCases)
    func home(language: Look.Language) throws {
        let vestibule = try start(language)
        try vestibule.logIn("ada", "testApp123456")
        let frame = try vestibule.wait(for: "home, counted") { $0.node("mentions")?.value == "3" }
        try resize(vestibule, keeping: frame, language: language) { _ in
            #expect(vestibule.program.screen.contains("ada"))
        }
        try vestibule.program.press(.tab, .enter)
        try vestibule.wait(forScreen: "login")
    }
}

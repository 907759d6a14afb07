import TerminalCore
import TerminalTesting
import Testing

@Suite("L4, L5, L11, L13: the keyboard", .timeLimit(.minutes(5)))
struct KeyboardEndToEndTests {
    private static let order = ["account", "password", "remember", "auto-login", "submit", "register", "reset"]

    @Test(
        "L5: Tab and Down go round forwards, Shift-Tab and Up backwards",
        arguments: [(Key.tab, false), (.down, false), (.backTab, true), (.up, true)])
    func focusGoesRound(key: Key, isBackwards: Bool) throws {
        let run = try FrontEndRun.demo()
        var expected = isBackwards ? Self.order.reversed() : Array(Self.order.dropFirst())
        expected.append(isBackwards ? "reset" : "account")
        for id in expected {
            try run.program.press(key)
            let frame = try run.program.waitForFrame("the focus on \(id)") { $0.focus == id }
            // The focused element has the mark before it, and fields have the cursor.
            let rect = try #require(frame.node(id)?.rect)
            let row = id == "submit" ? rect[0] + 1 : rect[0]
            let cells = run.program.screen.cells(ofRow: row)
            #expect(cells[max(0, rect[1] - 2)..<rect[1]].contains { $0.text == ">" }, "\(id)")
            #expect(run.program.screen.isCursorVisible == (id == "account" || id == "password"))
        }
    }

    @Test("L5, L11: Space and Enter toggle the check boxes, which hang together", arguments: ["space", "enter"])
    func checkBoxes(key: String) throws {
        let run = try FrontEndRun.demo()
        let key = key == "space" ? Key.character(" ") : .enter
        func press(_ remember: Bool, _ automatic: Bool) throws {
            try run.program.press(key)
            try run.program.waitForFrame("the boxes \(remember), \(automatic)") {
                $0.node("remember")?.checked == remember && $0.node("auto-login")?.checked == automatic
            }
        }
        try run.moveFocus(to: "remember")
        let start = try run.frame
        #expect(start.node("remember")?.checked == false && start.node("auto-login")?.checked == false)
        try press(true, false)
        try press(false, false)
        try run.moveFocus(to: "auto-login")
        try press(true, true)
        try run.program.press(.backTab)
        try run.program.waitForFrame("the focus back") { $0.focus == "remember" }
        try press(false, false)
    }

    @Test("L4: every editing key, one after the other")
    func editing() throws {
        let run = try FrontEndRun.demo()
        let steps: [(keys: [Key], text: String)] = [
            ([.left, .left, .left, .character("X")], "one two thXree"),
            ([.home, .character("<")], "<one two thXree"), ([.end, .character(">")], "<one two thXree>"),
            ([.control("a"), .delete], "one two thXree>"), ([.control("e"), .backspace], "one two thXree"),
            ([.control("w")], "one two "), ([.control("w")], "one "), ([.character("密"), .character("码")], "one 密码"),
            ([.left, .control("k")], "one 密"), ([.home, .control("k")], ""), ([.character("z")], "z"),
            ([.control("u")], ""),
        ]
        try run.program.type("one two three")
        var last = "one two three"
        for (keys, text) in steps {
            for key in keys { try run.program.press(key) }
            try run.program.waitForFrame("\(text) after \(last)") { ($0.node("account")?.value ?? "") == text }
            last = text
        }
        #expect(run.program.screen.contains("User name, e-mail or phone"))
    }

    @Test("L4: both bytes of Backspace delete", arguments: [0x08, 0x7F] as [UInt8])
    func backspaceBytes(byte: UInt8) throws {
        let run = try FrontEndRun.demo()
        try run.program.type("密码")
        try run.program.send([byte])
        try run.program.waitForFrame("one left") { $0.node("account")?.value == "密" }
    }

    @Test("L4: a text that is too long for the field scrolls under the cursor")
    func scrolling() throws {
        let run = try FrontEndRun.demo()
        let text = String((0..<120).map { Character(Unicode.Scalar(UInt8(ascii: "a") + $0 % 26)) })
        try run.program.type(text)
        try run.program.waitForFrame("the text") { $0.node("account")?.value == text }
        let rect = try #require(try run.frame.node("account")?.rect)
        #expect(run.program.screen.contains(String(text.suffix(rect[3] - 1))))
        #expect(run.program.screen.cursor.column == rect[1] + rect[3] - 1)
        try run.program.press(.home)
        try run.program.waitForText(String(text.prefix(rect[3])))
        #expect(run.program.screen.cursor.column == rect[1])
    }

    @Test("L5: Enter goes from the account to the password, and there submits", arguments: [0x0D, 0x0A] as [UInt8])
    func enter(byte: UInt8) throws {
        let run = try FrontEndRun.demo()
        try run.program.send(Array("ada".utf8) + [byte] + Array("testApp123456".utf8) + [byte])
        try run.waitForScreen("home")
    }

    @Test("L6: an incomplete form sends nothing and says what is missing, wherever it is submitted")
    func incompleteForm() throws {
        let run = try FrontEndRun.demo()
        func fail(_ text: String, then focus: String) throws {
            try run.program.press(.enter)
            #expect(try run.waitForAlert("login-failed").alert?.text == text)
            try run.program.press(.enter)
            #expect(try run.waitForScreen("login").focus == focus)
        }
        // The disabled button keeps the focus and is pressed all the same.
        try run.moveFocus(to: "submit")
        #expect(try run.frame.node("submit")?.enabled == false)
        try fail("Enter your account", then: "account")
        try run.program.type("ada")
        try run.moveFocus(to: "password")
        try fail("Enter your password", then: "password")
        try run.typeSecret("1234567")
        #expect(run.program.screen.contains("1 more"))
        try fail("The password must be 8-20 characters", then: "password")
        #expect(run.program.frames.allSatisfy { !$0.busy })
    }

    @Test("L13: Left, Right and Tab move between an alert's buttons, and go round")
    func alert() throws {
        let run = try FrontEndRun.demo()
        try run.fillIn(account: "nobody")
        try run.program.press(.enter)
        try run.waitForAlert("account-missing")
        let steps = [(Key.right, "go-register"), (.right, "cancel"), (.left, "go-register"), (.tab, "cancel")]
        for (key, id) in steps {
            try run.program.press(key)
            try run.program.waitForFrame("the button \(id)") { $0.focus == id }
        }
        // Nothing that is typed reaches the form behind it.
        try run.program.type("x")
        try run.program.press(.character(" "))
        #expect(try run.waitForScreen("login").node("account")?.value == "nobody")
    }

    @Test(
        "L5: help lists every key, over the form and page by page, and closes",
        arguments: [Key.function(1), .alt("h")], [Size(columns: 80, rows: 24), Size(columns: 40, rows: 12)])
    func help(key: Key, size: Size) throws {
        let run = try FrontEndRun(["--service", "demo:?delay=0"]) { $0.size = size }
        try run.waitForScreen("login")
        try run.program.type("ada")
        try run.program.waitForFrame("the account") { $0.node("account")?.value == "ada" }
        let before = ScreenSnapshot(run.program.screen)
        try run.program.press(key)
        try run.program.waitForText("Confirm")
        var seen = run.program.screen.text
        // More pages than there can be.
        for _ in 0..<8 {
            let shown = ScreenSnapshot(run.program.screen)
            guard run.program.screen.contains("Page ") else { break }
            try run.program.press(.right)
            try run.program.waitFor("another page") { ScreenSnapshot($0) != shown }
            seen += run.program.screen.text
        }
        for name in ["Tab", "Esc", "Ctrl-R", "F1", "Alt-H", "Ctrl-C", "Ctrl-U", "Ctrl-Z", "Ctrl-L"] {
            #expect(seen.contains(name), "\(name)")
        }
        try run.program.press(.escape)
        try run.program.waitFor("the form as it was") { ScreenSnapshot($0) == before }
    }

    @Test("L5: Ctrl-L paints over what somebody else has written; Escape does nothing on an idle form")
    func repainting() throws {
        let run = try FrontEndRun.demo()
        try run.fillIn()
        let before = ScreenSnapshot(run.program.screen)
        run.program.screen.feed(Array("\u{1B}[5;10Hsomebody else's message\u{1B}[2J".utf8))
        #expect(ScreenSnapshot(run.program.screen) != before)
        try run.program.press(.control("l"))
        try run.program.waitFor("the form as it was") { ScreenSnapshot($0) == before }
        let count = run.program.receivedByteCount
        try run.program.press(.escape)
        try run.wait(.milliseconds(150))
        #expect(run.program.receivedByteCount == count)
    }
}

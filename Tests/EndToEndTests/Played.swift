import TerminalCore
import TerminalTesting
import Testing

/// A front end on a terminal, and what a person does with it, step by step.
protocol Played {
    /// The program.
    var program: TerminalProgram { get }
}

extension Played {
    /// The newest frame that the program has told.
    var frame: StateFrame {
        get throws { try #require(program.frames.last) }
    }

    /// Empties a field and types into it.
    func retype(_ text: String, in field: String) throws {
        try moveFocus(to: field)
        try program.press(.control("u"))
        try program.type(text)
        try program.waitForFrame("\(field) filled in") {
            $0.node(field)?.value == text || $0.node(field)?.length == text.nfcLength
        }
    }

    /// Sends the form from its button.
    func send() throws {
        try moveFocus(to: "submit")
        try program.press(.enter)
    }

    /// Goes where `element` leads.
    @discardableResult
    func open(_ element: String, as screen: String) throws -> StateFrame {
        try moveFocus(to: element)
        try program.press(.enter)
        return try waitForScreen(screen)
    }

    /// Goes from home to the login form.
    func logOut() throws { try open("log-out", as: "login") }

    /// Sends the login form with a wrong password three times, after which more is asked for (L10).
    func failThrice(_ password: String = "wr0ng-horse-bat") throws {
        try retype(password, in: "password")
        for _ in 0..<3 {
            try send()
            try waitForAlert("login-failed")
            try program.press(.enter)
            try waitForScreen("login")
        }
    }

    /// Turns 记住密码 on, sends the form that is filled in, and leaves from home.
    func logInRemembered() throws {
        try moveFocus(to: "remember")
        try program.type(" ")
        try moveFocus(to: "submit")
        try program.press(.enter)
        try waitForScreen("home")
        try program.press(.control("c"))
        #expect(try program.waitForExit() == .exited(0))
    }

    /// Waits for `screen`, with nothing over it and no call under way.
    @discardableResult
    func waitForScreen(_ screen: String) throws -> StateFrame {
        try program.waitForFrame("the screen \(screen)") { $0.screen == screen && $0.alert == nil && !$0.busy }
    }

    /// Waits for the alert `id`.
    @discardableResult
    func waitForAlert(_ id: String) throws -> StateFrame {
        try program.waitForFrame("the alert \(id)") { $0.alert?.id == id }
    }

    /// Waits for a call under way.
    @discardableResult
    func waitForCall() throws -> StateFrame {
        try program.waitForFrame("a call under way") { $0.busy }
    }

    /// Types `text` into the focused, empty or selected field for a secret and waits until it is there.
    func typeSecret(_ text: String) throws {
        let length = text.nfcLength
        try program.type(text)
        try program.waitForFrame("a secret of \(length) code points") { frame in
            frame.focus.flatMap { frame.node($0)?.length } == length
        }
    }

    /// Presses Tab until `node` has the focus.
    func moveFocus(to node: String) throws {
        for _ in 0..<12 {
            let frame = try frame
            if frame.focus == node { return }
            try program.press(.tab)
            try program.waitForFrame("another focus", after: frame) { $0.focus != frame.focus }
        }
        try program.waitForFrame("the focus on \(node)") { $0.focus == node }
    }

    /// Goes from the login form to registration, fills it in and sends it; home opens.
    func register(_ account: String, password: String) throws {
        try moveFocus(to: "register")
        try program.press(.enter)
        try waitForScreen("register")
        try moveFocus(to: "account")
        try program.type(account)
        try moveFocus(to: "password")
        try sendNewPassword(password)
        try waitForScreen("home")
    }

    /// Types a new password twice and waits until it has been judged and can be sent.
    func typeNewPassword(_ password: String) throws {
        try moveFocus(to: "password")
        try typeSecret(password)
        try moveFocus(to: "password-again")
        try typeSecret(password)
        // The estimate comes from another process, later than the keys.
        try program.waitForFrame("a good password, judged") {
            $0.node("strength")?.value != nil && $0.node("submit")?.enabled == true
        }
    }

    /// Types a new password twice, waits until it can be sent, and sends it.
    func sendNewPassword(_ password: String) throws {
        try typeNewPassword(password)
        try send()
    }

    /// Sends the form that is filled in and waits for a toast with one of `words`; the form must be as it was (L12).
    func expectTrouble(_ words: String..., sourceLocation: SourceLocation = #_sourceLocation) throws {
        let form = try frame
        try program.press(.enter)
        // It may say the same already, and stays until the key.
        let trouble = try program.waitForFrame("trouble", after: form) { frame in
            !frame.busy && words.contains { frame.toast?.contains($0) == true }
        }
        #expect(trouble.node("account")?.value == form.node("account")?.value, sourceLocation: sourceLocation)
        #expect(trouble.node("password")?.length == form.node("password")?.length, sourceLocation: sourceLocation)
        #expect(trouble.node("password")?.length ?? 0 > 0, sourceLocation: sourceLocation)
    }

    /// The bullets in the row of the focused field.
    var bulletCount: Int {
        program.screen.text(ofRow: program.screen.cursor.row).count { $0 == "•" || $0 == "*" }
    }
}

extension String {
    /// The number of code points after NFC, as passwords are counted (L2).
    var nfcLength: Int { precomposedStringWithCanonicalMapping.unicodeScalars.count }
}

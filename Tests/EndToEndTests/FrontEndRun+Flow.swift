import Foundation
import TerminalCore
import TerminalTesting
import Testing

/// What a person does with the front end, step by step.
extension FrontEndRun {
    /// Starts the front end on the embedded store in its own folder, and waits for the login form.
    static func embedded(
        _ arguments: String..., in folder: ScratchFolder? = nil,
        change: (inout TerminalProgram.Options) -> Void = { _ in }
    ) throws -> FrontEndRun {
        let folder = try folder ?? ScratchFolder()
        let run = try FrontEndRun(["--data-dir", folder.file("data")] + arguments, in: folder, change: change)
        try run.waitForScreen("login")
        return run
    }

    /// Starts the front end on `service`, in English, and waits for the login form.
    static func onService(
        _ service: String, _ arguments: String..., in folder: ScratchFolder? = nil,
        change: (inout TerminalProgram.Options) -> Void = { _ in }
    ) throws -> FrontEndRun {
        let folder = try folder ?? ScratchFolder()
        let run = try FrontEndRun(
            ["--service", service, "--data-dir", folder.file("data"), "--language", "en"] + arguments, in: folder,
            change: change)
        try run.waitForScreen("login")
        return run
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

    /// Types a new password twice, waits until it has been judged, and sends the registration.
    func sendNewPassword(_ password: String) throws {
        try typeSecret(password)
        try program.press(.tab)
        try typeSecret(password)
        // The estimate comes from another process, later than the keys.
        try program.waitForFrame("a good password, judged") {
            $0.node("strength")?.value != nil && $0.node("submit")?.enabled == true
        }
        try program.press(.enter)
    }

    /// Sends the form that is filled in and waits for a toast with `words`; the form must be as it was (L12).
    func expectTrouble(_ words: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let form = try frame
        try program.press(.enter)
        // It may say the same already, and stays until the key.
        let trouble = try program.waitForFrame("trouble", after: form) {
            $0.toast?.contains(words) == true && !$0.busy
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

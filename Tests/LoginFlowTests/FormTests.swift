import Accounts
import Cryptography
import LoginFlow
import Testing
import Text

@Suite("Forms: focus, editing, pressing")
struct FormTests {
    // MARK: - Focus

    static let loginOrder: [ElementID] = [
        .account, .password, .remember, .autoLogin, .submit, .register, .reset,
    ]

    @Test("L5: Tab and Shift-Tab go round all elements, both ways")
    func focusOrder() {
        var fixture = FlowFixture()
        var seen: [ElementID] = []
        for _ in Self.loginOrder {
            seen.append(fixture.flow.focus)
            fixture.press(.next)
            #expect(fixture.effects.isEmpty)
        }
        #expect(seen == Self.loginOrder)
        #expect(fixture.flow.focus == .account)
        for element in Self.loginOrder.reversed() {
            fixture.press(.previous)
            #expect(fixture.flow.focus == element)
        }
        #expect(fixture.flow == FlowFixture().flow)
    }

    @Test("L5: registration has its own round")
    func registrationOrder() {
        var fixture = FlowFixture()
        fixture.click(.register)
        var seen: [ElementID] = []
        for _ in 0..<5 {
            seen.append(fixture.flow.focus)
            fixture.press(.next)
        }
        #expect(seen == [.account, .password, .passwordAgain, .submit, .back])
        #expect(fixture.flow.focus == .account)
        fixture.press(.previous)
        #expect(fixture.flow.focus == .back)
    }

    @Test("L5: Enter goes from the account to the password, and in the last field it submits")
    func enter() {
        var fixture = FlowFixture()
        fixture.type("ada")
        fixture.press(.activate)
        #expect(fixture.flow.focus == .password && fixture.flow.phase == .editing && fixture.effects.isEmpty)
        fixture.type("correct horse")
        fixture.press(.activate)
        #expect(fixture.flow.isBusy && fixture.flow.focus == .password)
    }

    @Test("L5: Enter in the first two fields of a registration goes on, in the third it submits")
    func enterInRegistration() {
        var fixture = FlowFixture()
        fixture.click(.register)
        fixture.type("lin")
        fixture.press(.activate)
        #expect(fixture.flow.focus == .password)
        fixture.type("correct horse")
        fixture.press(.activate)
        #expect(fixture.flow.focus == .passwordAgain && !fixture.flow.isBusy)
        fixture.type("correct horse")
        fixture.press(.activate)
        #expect(fixture.flow.isBusy)
    }

    @Test("L5: Esc, editing keys beside a field, stray timers and clicks do nothing to an idle form")
    func idle() {
        var fixture = FlowFixture()
        for element in Self.loginOrder {
            fixture.focus(element)
            let before = fixture.flow
            fixture.press(.cancel)
            #expect(fixture.flow == before && fixture.effects.isEmpty)
            fixture.handle(.timerFired(.shake), .timerFired(.spinner), .clicked(.background))
            #expect(fixture.flow == before && fixture.effects.isEmpty)
            fixture.handle(.clicked(.alertButton(.ok)), .clicked(.element(.logOut)))
            #expect(fixture.flow == before && fixture.effects.isEmpty)
            guard element.role != .textBox else { continue }
            fixture.press(.left, .right, .start, .end, .deleteBackward, .deleteForward, .deleteWord, .clear)
            fixture.press(.deleteToEnd)
            fixture.type("x")
            fixture.paste("pasted")
            #expect(fixture.flow == before && fixture.effects.isEmpty)
        }
    }

    // MARK: - Pressing

    @Test("L5: Space types into fields and presses everything else")
    func space() {
        var fixture = FlowFixture()
        fixture.type("a b")
        #expect(fixture.login?.account.text == "a b")
        fixture.focus(.password)
        fixture.type("a b")
        #expect(fixture.login?.password.bytes == Secret("a b".utf8))
        fixture.focus(.remember)
        fixture.type(" ")
        #expect(fixture.login?.isRemembered == true)
        fixture.press(.activate)
        #expect(fixture.login?.isRemembered == false)
        fixture.focus(.submit)
        fixture.type(" ")
        #expect(fixture.effects == [.shakeStep])
        fixture.finishShake()
        fixture.type(" ")
        #expect(fixture.flow.phase == .editing)
        fixture.focus(.register)
        fixture.type(" ")
        #expect(fixture.registration != nil)
    }

    @Test("L5: a click focuses a field and keeps what was typed")
    func clickField() {
        var fixture = FlowFixture()
        fixture.fill()
        fixture.click(.account)
        #expect(fixture.flow.focus == .account && fixture.flow.phase == .editing)
        fixture.click(.password)
        #expect(fixture.flow.focus == .password && fixture.flow.phase == .editing && fixture.effects.isEmpty)
        #expect(fixture.login?.account.text == "ada" && fixture.login?.password.bytes.text == "correct horse")
    }

    @Test("L5: a click does to a box, a button or a link what Enter does", arguments: loginOrder.dropFirst(2))
    func clickOthers(_ element: ElementID) {
        var clicked = FlowFixture()
        clicked.fill()
        clicked.click(element)
        var pressed = FlowFixture()
        pressed.fill()
        pressed.focus(element)
        #expect(pressed.flow.focus == element)
        let before = pressed.flow
        pressed.press(.activate)
        #expect(clicked.flow == pressed.flow && clicked.effects == pressed.effects)
        #expect(clicked.flow != before)
    }

    @Test("L5: a click on the background drops nothing")
    func clickBackground() {
        var fixture = FlowFixture()
        fixture.fill()
        let before = fixture.flow
        fixture.handle(.clicked(.background))
        #expect(fixture.flow == before && fixture.effects.isEmpty)
    }

    // MARK: - Editing

    /// Commands after `ab cd` was typed, and what the field then holds once `|` has been typed.
    static let edits: [([Command], String)] = [
        ([], "ab cd|"), ([.left], "ab c|d"), ([.left, .right], "ab cd|"), ([.start], "|ab cd"),
        ([.start, .end], "ab cd|"), ([.deleteBackward], "ab c|"), ([.start, .deleteForward], "|b cd"),
        ([.deleteWord], "ab |"), ([.start, .right, .deleteToEnd], "a|"), ([.left, .clear], "|"),
        ([.left, .left, .deleteBackward], "ab|cd"),
    ]

    @Test("L4: keys edit the field that has the focus, and only that", arguments: edits)
    func editing(_ commands: [Command], _ text: String) {
        for element in [ElementID.account, .password] {
            var fixture = FlowFixture()
            fixture.click(element)
            fixture.type("ab cd")
            for command in commands { fixture.press(command) }
            fixture.type("|")
            let isAccount = element == .account
            #expect(fixture.login?.account.text == (isAccount ? text : ""))
            #expect(fixture.login?.password.bytes.text == (isAccount ? "" : text))
            #expect(fixture.effects.isEmpty && fixture.flow.notice == nil)
        }
    }

    @Test("L4: a paste goes in whole at the cursor and never submits", arguments: ["b\n", "b\r\n", "b\r", "b"])
    func paste(_ text: String) {
        var fixture = FlowFixture()
        fixture.type("ac")
        fixture.press(.left)
        fixture.paste(text)
        #expect(fixture.login?.account.text == "abc" && fixture.flow.phase == .editing)
        fixture.click(.password)
        fixture.paste("correct horse\n")
        #expect(fixture.login?.password.bytes.text == "correct horse")
        #expect(fixture.flow.phase == .editing && fixture.effects.isEmpty && fixture.flow.notice == nil)
    }

    /// Pastes that are refused, and why.
    static let refusedPastes: [(Secret, Bool, EditRefusal)] = [
        (Secret("a\nb".utf8), false, .controls), (Secret("a\u{1B}[31m".utf8), false, .controls),
        (Secret("\n\n".utf8), false, .controls), (Secret([0x61, 0xFF]), false, .malformed),
        (Secret(String(repeating: "a", count: 513).utf8), false, .pasteLong), (Secret("ab".utf8), true, .pasteLong),
    ]

    @Test("L4: what a field refuses is said, and nothing is entered", arguments: refusedPastes)
    func refusals(_ bytes: Secret, _ isTruncated: Bool, _ refusal: EditRefusal) {
        for element in [ElementID.account, .password] {
            var fixture = FlowFixture()
            fixture.fill()
            fixture.click(element)
            let before = fixture.flow.screen
            fixture.handle(.pasted(bytes, isTruncated: isTruncated))
            #expect(fixture.flow.notice == .refused(refusal))
            #expect(fixture.flow.screen == before && fixture.effects.isEmpty)
            fixture.press(.end)
            #expect(fixture.flow.notice == nil)
        }
    }

    @Test("L4: the 513th byte is refused, and bytes that are no text are said")
    func fullAndMalformed() {
        var fixture = FlowFixture()
        fixture.paste(String(repeating: "a", count: 512))
        #expect(fixture.flow.notice == nil)
        fixture.type("b")
        #expect(fixture.flow.notice == .refused(.full))
        #expect(fixture.login?.account.bytes.count == 512)
        fixture.handle(.malformedInputReceived)
        #expect(fixture.flow.notice == .malformedInput)
        fixture.type("\u{7F}")
        #expect(fixture.flow.notice == .refused(.controls))
    }

    @Test("L4: a paste whose end does not come is said until it has come, under way as a call may be")
    func unfinishedPaste() {
        var fixture = FlowFixture()
        fixture.submit()
        fixture.handle(.pasteUnfinished)
        #expect(fixture.flow.isBusy && fixture.flow.notice == .pasteUnfinished)
        fixture.paste("x")
        #expect(fixture.flow.isBusy && fixture.flow.notice == nil)
        #expect(fixture.login?.password.bytes.text == "correct horse")
        fixture.handle(.remarked([.unusable]))
        fixture.paste("x")
        #expect(fixture.flow.notice == .memory([.unusable]))
    }

    @Test("L3: Ctrl-R shows and hides the password, wherever the focus is", arguments: loginOrder)
    func reveal(_ element: ElementID) {
        var fixture = FlowFixture()
        fixture.focus(element)
        fixture.press(.reveal)
        #expect(fixture.login?.isRevealed == true && fixture.flow.focus == element)
        fixture.press(.reveal)
        #expect(fixture.login?.isRevealed == false)
    }
}

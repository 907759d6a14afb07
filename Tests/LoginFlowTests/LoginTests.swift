import Accounts
import Cryptography
import LoginFlow
import Testing

@Suite("Login: answers, alerts, check boxes")
struct LoginTests {
    // MARK: - The unknown account

    private func unknownAccount(calls: ServiceDeclaration.Calls = [.register]) -> FlowFixture {
        var fixture = FlowFixture(calls: calls, information: [.register: "Ask at the desk"])
        fixture.submit(account: " lin ")
        fixture.answer(.failed(.accountUnknown))
        return fixture
    }

    @Test("L9: an unknown account asks at once, 取消 focused")
    func accountUnknown() {
        let fixture = unknownAccount()
        #expect(fixture.flow.alert?.id == .accountMissing && fixture.flow.alert?.message == .accountUnknown)
        #expect(fixture.flow.alert?.buttons == [.cancel, .goRegister] && fixture.flow.alert?.focus == .cancel)
        #expect(fixture.effects.isEmpty && !fixture.flow.isBusy)
    }

    @Test(
        "L9: 取消 and Esc return to the form, on the account",
        arguments: [
            Event.pressed(.cancel), .pressed(.activate), .typed(" "), .clicked(.alertButton(.cancel)),
        ])
    func returns(_ event: Event) {
        var fixture = unknownAccount()
        fixture.handle(event)
        #expect(fixture.flow.phase == .editing && fixture.flow.focus == .account && fixture.effects.isEmpty)
        #expect(fixture.login?.account.text == " lin " && fixture.login?.password.bytes.text == "correct horse")
    }

    @Test("L13: Esc is the cancel button, whichever has the focus")
    func escape() {
        var fixture = unknownAccount()
        fixture.press(.right, .cancel)
        #expect(fixture.login?.phase == .editing)
    }

    @Test("L9: 去注册 opens registration with the account filled in", arguments: [false, true])
    func goRegister(byClick: Bool) {
        var fixture = unknownAccount()
        if byClick { fixture.handle(.clicked(.alertButton(.goRegister))) } else { fixture.press(.right, .activate) }
        #expect(fixture.registration?.account.text == " lin " && fixture.registration?.phase == .editing)
        #expect(fixture.registration?.passwords.password.isEmpty == true && fixture.flow.focus == .password)
        #expect(fixture.effects.isEmpty && fixture.flow.alert == nil)
    }

    @Test("L9: a service without registration shows its own text instead")
    func noRegistration() {
        var fixture = unknownAccount(calls: [])
        fixture.press(.next, .activate)
        #expect(fixture.flow.alert?.id == .notOffered)
        #expect(fixture.flow.alert?.message == .notOffered("Ask at the desk") && fixture.flow.alert?.buttons == [.ok])
        fixture.press(.activate)
        #expect(fixture.login?.phase == .editing)
    }

    @Test("L9: so do the links", arguments: [(ElementID.register, "Ask at the desk" as String?), (.reset, nil)])
    func notOffered(_ link: ElementID, _ text: String?) {
        var fixture = FlowFixture(calls: [], information: [.register: "Ask at the desk"])
        fixture.click(link)
        #expect(fixture.flow.alert?.message == .notOffered(text) && fixture.effects.isEmpty)
        fixture.press(.cancel)
        #expect(fixture.flow.phase == .editing && fixture.flow.focus == link)
    }

    // MARK: - Alerts

    /// Keys in the alert with two buttons, and which of them then has the focus.
    static let alertMoves: [([Command], Alert.Button)] = [
        ([.right], .goRegister), ([.left], .goRegister), ([.next], .goRegister), ([.previous], .goRegister),
        ([.right, .right], .cancel), ([.left, .right], .cancel), ([.next, .previous], .cancel), ([.start], .cancel),
        ([.deleteBackward], .cancel), ([.help], .cancel), ([.reveal], .cancel),
    ]

    @Test("L13: arrows and Tab move among an alert's buttons, nothing else does anything", arguments: alertMoves)
    func alertKeys(_ commands: [Command], _ focus: Alert.Button) {
        var fixture = unknownAccount()
        let screen = fixture.login
        for command in commands { fixture.press(command) }
        #expect(fixture.flow.alert?.focus == focus && fixture.effects.isEmpty && fixture.flow.helpPage == nil)
        #expect(fixture.login?.isRevealed == screen?.isRevealed && fixture.login?.password == screen?.password)
    }

    @Test(
        "L13: an alert is modal",
        arguments: [
            Event.typed("x"), .pasted(Secret("x".utf8), isTruncated: false), .malformedInputReceived,
            .clicked(.background), .clicked(.element(.register)), .clicked(.alertButton(.ok)), .timerFired(.spinner),
        ])
    func modal(_ event: Event) {
        var fixture = unknownAccount()
        let before = fixture.flow
        fixture.handle(event)
        #expect(fixture.flow == before && fixture.effects.isEmpty)
    }

    // MARK: - The wrong password

    private func wrongPassword() -> FlowFixture {
        var fixture = FlowFixture()
        fixture.fill()
        fixture.click(.submit)
        fixture.answer(.failed(.credentialsWrong(next: nil)))
        return fixture
    }

    @Test("L9: a wrong password shakes, alerts, and then has the password selected")
    func credentialsWrong() {
        var fixture = wrongPassword()
        #expect(fixture.effects == [.shakeStep] && !fixture.flow.isBusy && fixture.flow.alert == nil)
        fixture.finishShake()
        #expect(fixture.flow.alert?.id == .loginFailed && fixture.flow.alert?.message == .credentialsWrong)
        #expect(fixture.flow.alert?.buttons == [.ok] && fixture.login?.password.isSelected == false)
        fixture.press(.activate)
        #expect(fixture.flow.focus == .password && fixture.login?.password.isSelected == true)
        #expect(fixture.login?.account.text == "ada")
    }

    /// What is done to the selected password, what it then is, and whether it is still selected.
    static let afterWrong: [([Event], String, Bool)] = [
        ([.typed("x")], "x", false), ([.typed("x"), .typed("y")], "xy", false),
        ([.pasted(Secret("new".utf8), isTruncated: false)], "new", false), ([.pressed(.deleteBackward)], "", false),
        ([.pressed(.deleteForward)], "", false), ([.pressed(.deleteWord)], "", false), ([.pressed(.clear)], "", false),
        ([.pressed(.left)], "correct horse", false), ([.pressed(.end)], "correct horse", false),
        ([.pressed(.start), .typed("x")], "xcorrect horse", false), ([.pressed(.reveal)], "correct horse", true),
        ([.pressed(.cancel)], "correct horse", true), ([.clicked(.background)], "correct horse", true),
        ([.pasted(Secret("a\nb".utf8), isTruncated: false)], "correct horse", true),
    ]

    @Test("L9: typing replaces the selected password, Backspace empties it, moving deselects it", arguments: afterWrong)
    func selected(_ events: [Event], _ password: String, _ isSelected: Bool) {
        var fixture = wrongPassword()
        fixture.finishShake()
        fixture.press(.activate)
        for event in events { fixture.handle(event) }
        #expect(fixture.login?.password.bytes.text == password)
        #expect(fixture.login?.password.isSelected == isSelected)
    }

    // MARK: - Trouble

    /// What is a service's trouble and not the person's.
    static let troubles: [ServiceError] = [
        .busy, .unsupported, .cancelled, .trouble(.storeFull), .trouble(.storeFailed), .trouble(.storeLocked),
        .trouble(.storeReadOnly), .trouble(.storeDamaged), .trouble(.storeTooNew), .trouble(.storeUnavailable),
    ]

    @Test("L12: service trouble is a notice until the next key, and the form stays filled", arguments: troubles)
    func trouble(_ error: ServiceError) {
        var fixture = FlowFixture()
        fixture.fill()
        let before = fixture.flow.screen
        fixture.press(.activate)
        fixture.answer(.failed(error))
        #expect(fixture.flow.notice == .serviceFailed(error) && fixture.flow.screen == before)
        #expect(fixture.effects.isEmpty)
        // Time and answers do not count as a key.
        fixture.handle(.timerFired(.spinner), .pressed(.repaint))
        #expect(fixture.flow.notice == .serviceFailed(error))
        fixture.press(.left)
        #expect(fixture.flow.notice == nil)
        fixture.press(.activate)
        #expect(fixture.flow.isBusy)
    }

    @Test("L12: what was said before a submit is gone when the form is locked")
    func noticeBeforeSubmit() {
        var fixture = FlowFixture(notice: .charsetReplaced("GB18030"))
        #expect(fixture.flow.notice == .charsetReplaced("GB18030"))
        fixture.fill()
        #expect(fixture.flow.notice == nil)
        fixture.handle(.malformedInputReceived)
        fixture.press(.activate)
        #expect(fixture.flow.isBusy && fixture.flow.notice == nil)
    }

    // MARK: - Check boxes

    /// Boxes toggled one after the other, and what then is on: 记住密码, 自动登录.
    static let toggles: [([ElementID], Bool, Bool)] = [
        ([], false, false), ([.remember], true, false), ([.autoLogin], true, true),
        ([.autoLogin, .autoLogin], true, false), ([.autoLogin, .remember], false, false),
        ([.remember, .autoLogin], true, true), ([.remember, .remember], false, false),
        ([.autoLogin, .remember, .remember], true, false),
    ]

    @Test("L11: 记住密码 off turns 自动登录 off, 自动登录 on turns 记住密码 on", arguments: toggles)
    func coupling(_ boxes: [ElementID], _ isRemembered: Bool, _ logsInAutomatically: Bool) {
        var clicked = FlowFixture()
        for box in boxes { clicked.click(box) }
        #expect(clicked.login?.isRemembered == isRemembered)
        #expect(clicked.login?.logsInAutomatically == logsInAutomatically)
        var pressed = FlowFixture()
        for (index, box) in boxes.enumerated() {
            pressed.focus(box)
            pressed.handle(index.isMultiple(of: 2) ? .typed(" ") : .pressed(.activate))
        }
        #expect(pressed.flow.screen == clicked.flow.screen || boxes.isEmpty)
    }

    @Test("L8: success opens home")
    func entered() {
        var fixture = FlowFixture()
        fixture.submit()
        fixture.answer(.entered(.of("ada")))
        #expect(fixture.home?.session == .of("ada") && fixture.flow.focus == .settings)
        #expect(fixture.effects.isEmpty && !fixture.flow.isBusy && fixture.flow.phase == nil)
    }
}

import Accounts
import Cryptography
import LoginFlow
import PasswordStrength
import Testing

@Suite("Another password")
struct PasswordChangeFormTests {
    private static let weak = PasswordEstimate(bits: 5, weakness: .common)
    private static let strong = PasswordEstimate(bits: 40, weakness: nil)

    /// A form whose fields were filled in through the keys.
    private func form(
        current: String = "old secret", password: String = "correct horse", again: String = "correct horse",
        estimate: PasswordEstimate? = strong, reducesMotion: Bool = false
    ) -> FlowFixture {
        var fixture = FlowFixture(calls: [.changePassword], reducesMotion: reducesMotion)
        fixture.open(.changePassword)
        fixture.type(current)
        fixture.press(.next)
        fixture.type(password)
        if let id = fixture.estimate { fixture.handle(.estimated(id, estimate)) }
        fixture.press(.next)
        fixture.type(again)
        return fixture
    }

    /// What was typed, and the first thing wrong with it, field by field.
    static let faults: [(String, String, String, PasswordEstimate, Message, ElementID)] = [
        ("", "", "", strong, .currentPasswordMissing, .currentPassword),
        ("old", "", "x", strong, .passwordMissing, .password),
        ("old", "1234567", "x", weak, .passwordLength(.standard), .password),
        ("old", "password", "x", weak, .passwordWeak(.common), .password),
        ("old", "correct horse", "correct hors", strong, .passwordsDiffer, .passwordAgain),
    ]

    @Test("H3, L6: the first fault, in the order of the fields, is said after a shake", arguments: faults)
    func fault(
        _ current: String, _ password: String, _ again: String, _ estimate: PasswordEstimate, _ message: Message,
        _ focus: ElementID
    ) {
        var fixture = form(current: current, password: password, again: again, estimate: estimate)
        #expect(fixture.passwordChange?.isComplete(for: .standard) == false)
        fixture.press(.activate)
        #expect(fixture.effects == [.shakeStep])
        fixture.finishShake()
        #expect(fixture.flow.alert?.id == .changeFailed && fixture.flow.alert?.message == message)
        fixture.press(.activate)
        #expect(fixture.flow.focus == focus && fixture.flow.phase == .editing && fixture.effects.isEmpty)
    }

    @Test("H3: a complete form is sent with both passwords, and success leads back with a word")
    func send() throws {
        var fixture = form()
        #expect(fixture.passwordChange?.isComplete(for: .standard) == true)
        fixture.press(.activate)
        let call = try #require(fixture.call)
        guard case .call(call, .changePassword(let change, let session))? = fixture.effects.first else {
            Issue.record("\(fixture.effects)")
            return
        }
        #expect(session == .of("ada") && change.current.text == "old secret")
        #expect(change.password.secret.text == "correct horse")
        #expect(fixture.effects.count == 2 && fixture.flow.isBusy)
        fixture.answer(.done)
        #expect(fixture.settings != nil && fixture.flow.focus == .changePassword)
        #expect(fixture.flow.notice == .passwordChanged)
        fixture.press(.next)
        #expect(fixture.flow.notice == nil)
    }

    @Test("H3: the current password may break the length rule: it was set when another held")
    func shortCurrent() {
        var fixture = form(current: "old")
        fixture.press(.activate)
        #expect(fixture.flow.isBusy)
    }

    @Test("H3, L9: a wrong current password shakes, is said, and is selected afterwards")
    func wrong() {
        var fixture = form()
        fixture.press(.activate)
        fixture.answer(.failed(.credentialsWrong(next: nil)))
        #expect(fixture.effects == [.shakeStep])
        fixture.finishShake()
        #expect(fixture.flow.alert?.message == .currentPasswordWrong)
        fixture.press(.activate)
        #expect(fixture.flow.focus == .currentPassword && fixture.passwordChange?.currentPassword.isSelected == true)
        #expect(fixture.passwordChange?.newPassword.password.bytes.text == "correct horse")
    }

    /// What a service may refuse in a new password.
    static let refusals: [(NewPassword.Fault, Message)] = [
        (.missing, .passwordMissing), (.length(.standard), .passwordLength(.standard)),
        (.weak, .passwordWeak(.guessable)), (.different, .passwordsDiffer),
    ]

    @Test("H3: what the service refuses is said in the form's own words", arguments: refusals)
    func refused(_ fault: NewPassword.Fault, _ message: Message) {
        var fixture = form(estimate: nil, reducesMotion: true)
        fixture.press(.activate)
        fixture.answer(.failed(.passwordRefused(fault)))
        #expect(fixture.flow.alert?.message == message)
    }

    @Test("H3, L12: trouble is said, and the form stays filled", arguments: [ServiceError.busy, .trouble(.storeFull)])
    func trouble(_ error: ServiceError) {
        var fixture = form()
        fixture.press(.activate)
        fixture.answer(.failed(error))
        #expect(fixture.flow.notice == .serviceFailed(error) && fixture.flow.phase == .editing)
        #expect(fixture.passwordChange?.isComplete(for: .standard) == true)
    }

    @Test("H3, A3: too many wrong current passwords are a lock, counted down in the alert")
    func locked() {
        var fixture = form()
        fixture.press(.activate)
        fixture.answer(.failed(.locked(seconds: 60)))
        #expect(fixture.flow.alert?.id == .changeFailed && fixture.flow.alert?.message == .locked(seconds: 60))
        fixture.handle(.timerFired(.lock))
        #expect(fixture.flow.alert?.message == .locked(seconds: 59))
        fixture.press(.activate)
        #expect(fixture.flow.phase == .editing && fixture.timers.isEmpty)
        #expect(fixture.flow.focus == .currentPassword && fixture.passwordChange?.currentPassword.isSelected == true)
    }

    @Test("H3, H6: the new password is judged at every key of it, and only then, with the account")
    func estimates() {
        var fixture = FlowFixture(calls: [.changePassword])
        fixture.open(.changePassword)
        fixture.type("x")
        #expect(fixture.effects.isEmpty)
        fixture.press(.next)
        fixture.type("correct")
        guard case .estimate(_, let password, account: "ada")? = fixture.effects.first else {
            Issue.record("\(fixture.effects)")
            return
        }
        #expect(password.text == "correct" && fixture.effects.count == 1)
        let early = fixture.estimate
        fixture.type("h")
        if let early { fixture.handle(.estimated(early, Self.weak)) }
        #expect(fixture.passwordChange?.newPassword.strength == nil, "out of date")
        if let id = fixture.estimate { fixture.handle(.estimated(id, Self.strong)) }
        #expect(fixture.passwordChange?.newPassword.strength == Self.strong)
        fixture.press(.next)
        fixture.type("c")
        #expect(fixture.effects.isEmpty)
    }

    @Test("H3: Ctrl-R shows all three passwords, Tab goes around, Enter goes on and sends in the last")
    func keys() {
        var fixture = FlowFixture(calls: [.changePassword])
        fixture.open(.changePassword)
        fixture.press(.reveal)
        #expect(fixture.passwordChange?.newPassword.isRevealed == true)
        let order: [ElementID] = [.currentPassword, .password, .passwordAgain, .submit, .back]
        #expect(fixture.passwordChange?.order == order && fixture.flow.focus == .currentPassword)
        fixture.press(.activate, .activate)
        #expect(fixture.flow.focus == .passwordAgain)
        fixture.press(.activate)
        #expect(fixture.effects == [.shakeStep])
    }
}

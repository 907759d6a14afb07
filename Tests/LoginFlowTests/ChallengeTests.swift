import Accounts
import Cryptography
import LoginFlow
import Testing

@Suite("Challenges at login (L10)")
struct ChallengeTests {
    /// A login whose last attempt was refused, the service asking for `next`; the alert is closed.
    private func refused(
        account: String = "13542138562", next: Challenge?, reducesMotion: Bool = true
    ) -> FlowFixture {
        var fixture = FlowFixture(codeKinds: [.telephone, .emailAddress], reducesMotion: reducesMotion)
        fixture.submit(account: account)
        fixture.answer(.failed(.credentialsWrong(next: next)))
        fixture.press(.activate)
        return fixture
    }

    // MARK: - The code

    @Test("L10: the code field slides in with its button, between the password and the check boxes")
    func field() {
        let fixture = refused(next: .code)
        #expect(fixture.login?.code?.purpose == .logIn && fixture.flow.focus == .password)
        #expect(
            fixture.login?.order == [
                .account, .password, .code, .getCode, .remember, .autoLogin, .submit, .register, .reset,
            ])
        #expect(refused(next: nil).login?.code == nil)
    }

    @Test("L10: any change of the account hides it again; a move does not")
    func hidden() {
        var fixture = refused(next: .code)
        fixture.focus(.account)
        fixture.press(.left, .start, .end)
        #expect(fixture.login?.code != nil)
        fixture.press(.deleteBackward)
        #expect(fixture.login?.code == nil && fixture.login?.challenge == nil)
    }

    @Test("A4: Get code asks for a login code for the account, and the form is locked meanwhile (L8)")
    func getCode() throws {
        var fixture = refused(next: .code, reducesMotion: false)
        fixture.finishShake()
        fixture.press(.activate)
        fixture.focus(.getCode)
        fixture.press(.activate)
        let name = try #require(AccountName("13542138562"))
        #expect(fixture.request == .requestCode(CodeRequest(name: name, purpose: .logIn)))
        #expect(fixture.flow.isBusy && fixture.effects.contains(.spinnerStep))
        fixture.type("x")
        #expect(fixture.login?.code?.text.isEmpty == true)
        fixture.handle(.timerFired(.spinner))
        #expect(fixture.effects == [.spinnerStep])
        fixture.press(.cancel)
        #expect(!fixture.flow.isBusy && fixture.effects.contains { if case .cancel = $0 { true } else { false } })
    }

    @Test("A6: where the code went is said, the focus goes to the field, and the next one can be had in 60 s")
    func sent() throws {
        var fixture = refused(next: .code)
        fixture.focus(.getCode)
        fixture.press(.activate)
        fixture.answer(.codeSent(CodeDispatch(route: .message, resendDelay: 60)))
        let delivery = try #require(fixture.login?.code?.delivery)
        #expect(delivery.name.key == "13542138562" && delivery.route == .message)
        #expect(fixture.flow.notice == .codeSent(delivery) && fixture.flow.focus == .code)
        #expect(fixture.effects == [.schedule(.resend, after: .seconds(1))] && fixture.login?.code?.delay == 60)
        for second in (0..<60).reversed() {
            fixture.handle(.timerFired(.resend))
            #expect(fixture.login?.code?.delay == second)
            #expect(fixture.effects == (second > 0 ? [.schedule(.resend, after: .seconds(1))] : []))
        }
        fixture.focus(.getCode)
        fixture.press(.activate)
        #expect(fixture.flow.isBusy)
    }

    @Test("H7, A8: a code is certain only where that is known of the account anyway", arguments: [false, true])
    func certainty(_ concealsAccounts: Bool) throws {
        func isCertain(_ account: String, _ open: (inout FlowFixture) -> Void) throws -> Bool {
            var fixture = FlowFixture(
                codeKinds: [.telephone, .emailAddress], concealsAccounts: concealsAccounts, reducesMotion: true)
            fixture.type(account)
            open(&fixture)
            fixture.focus(.getCode)
            fixture.press(.activate)
            fixture.answer(.codeSent(CodeDispatch(route: .message, resendDelay: 60)))
            guard case .codeSent(let delivery) = fixture.flow.notice else {
                Issue.record("nothing was said")
                return false
            }
            return delivery.isCertain
        }
        let (reset, register) = (
            { (form: inout FlowFixture) in form.click(.reset) },
            { (form: inout FlowFixture) in form.click(.register) }
        )
        let logIn = { (form: inout FlowFixture) in
            form.focus(.password)
            form.type("correct horse")
            form.press(.activate)
            form.answer(.failed(.challengeRequired(.code)))
        }
        for account in ["13912345678", "lin@example.com"] {
            #expect(try !isCertain(account, reset))
            #expect(try isCertain(account, register))
            #expect(try isCertain(account, logIn) == !concealsAccounts)
        }
        #expect(try !isCertain("nobody1", reset))
        #expect(try !isCertain("nobody1", logIn))
    }

    @Test("A4: a new code empties the field of the old one")
    func newCode() {
        var fixture = refused(next: .code)
        fixture.focus(.code)
        fixture.type("0000")
        fixture.focus(.getCode)
        fixture.press(.activate)
        fixture.answer(.codeSent(CodeDispatch(route: .message, resendDelay: 60)))
        #expect(fixture.login?.code?.text.isEmpty == true && fixture.flow.focus == .code)
    }

    @Test("A4: a second request within the minute is answered here, with the seconds that are left")
    func tooSoon() {
        var fixture = refused(next: .code)
        fixture.focus(.getCode)
        fixture.press(.activate)
        fixture.answer(.codeSent(CodeDispatch(route: .message, resendDelay: 60)))
        fixture.handle(.timerFired(.resend))
        fixture.focus(.getCode)
        fixture.press(.activate)
        #expect(fixture.flow.notice == .serviceFailed(.codeTooSoon(seconds: 59)) && !fixture.flow.isBusy)
    }

    @Test("A4: where the service says that it is too soon, its seconds are counted")
    func serviceSaysTooSoon() {
        var fixture = refused(next: .code)
        fixture.focus(.getCode)
        fixture.press(.activate)
        fixture.answer(.failed(.codeTooSoon(seconds: 7)))
        #expect(fixture.login?.code?.delay == 7 && fixture.flow.notice == .serviceFailed(.codeTooSoon(seconds: 7)))
        #expect(fixture.effects == [.schedule(.resend, after: .seconds(1))])
    }

    @Test("A4: the seconds pass while a call is under way and while an alert is open")
    func ticking() {
        var fixture = refused(next: .code)
        fixture.focus(.getCode)
        fixture.press(.activate)
        fixture.answer(.codeSent(CodeDispatch(route: .message, resendDelay: 60)))
        fixture.press(.activate)
        #expect(fixture.flow.alert?.message == .codeMissing)
        fixture.handle(.timerFired(.resend))
        fixture.press(.activate)
        fixture.type("1234")
        fixture.press(.activate)
        #expect(fixture.flow.isBusy)
        fixture.handle(.timerFired(.resend))
        #expect(fixture.login?.code?.delay == 58)
    }

    /// What is typed as a code before one was asked for, and what is said of it; nil where it is sent.
    static let codes: [(String, Message?)] = [
        ("1234", nil), ("12 34", nil), ("１２３４", nil), ("", .codeNotRequested), ("  ", .codeNotRequested),
        ("123", .codeMalformed(digitCount: 4)), ("12345", .codeMalformed(digitCount: 4)),
        ("12a4", .codeMalformed(digitCount: 4)),
    ]

    @Test("L6, A4: the code is sent with the password, and what is none sends nothing", arguments: codes)
    func code(_ typed: String, _ message: Message?) throws {
        var fixture = refused(next: .code)
        fixture.focus(.code)
        fixture.type(typed)
        fixture.press(.activate)
        guard let message else {
            guard case .logIn(let credentials) = fixture.request, fixture.flow.isBusy else {
                Issue.record("nothing was sent")
                return
            }
            #expect(credentials.answer == .code(try OneTimeCode(Secret("1234".utf8), for: .logIn)))
            return
        }
        #expect(fixture.flow.alert?.message == message && !fixture.flow.isBusy)
        fixture.press(.activate)
        guard message != .codeNotRequested else {
            #expect(fixture.flow.focus == .getCode)
            return
        }
        #expect(fixture.flow.focus == .code && fixture.login?.code?.text.isSelected == !typed.isEmpty)
    }

    @Test("L5: with the code field, Enter in the password goes on to it")
    func enter() {
        var fixture = refused(next: .code)
        fixture.press(.deleteBackward)
        fixture.type("correct horse")
        fixture.press(.activate)
        #expect(fixture.flow.focus == .code && !fixture.flow.isBusy)
    }

    @Test("A4: a wrong code is said, and typed over; a wrong password takes the used code away")
    func wrongCode() {
        var fixture = refused(next: .code)
        fixture.focus(.code)
        fixture.type("0000")
        fixture.press(.activate)
        fixture.answer(.failed(.challengeFailed(next: .code)))
        #expect(fixture.flow.alert?.message == .codeWrong)
        fixture.press(.activate)
        fixture.type("1")
        #expect(fixture.login?.code?.text.bytes == Secret("1".utf8))
        fixture.type("234")
        fixture.press(.activate)
        fixture.answer(.failed(.credentialsWrong(next: .code)))
        #expect(fixture.login?.code?.text.isEmpty == true && fixture.flow.alert?.message == .credentialsWrong)
    }

    @Test("L6, A4: a form without a code says to ask for one first, and goes to the button for that")
    func notRequested() {
        var fixture = refused(next: .code)
        fixture.focus(.submit)
        fixture.press(.activate)
        #expect(fixture.flow.alert?.message == .codeNotRequested && !fixture.flow.isBusy)
        fixture.press(.activate)
        #expect(fixture.flow.focus == .getCode)
    }

    @Test("L10: a service that asks before it looks at the password shows the field, and says so")
    func required() {
        var fixture = FlowFixture()
        fixture.submit(account: "13542138562")
        fixture.answer(.failed(.challengeRequired(.code)))
        #expect(fixture.login?.code != nil && fixture.flow.focus == .getCode && fixture.flow.alert == nil)
        #expect(fixture.flow.notice == .serviceFailed(.challengeRequired(.code)))
    }

    // MARK: - The lock

    @Test("A3: the lock counts down in the alert, and stops with it")
    func lock() {
        var fixture = FlowFixture()
        fixture.submit()
        fixture.answer(.failed(.locked(seconds: 2)))
        let tick = Effect.schedule(.lock, after: .seconds(1))
        #expect(fixture.flow.alert?.message == .locked(seconds: 2) && fixture.effects == [tick])
        fixture.handle(.timerFired(.lock))
        #expect(fixture.flow.alert?.message == .locked(seconds: 1) && fixture.effects == [tick])
        fixture.handle(.timerFired(.lock))
        #expect(fixture.flow.alert?.message == .locked(seconds: 0) && fixture.effects.isEmpty)
        fixture.handle(.timerFired(.lock))
        #expect(fixture.flow.alert?.message == .locked(seconds: 0) && fixture.effects.isEmpty)
        fixture.press(.activate)
        #expect(fixture.flow.alert == nil)
        fixture.handle(.timerFired(.lock))
        #expect(fixture.effects.isEmpty && fixture.login?.phase == .editing)
    }

    @Test("A3, L9: after the attempt that locks the password is selected, and the code that went with it is gone")
    func lockedByThisAttempt() {
        var fixture = FlowFixture()
        fixture.submit(account: "13542138562")
        fixture.answer(.failed(.credentialsWrong(next: .code)))
        fixture.press(.activate)
        fixture.focus(.code)
        fixture.type("1234")
        fixture.press(.activate)
        fixture.answer(.failed(.locked(seconds: 60)))
        #expect(fixture.flow.alert?.message == .locked(seconds: 60))
        fixture.press(.activate)
        #expect(fixture.flow.focus == .password && fixture.login?.password.isSelected == true)
        #expect(fixture.login?.code?.text.isEmpty == true)
    }
}

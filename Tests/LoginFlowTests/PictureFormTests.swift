import Accounts
import Cryptography
import LoginFlow
import Testing

@Suite("The card with a picture (A5, L10)")
struct PictureFormTests {
    /// A login that has to read a picture, which has come.
    private func open(acceptsCode: Bool = true) -> FlowFixture {
        var fixture = FlowFixture(reducesMotion: true)
        fixture.submit()
        fixture.answer(.failed(.credentialsWrong(next: .captcha(acceptsCode: acceptsCode))))
        fixture.press(.activate, .activate)
        fixture.answer(.pictureDrawn(.of("p1")))
        return fixture
    }

    @Test("L10: after the alert the next attempt opens the card and asks for a picture")
    func opens() {
        var fixture = FlowFixture(reducesMotion: true)
        fixture.submit()
        fixture.answer(.failed(.credentialsWrong(next: .captcha(acceptsCode: false))))
        fixture.press(.activate)
        #expect(fixture.login != nil, "the card does not open by itself")
        fixture.press(.activate)
        #expect(fixture.picture != nil && fixture.flow.isBusy && fixture.request == .requestCaptcha)
        fixture.answer(.pictureDrawn(.of("p1")))
        #expect(fixture.picture?.challenge?.id == "p1" && fixture.flow.focus == .captcha && !fixture.flow.isBusy)
    }

    @Test("A5: what was read goes with the same credentials, exactly as typed")
    func sends() {
        var fixture = open()
        fixture.type("aB 3k")
        fixture.press(.activate)
        guard case .logIn(let credentials) = fixture.request else {
            Issue.record("no login was sent")
            return
        }
        #expect(credentials.name.key == "ada" && credentials.password == Secret("correct horse".utf8))
        #expect(credentials.answer == .captcha(CaptchaAnswer(id: "p1", text: Secret("aB 3k".utf8))))
        fixture.answer(.entered(.of("ada")))
        #expect(fixture.home != nil)
    }

    @Test("L6: nothing typed sends nothing")
    func empty() {
        var fixture = open()
        fixture.press(.activate)
        #expect(fixture.flow.alert?.id == .verificationFailed && fixture.flow.alert?.message == .captchaMissing)
        fixture.press(.activate)
        #expect(fixture.flow.focus == .captcha && fixture.picture != nil)
    }

    @Test("A5: a wrong answer brings a new picture and empties the field")
    func wrong() {
        var fixture = open()
        fixture.type("xxxxx")
        fixture.press(.activate)
        fixture.answer(.failed(.challengeFailed(next: .captcha(acceptsCode: true))))
        #expect(fixture.request == .requestCaptcha && fixture.flow.isBusy)
        #expect(fixture.flow.notice == .serviceFailed(.challengeFailed(next: .captcha(acceptsCode: true))))
        fixture.answer(.pictureDrawn(.of("p2")))
        #expect(fixture.picture?.challenge?.id == "p2" && fixture.picture?.text.isEmpty == true)
    }

    @Test("A3: while a lock holds the next attempt is the service's to refuse, and no picture is asked for first")
    func locked() {
        var fixture = open()
        fixture.type("aB3k")
        fixture.press(.activate)
        fixture.answer(.failed(.locked(seconds: 60)))
        #expect(fixture.login != nil && fixture.flow.alert?.message == .locked(seconds: 60))
        fixture.press(.activate)
        fixture.press(.activate)
        guard case .logIn(let credentials) = fixture.request else {
            Issue.record("no login was sent")
            return
        }
        #expect(credentials.answer == nil)
        fixture.answer(.failed(.challengeRequired(.captcha(acceptsCode: true))))
        #expect(fixture.picture != nil && fixture.request == .requestCaptcha)
    }

    @Test("A5: 换一张 brings a new picture; where none comes, the old one stays")
    func another() {
        var fixture = open()
        fixture.type("ab")
        fixture.press(.next, .activate)
        #expect(fixture.request == .requestCaptcha)
        fixture.answer(.failed(.busy))
        #expect(fixture.picture?.challenge?.id == "p1" && fixture.flow.notice == .serviceFailed(.busy))
        fixture.press(.activate)
        fixture.answer(.pictureDrawn(.of("p2")))
        #expect(fixture.picture?.challenge?.id == "p2" && fixture.flow.focus == .captcha)
    }

    @Test("L12: where the first picture does not come, the form is back, and says why")
    func none() {
        var fixture = FlowFixture(reducesMotion: true)
        fixture.submit()
        fixture.answer(.failed(.challengeRequired(.captcha(acceptsCode: false))))
        #expect(fixture.picture != nil && fixture.flow.isBusy)
        fixture.answer(.failed(.trouble(.storeFailed)))
        #expect(fixture.login?.account.text == "ada" && fixture.flow.notice == .serviceFailed(.trouble(.storeFailed)))
    }

    @Test("L9: a wrong password with the right picture is said over the login, and the next attempt needs another")
    func wrongPassword() {
        var fixture = open()
        fixture.type("ab3kx")
        fixture.press(.activate)
        fixture.answer(.failed(.credentialsWrong(next: .captcha(acceptsCode: true))))
        #expect(fixture.login != nil && fixture.flow.alert?.message == .credentialsWrong)
        fixture.press(.activate)
        #expect(fixture.login?.password.isSelected == true)
        fixture.type("correct horse")
        fixture.press(.activate)
        #expect(fixture.picture != nil && fixture.request == .requestCaptcha)
    }

    @Test("A3: a lock found behind the picture is shown over the login")
    func lock() {
        var fixture = open()
        fixture.type("ab3kx")
        fixture.press(.activate)
        fixture.answer(.failed(.locked(seconds: 60)))
        #expect(fixture.login != nil && fixture.flow.alert?.message == .locked(seconds: 60))
    }

    @Test("A5: a code instead of the picture shows the code field; nobody is shut out by not seeing")
    func code() throws {
        var fixture = open()
        fixture.focus(.useCode)
        fixture.press(.activate)
        #expect(fixture.login?.code?.purpose == .logIn && fixture.flow.focus == .getCode)
        fixture.press(.activate)
        fixture.answer(.codeSent(CodeDispatch(route: .message, resendDelay: 60)))
        fixture.type("1234")
        fixture.press(.activate)
        guard case .logIn(let credentials) = fixture.request else {
            Issue.record("no login was sent")
            return
        }
        #expect(credentials.answer == .code(try OneTimeCode(Secret("1234".utf8), for: .logIn)))
        #expect(open(acceptsCode: false).picture?.order.contains(.useCode) == false)
    }

    @Test("Esc and the link lead back, the form as it was", arguments: [false, true])
    func back(byLink: Bool) {
        var fixture = open()
        if byLink { fixture.click(.back) } else { fixture.press(.cancel) }
        #expect(fixture.login?.account.text == "ada" && fixture.login?.password.isEmpty == false)
    }

    @Test("A4: a picture before a code: the code is asked for again with what was read")
    func beforeCode() throws {
        var fixture = FlowFixture(codeKinds: [.telephone])
        fixture.fill(account: "13912345678")
        fixture.click(.reset)
        #expect(fixture.reset?.account.text == "13912345678" && fixture.flow.focus == .getCode)
        fixture.press(.activate)
        fixture.answer(.failed(.challengeRequired(.captcha(acceptsCode: false))))
        fixture.answer(.pictureDrawn(.of("p1")))
        fixture.type("ab3kx")
        fixture.press(.activate)
        let name = try #require(AccountName("13912345678"))
        let answer = CaptchaAnswer(id: "p1", text: Secret("ab3kx".utf8))
        #expect(fixture.request == .requestCode(CodeRequest(name: name, purpose: .reset, captcha: answer)))
        fixture.answer(.codeSent(CodeDispatch(route: .message, resendDelay: 60)))
        #expect(fixture.flow.focus == .code && fixture.reset?.code?.delay == 60)
        #expect(fixture.effects == [.schedule(.resend, after: .seconds(1))])
    }
}

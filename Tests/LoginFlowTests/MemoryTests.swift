import Accounts
import Cryptography
import LoginFlow
import Testing

@Suite("Remembered logins (section 3, H1, L3, L11)")
struct MemoryTests {
    private static let token = RememberedLogin.Proof.token(Secret("old".utf8))

    /// A program that starts with ada remembered.
    private func start(
        proof: RememberedLogin.Proof? = token, isAutomatic: Bool = false, canRemember: Bool = true
    ) -> FlowFixture {
        FlowFixture(
            reducesMotion: true, canRemember: canRemember,
            remembered: RememberedLogin(account: "ada", logsInAutomatically: isAutomatic, proof: proof))
    }

    // MARK: - At the start

    @Test("H1: what is remembered is filled in, and the button is enabled")
    func filledIn() {
        let fixture = start()
        #expect(fixture.login?.account.text == "ada" && fixture.login?.proof == Self.token)
        #expect(fixture.login?.isRemembered == true && fixture.login?.logsInAutomatically == false)
        #expect(fixture.login?.isComplete(for: .standard) == true && fixture.login?.phase == .editing)
        #expect(fixture.timers.isEmpty)
    }

    @Test("H4: after a log-out the account is there and the secret is not")
    func accountOnly() {
        let fixture = start(proof: nil, isAutomatic: true)
        #expect(fixture.login?.account.text == "ada" && fixture.flow.focus == .password)
        #expect(fixture.login?.isComplete(for: .standard) == false && fixture.login?.phase == .editing)
        #expect(fixture.login?.logsInAutomatically == true && fixture.timers.isEmpty)
    }

    @Test("H1: 自动登录 goes home after a second's notice")
    func automatic() {
        var fixture = start(isAutomatic: true)
        #expect(fixture.login?.phase == .announcing && fixture.effects == [.schedule(.autoLogin, after: .seconds(1))])
        fixture.handle(.timerFired(.autoLogin))
        #expect(fixture.request == .resume(Secret("old".utf8), account: "ada") && fixture.flow.isBusy)
        fixture.answer(.entered(.of("ada", token: "new")))
        #expect(fixture.home != nil)
        let login = RememberedLogin(account: "ada", logsInAutomatically: true, proof: .token(Secret("new".utf8)))
        #expect(fixture.memoryChanges == [.remember(login, Session.of("ada").user)])
    }

    @Test(
        "H1: any key stops it, and does nothing else",
        arguments: [
            Event.typed("x"), .pressed(.activate), .pressed(.next), .pressed(.cancel), .clicked(.background),
            .clicked(.element(.remember)),
        ])
    func stopped(_ event: Event) {
        var fixture = start(isAutomatic: true)
        fixture.handle(event)
        #expect(fixture.login?.phase == .editing && fixture.timers.isEmpty && fixture.effects.isEmpty)
        #expect(fixture.login?.proof == Self.token && fixture.login?.isRemembered == true)
        fixture.handle(.timerFired(.autoLogin))
        #expect(fixture.call == nil)
    }

    @Test("H1: an expired one says so, focuses the password and is forgotten, the account kept")
    func expired() {
        var fixture = start()
        fixture.press(.activate)
        #expect(fixture.request == .resume(Secret("old".utf8), account: "ada"))
        fixture.answer(.failed(.sessionEnded))
        #expect(fixture.flow.notice == .rememberedLoginExpired && fixture.flow.focus == .password)
        #expect(fixture.login?.proof == nil && fixture.login?.account.text == "ada")
        #expect(fixture.memoryChanges == [.forgetLogin])
    }

    @Test("L12: a service in trouble leaves everything as it is")
    func trouble() {
        var fixture = start()
        fixture.press(.activate)
        fixture.answer(.failed(.trouble(.storeLocked)))
        #expect(fixture.login?.proof == Self.token && fixture.memoryChanges.isEmpty)
    }

    @Test("Section 3: a service without tokens has the password sent again, whatever the length rule is now")
    func password() {
        var fixture = start(proof: .password(Secret("short".utf8)))
        fixture.press(.activate)
        guard case .logIn(let credentials) = fixture.request else {
            Issue.record("nothing was sent")
            return
        }
        #expect(credentials.password == Secret("short".utf8) && credentials.name.key == "ada")
        fixture.answer(.entered(Session(token: nil, user: User(account: "ada"))))
        let login = RememberedLogin(
            account: "ada", logsInAutomatically: false, proof: .password(Secret("short".utf8)))
        #expect(fixture.memoryChanges == [.remember(login, User(account: "ada"))])
    }

    @Test("L9: a remembered password that is wrong is gone with the alert")
    func wrongPassword() {
        var fixture = start(proof: .password(Secret("wrong".utf8)))
        fixture.press(.activate)
        fixture.answer(.failed(.credentialsWrong(next: nil)))
        #expect(fixture.flow.alert?.message == .credentialsWrong && fixture.login?.proof == nil)
    }

    // MARK: - Editing

    /// The first edits of the field, and what stands in it then.
    static let edits: [(Event, String)] = [
        (.typed("x"), "x"), (.pressed(.deleteBackward), ""), (.pressed(.clear), ""), (.pressed(.deleteWord), ""),
        (.pasted(Secret("ab".utf8), isTruncated: false), "ab"),
    ]

    @Test("L3: the first edit empties a remembered secret", arguments: edits)
    func firstEdit(_ event: Event, _ text: String) {
        var fixture = start()
        fixture.focus(.password)
        fixture.press(.left, .right, .start, .end, .reveal)
        #expect(fixture.login?.proof == Self.token, "moves and Ctrl-R are no edits")
        fixture.handle(event)
        #expect(fixture.login?.proof == nil && fixture.login?.password.bytes.text == text)
    }

    @Test("L4: a paste that is refused leaves the remembered secret")
    func refusedPaste() {
        var fixture = start()
        fixture.focus(.password)
        fixture.paste("a\nb")
        #expect(fixture.login?.proof == Self.token && fixture.flow.notice == .refused(.controls))
    }

    @Test("L3: the secret of one account is not sent for another")
    func otherAccount() {
        var fixture = start()
        fixture.focus(.account)
        fixture.type("x")
        #expect(fixture.login?.proof == nil && fixture.login?.isComplete(for: .standard) == false)
    }

    // MARK: - After a login

    @Test("Section 3: with 记住密码 the account as typed, the token and the user are remembered; without, all is forgotten")
    func afterLogin() {
        for isRemembered in [true, false] {
            var fixture = FlowFixture()
            if isRemembered { fixture.click(.remember) }
            fixture.focus(.account)
            fixture.submit(account: " ADA ")
            #expect(fixture.memoryChanges.isEmpty, "not before it succeeds")
            fixture.answer(.entered(.of("ada")))
            let login = RememberedLogin(
                account: " ADA ", logsInAutomatically: false, proof: .token(Secret("token".utf8)))
            #expect(
                fixture.memoryChanges == [isRemembered ? .remember(login, Session.of("ada").user) : .forget])
        }
    }

    @Test("Section 3: a login that fails changes nothing")
    func afterFailure() {
        var fixture = FlowFixture(reducesMotion: true)
        fixture.click(.remember)
        fixture.focus(.account)
        fixture.submit()
        fixture.answer(.failed(.credentialsWrong(next: nil)))
        #expect(fixture.memoryChanges.isEmpty)
    }

    @Test("H4: log-out forgets the login and keeps the account")
    func logOut() {
        var fixture = FlowFixture()
        fixture.submit()
        fixture.answer(.entered(.of("ada")))
        fixture.click(.logOut)
        #expect(fixture.memoryChanges == [.forgetLogin])
    }

    @Test("H5: a session that ended elsewhere forgets the login too")
    func sessionEnded() {
        var fixture = FlowFixture(calls: [.notices])
        fixture.submit()
        fixture.answer(.entered(.of("ada")))
        fixture.answer(.failed(.sessionEnded))
        #expect(fixture.memoryChanges == [.forgetLogin] && fixture.login != nil)
    }

    @Test("Section 3: a registration is remembered as the login's box says, under its own name")
    func registration() {
        var fixture = FlowFixture()
        fixture.click(.remember)
        fixture.click(.register)
        fixture.type("lin")
        fixture.press(.next)
        fixture.type("correct horse")
        fixture.press(.next)
        fixture.type("correct horse")
        fixture.press(.activate)
        guard case .register(let registration) = fixture.request else {
            Issue.record("nothing was sent")
            return
        }
        #expect(registration.isRemembered)
        fixture.answer(.entered(.of("lin")))
        let login = RememberedLogin(account: "lin", logsInAutomatically: false, proof: .token(Secret("token".utf8)))
        #expect(fixture.memoryChanges == [.remember(login, Session.of("lin").user)])
    }

    @Test("Section 1: where nothing may be remembered there are no boxes, and nothing is kept or forgotten")
    func off() {
        var fixture = FlowFixture(guardsCommand: true, canRemember: false)
        #expect(fixture.login?.order == [.account, .password, .submit, .register, .reset])
        fixture.submit()
        guard case .logIn(let credentials) = fixture.request else {
            Issue.record("nothing was sent")
            return
        }
        #expect(!credentials.isRemembered)
        fixture.answer(.entered(.of("ada")))
        #expect(fixture.effects == [.leave(.intoCommand(.of("ada")))] && fixture.memoryChanges.isEmpty)
    }

    @Test("Section 1: in front of a command what may be remembered is, before the command takes over")
    func beforeCommand() {
        var fixture = FlowFixture(guardsCommand: true)
        fixture.click(.remember)
        fixture.focus(.account)
        fixture.submit()
        fixture.answer(.entered(.of("ada")))
        #expect(fixture.effects == [.leave(.intoCommand(.of("ada")))] && fixture.memoryChanges.count == 1)
    }

    @Test("Section 3: what is wrong with the vault is said, and nothing at all is not")
    func remarks() {
        var fixture = FlowFixture()
        fixture.handle(.remarked([]))
        #expect(fixture.flow.notice == nil)
        fixture.handle(.remarked([.notSaved(.full)]))
        #expect(fixture.flow.notice == .memory([.notSaved(.full)]))
    }
}

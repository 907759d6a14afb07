import Accounts
import LoginFlow
import Testing

@Suite("Home and logging out")
struct HomeTests {
    private func home(_ calls: ServiceDeclaration.Calls = [.register]) -> FlowFixture {
        var fixture = FlowFixture(calls: calls)
        fixture.fill(account: "ADA")
        fixture.click(.autoLogin)
        fixture.click(.submit)
        fixture.answer(.entered(.of("ada")))
        return fixture
    }

    // MARK: - Keys

    @Test(
        "H2: Tab and the arrows move between the two links, around the ends",
        arguments: [Command.next, .previous, .left, .right])
    func focus(_ command: Command) {
        var fixture = home()
        #expect(fixture.flow.focus == .settings && fixture.home?.order == [.settings, .logOut])
        fixture.press(command)
        #expect(fixture.flow.focus == .logOut && fixture.effects.isEmpty)
        fixture.press(command)
        #expect(fixture.flow.focus == .settings)
    }

    @Test(
        "H2: home leads to the settings, and Esc or the link back to it",
        arguments: [Event.pressed(.activate), .typed(" "), .clicked(.element(.settings))],
        [Event.pressed(.cancel), .clicked(.element(.back))])
    func settings(_ event: Event, _ back: Event) {
        var fixture = home()
        fixture.handle(event)
        #expect(fixture.settings != nil && fixture.effects.isEmpty)
        fixture.handle(back)
        #expect(fixture.home?.session == .of("ada") && fixture.effects.isEmpty)
    }

    @Test(
        "H2: other keys do nothing at home",
        arguments: [
            Event.pressed(.cancel), .pressed(.start), .pressed(.clear), .typed("x"), .clicked(.background),
            .clicked(.element(.submit)), .clicked(.session(0)), .timerFired(.spinner), .malformedInputReceived,
        ])
    func ignores(_ event: Event) {
        var fixture = home()
        let before = fixture.flow
        fixture.handle(event)
        #expect(fixture.flow == before && fixture.effects.isEmpty)
    }

    // MARK: - Counting

    private static let minute = Effect.schedule(.refresh, after: .seconds(60))
    private static let some = Notices(mentions: 3, messages: 1, comments: 4, followers: 1)

    @Test("H2: what waits is counted on opening and a minute later")
    func count() throws {
        var fixture = home([.notices])
        let first = try #require(fixture.call)
        #expect(fixture.effects == [.call(first, .notices(.of("ada"))), Self.minute])
        #expect(fixture.home?.notices == nil && fixture.home?.isStale == false && !fixture.flow.isBusy)
        fixture.answer(.counted(Self.some))
        #expect(fixture.home?.notices == Self.some && fixture.effects.isEmpty)
        fixture.handle(.timerFired(.refresh))
        let second = try #require(fixture.call)
        #expect(second != first && fixture.effects == [.call(second, .notices(.of("ada"))), Self.minute])
        let before = fixture.flow
        fixture.handle(.answered(first, .counted(Notices())))
        #expect(fixture.flow == before, "a late answer changes nothing")
    }

    @Test(
        "H2: a failed count marks what is known stale and nothing more, and the next may succeed",
        arguments: [ServiceError.busy, .unsupported, .trouble(.storeFailed), .cancelled])
    func stale(_ error: ServiceError) {
        var fixture = home([.notices])
        fixture.answer(.counted(Self.some))
        fixture.handle(.timerFired(.refresh))
        fixture.answer(.failed(error))
        #expect(fixture.home?.notices == Self.some && fixture.home?.isStale == true)
        #expect(fixture.flow.notice == nil && fixture.effects.isEmpty)
        fixture.handle(.timerFired(.refresh))
        #expect(fixture.home?.isStale == true)
        fixture.answer(.counted(Notices()))
        #expect(fixture.home?.notices == Notices() && fixture.home?.isStale == false)
    }

    @Test("H2: a count that takes a minute is cancelled for the next, and counts as failed")
    func slow() throws {
        var fixture = home([.notices])
        let first = try #require(fixture.call)
        fixture.handle(.timerFired(.refresh))
        let second = try #require(fixture.call)
        #expect(fixture.effects == [.cancel(first), .call(second, .notices(.of("ada"))), Self.minute])
        #expect(fixture.home?.isStale == true)
    }

    @Test("H2, T8: no timer and no count where the service has none, nor anywhere but at home")
    func noTimer() throws {
        var fixture = home()
        #expect(fixture.effects.isEmpty)
        fixture.handle(.timerFired(.refresh))
        #expect(fixture.effects.isEmpty)
        fixture = home([.notices])
        let call = try #require(fixture.call)
        fixture.press(.activate)
        #expect(fixture.settings != nil && fixture.effects == [.cancel(call)] && fixture.timers.isEmpty)
        fixture.handle(.timerFired(.refresh))
        #expect(fixture.effects.isEmpty)
        // What was known shows until the count on returning is there.
        fixture.press(.cancel)
        #expect(fixture.effects.count == 2 && fixture.effects.last == Self.minute)
        fixture.answer(.counted(Self.some))
        fixture.press(.activate)
        #expect(fixture.effects.isEmpty && fixture.timers.isEmpty)
        fixture.press(.cancel)
        #expect(fixture.home?.notices == Self.some)
        let second = try #require(fixture.call)
        fixture.click(.logOut)
        #expect(fixture.effects.first == .cancel(second) && fixture.effects.count == 2 && fixture.timers.isEmpty)
    }

    // MARK: - Logging out

    @Test(
        "H4, L11: log out replaces the whole stack, keeps account and boxes, and ends the session at the service",
        arguments: [Event.pressed(.activate), .typed(" "), .clicked(.element(.logOut))], [false, true])
    func logOut(_ event: Event, fromSettings: Bool) throws {
        var fixture = home()
        if fromSettings { fixture.click(.settings) }
        fixture.focus(.logOut)
        let logInCall = fixture.call
        fixture.handle(event)
        let call = try #require(fixture.call)
        #expect(call != logInCall && fixture.effects == [.call(call, .logOut(.of("ada")))])
        #expect(fixture.login?.account.text == "ada" && fixture.login?.password.isEmpty == true)
        #expect(fixture.login?.isRemembered == true && fixture.login?.logsInAutomatically == true)
        #expect(fixture.flow.focus == .password && !fixture.flow.isBusy)
        fixture.answer(.loggedOut)
        #expect(fixture.flow.notice == nil && fixture.effects.isEmpty && fixture.login != nil)
    }

    @Test("L11: the boxes are kept also through a registration, as they were last")
    func boxes() {
        var fixture = FlowFixture()
        fixture.click(.remember)
        fixture.click(.register)
        fixture.paste("lin")
        for _ in 0..<2 {
            fixture.press(.next)
            fixture.paste("correct horse")
        }
        fixture.press(.activate)
        fixture.answer(.entered(.of("lin")))
        fixture.click(.logOut)
        #expect(fixture.login?.isRemembered == true && fixture.login?.logsInAutomatically == false)
        fixture.click(.remember)
        fixture.enter(.of("lin"))
        fixture.click(.logOut)
        #expect(fixture.login?.isRemembered == false)
    }

    @Test("H4: a service that cannot be told is said, and the log-out stands")
    func logOutFailed() {
        var fixture = home()
        fixture.click(.logOut)
        fixture.answer(.logOutFailed(.busy))
        #expect(fixture.flow.notice == .logOutFailed(.busy) && fixture.login?.account.text == "ada")
        fixture.type("x")
        #expect(fixture.flow.notice == nil)
    }

    @Test("H4, H5: a session that had ended anyway is nothing to be said after a log-out")
    func logOutTooLate() {
        var fixture = home()
        fixture.click(.logOut)
        fixture.answer(.logOutFailed(.sessionEnded))
        #expect(fixture.flow.notice == nil && fixture.login != nil)
    }

    @Test("H4: an account that cannot stand in a field leaves it empty", arguments: ["a\u{1B}[2Jb", "a\nb"])
    func hostileAccount(_ account: String) {
        var fixture = FlowFixture()
        fixture.submit()
        fixture.answer(.entered(.of(account)))
        fixture.click(.logOut)
        #expect(fixture.login?.account.isEmpty == true && fixture.flow.focus == .account)
    }

    @Test("H4: the next login after a log-out is a call of its own, whatever becomes of the other")
    func logInAgain() throws {
        var fixture = home()
        fixture.click(.logOut)
        let logOut = try #require(fixture.call)
        fixture.type("correct horse")
        fixture.press(.activate)
        let logIn = try #require(fixture.call)
        #expect(logIn != logOut && fixture.flow.isBusy)
        fixture.handle(.answered(logOut, .loggedOut))
        #expect(fixture.flow.phase == .submitting(logIn, spinnerStep: 0))
        fixture.handle(.answered(logIn, .entered(.of("ada"))))
        #expect(fixture.home != nil)
    }
}

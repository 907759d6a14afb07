import Accounts
import Cryptography
import LoginFlow
import Testing

@Suite("The whole flow")
struct FlowTests {
    // MARK: - Starting

    @Test("L11: the program starts with an empty login and both boxes off")
    func start() {
        let fixture = FlowFixture()
        #expect(fixture.login?.account.isEmpty == true && fixture.login?.password.isEmpty == true)
        #expect(fixture.login?.isRemembered == false && fixture.login?.logsInAutomatically == false)
        #expect(fixture.flow.focus == .account && fixture.flow.phase == .editing)
        #expect(fixture.flow.notice == nil && fixture.flow.helpPage == nil && !fixture.flow.isBusy)
    }

    // MARK: - Leaving

    /// States, by the events that lead there, and what Ctrl-C does in them.
    private static func states() -> [(String, FlowFixture, Effect.Departure, cancels: Bool)] {
        var login = FlowFixture()
        login.fill()
        var busy = FlowFixture()
        busy.submit()
        var shaking = FlowFixture()
        shaking.click(.submit)
        var alerting = shaking
        alerting.finishShake()
        var help = FlowFixture()
        help.press(.help)
        var registration = FlowFixture()
        registration.click(.register)
        var registering = registration
        registering.paste("lin")
        for _ in 0..<2 {
            registering.press(.next)
            registering.paste("correct horse")
        }
        registering.press(.activate)
        var home = FlowFixture()
        home.submit()
        home.answer(.entered(.of("ada")))
        var loggedOut = home
        loggedOut.press(.activate)
        loggedOut.answer(.loggedOut)
        var guarded = FlowFixture(guardsCommand: true)
        guarded.fill()
        return [
            ("login", login, .withoutLogin, false), ("busy", busy, .withoutLogin, true),
            ("shaking", shaking, .withoutLogin, false), ("alerting", alerting, .withoutLogin, false),
            ("help", help, .withoutLogin, false), ("registration", registration, .withoutLogin, false),
            ("registering", registering, .withoutLogin, true), ("home", home, .fromHome, false),
            ("logged out", loggedOut, .withoutLogin, false), ("guarded", guarded, .withoutLogin, false),
        ]
    }

    @Test("L8: Ctrl-C leaves from every state, and cancels the call that is under way")
    func close() throws {
        for (name, fixture, departure, cancels) in Self.states() {
            var fixture = fixture
            #expect(fixture.flow.isBusy == cancels, "\(name)")
            let cancelled = cancels ? [Effect.cancel(try #require(fixture.call))] : []
            fixture.press(.close)
            #expect(fixture.effects == cancelled + [.leave(departure)], "\(name)")
        }
    }

    /// A flow that has logged out, which the service has not answered, and then done something more.
    private func loggingOut(_ more: (inout FlowFixture) -> Void = { _ in }) throws -> (FlowFixture, CallID) {
        var fixture = home()
        fixture.press(.activate)
        let call = try #require(fixture.call)
        more(&fixture)
        return (fixture, call)
    }

    @Test(
        "H4: Ctrl-C waits for the log-out that is under way, up to 5 s",
        arguments: [Answer.loggedOut, .logOutFailed(.busy)])
    func closeWhileLoggingOut(_ answer: Answer) throws {
        var (fixture, call) = try loggingOut()
        fixture.press(.close)
        #expect(fixture.effects == [.schedule(.departure, after: .seconds(5))])
        #expect(fixture.flow.isLeaving && fixture.flow.isBusy && fixture.flow.notice == .loggingOut)
        var late = fixture
        fixture.handle(.answered(call, answer))
        #expect(fixture.effects == [.leave(.withoutLogin)])
        late.handle(.timerFired(.departure))
        #expect(late.effects == [.leave(.withoutLogin)])
    }

    @Test("H4: a second Ctrl-C leaves at once")
    func closeTwice() throws {
        var (fixture, _) = try loggingOut()
        fixture.press(.close, .close)
        #expect(fixture.effects == [.leave(.withoutLogin)])
    }

    @Test("L8: while the program waits to leave, the form is locked", arguments: PhaseTests.anything)
    func lockedWhileLeaving(_ event: Event) throws {
        var (fixture, _) = try loggingOut { $0.type("x") }
        fixture.press(.close)
        let before = fixture.flow
        fixture.handle(event)
        #expect(fixture.flow == before && fixture.effects.isEmpty)
        fixture.press(.repaint)
        #expect(fixture.flow == before && fixture.effects == [.repaint])
        fixture.press(.suspend)
        #expect(fixture.flow == before && fixture.effects == [.suspend])
    }

    @Test("H4: leaving cancels the next login, but waits for the log-out before it")
    func closeWhileLoggingInAgain() throws {
        var (fixture, logOut) = try loggingOut {
            $0.type("correct horse")
            $0.press(.activate)
        }
        let logIn = try #require(fixture.call)
        fixture.press(.close)
        #expect(fixture.effects == [.cancel(logIn), .schedule(.departure, after: .seconds(5))])
        #expect(fixture.timers == [.departure])
        fixture.handle(.answered(logIn, .entered(.of("ada"))))
        #expect(fixture.effects.isEmpty && fixture.home == nil)
        fixture.handle(.answered(logOut, .loggedOut))
        #expect(fixture.effects == [.leave(.withoutLogin)])
    }

    @Test("H4: leaving from home waits for every earlier log-out")
    func closeAtHomeWhileLoggingOut() throws {
        var (fixture, first) = try loggingOut {
            $0.type("correct horse")
            $0.press(.activate)
            $0.answer(.entered(.of("ada")))
            $0.press(.activate)
        }
        let second = try #require(fixture.call)
        fixture.type("correct horse")
        fixture.press(.activate)
        fixture.answer(.entered(.of("ada")))
        fixture.press(.close)
        fixture.handle(.answered(second, .loggedOut))
        #expect(fixture.effects.isEmpty && fixture.flow.isLeaving)
        fixture.handle(.answered(first, .loggedOut))
        #expect(fixture.effects == [.leave(.fromHome)])
    }

    @Test("L5, T1: Ctrl-L repaints and Ctrl-Z suspends in every state, and neither changes it")
    func repaintAndSuspend() {
        for (name, fixture, _, _) in Self.states() {
            var fixture = fixture
            let before = fixture.flow
            fixture.press(.repaint)
            #expect(fixture.effects == [.repaint] && fixture.flow == before, "\(name)")
            fixture.press(.suspend)
            #expect(fixture.effects == (name == "guarded" ? [] : [.suspend]) && fixture.flow == before, "\(name)")
        }
    }

    // MARK: - In front of a command

    @Test("In front of a command a login leads into it, and Ctrl-Z is off")
    func guardsCommand() {
        var fixture = FlowFixture(guardsCommand: true)
        fixture.submit()
        fixture.press(.suspend)
        #expect(fixture.effects.isEmpty)
        fixture.answer(.entered(.of("ada")))
        #expect(fixture.effects == [.leave(.intoCommand(.of("ada")))] && fixture.home == nil)
    }

    @Test("In front of a command a registration leads into it too, where it is allowed")
    func guardsCommandRegistering() {
        var fixture = FlowFixture(guardsCommand: true)
        fixture.click(.register)
        fixture.paste("lin")
        fixture.press(.next)
        fixture.paste("correct horse")
        fixture.press(.next)
        fixture.paste("correct horse")
        fixture.press(.activate)
        fixture.answer(.entered(.of("lin")))
        #expect(fixture.effects == [.leave(.intoCommand(.of("lin")))])
    }

    // MARK: - Help

    @Test("L5: F1 opens the help over every screen that takes keys, and F1, Esc, Enter and Space close it")
    func help() {
        let closing: [Event] = [.pressed(.help), .pressed(.cancel), .pressed(.activate), .typed(" ")]
        for (name, fixture, _, _) in Self.states() where name != "help" {
            for event in closing {
                var fixture = fixture
                let before = fixture.flow
                fixture.press(.help)
                let opens = !["busy", "shaking", "alerting", "registering"].contains(name)
                #expect(fixture.flow.helpPage == (opens ? 0 : nil) && fixture.effects.isEmpty, "\(name)")
                guard opens else { continue }
                fixture.handle(event)
                #expect(fixture.flow == before && fixture.effects.isEmpty, "\(name)")
            }
        }
    }

    /// Keys in the help, and the page that is open then.
    static let pages: [([Command], Int?)] = [
        ([.next], 1), ([.right], 1), ([.previous], -1), ([.left], -1), ([.next, .next, .previous], 1),
        ([.start, .clear, .reveal], 0), ([.next, .cancel], nil), ([.next, .cancel, .help], 0),
    ]

    @Test("L5: Tab and the arrows turn the help's pages; other keys do nothing there", arguments: pages)
    func helpPages(_ commands: [Command], _ page: Int?) {
        var fixture = FlowFixture()
        fixture.fill()
        let screen = fixture.flow.screen
        fixture.press(.help)
        for command in commands { fixture.press(command) }
        #expect(fixture.flow.helpPage == page && fixture.flow.screen == screen && fixture.effects.isEmpty)
    }

    @Test("L5: typing, pasting and clicking do not reach the form under the help")
    func helpIsModal() {
        var fixture = FlowFixture()
        fixture.press(.help)
        let before = fixture.flow
        fixture.type("x")
        fixture.paste("x")
        fixture.click(.submit)
        fixture.handle(.malformedInputReceived, .clicked(.background))
        #expect(fixture.flow == before && fixture.effects.isEmpty)
    }

    // MARK: - Home and logging out

    private func home() -> FlowFixture {
        var fixture = FlowFixture()
        fixture.fill(account: "ADA")
        fixture.click(.autoLogin)
        fixture.click(.submit)
        fixture.answer(.entered(.of("ada")))
        return fixture
    }

    @Test(
        "H4: log out replaces the whole stack, keeps the account, and ends the session at the service",
        arguments: [Event.pressed(.activate), .typed(" "), .clicked(.element(.logOut))])
    func logOut(_ event: Event) throws {
        var fixture = home()
        let logInCall = fixture.call
        fixture.handle(event)
        let call = try #require(fixture.call)
        #expect(call != logInCall && fixture.effects == [.call(call, .logOut(.of("ada")))])
        #expect(fixture.login?.account.text == "ada" && fixture.login?.password.isEmpty == true)
        #expect(fixture.flow.focus == .password && !fixture.flow.isBusy)
        fixture.answer(.loggedOut)
        #expect(fixture.flow.notice == nil && fixture.effects.isEmpty && fixture.login != nil)
    }

    @Test("H4: a service that cannot be told is said, and the log-out stands")
    func logOutFailed() {
        var fixture = home()
        fixture.press(.activate)
        fixture.answer(.logOutFailed(.busy))
        #expect(fixture.flow.notice == .logOutFailed(.busy) && fixture.login?.account.text == "ada")
        fixture.type("x")
        #expect(fixture.flow.notice == nil)
    }

    @Test("H4: an account that cannot stand in a field leaves it empty", arguments: ["a\u{1B}[2Jb", "a\nb"])
    func hostileAccount(_ account: String) {
        var fixture = FlowFixture()
        fixture.submit()
        fixture.answer(.entered(.of(account)))
        fixture.press(.activate)
        #expect(fixture.login?.account.isEmpty == true && fixture.flow.focus == .account)
    }

    @Test("H4: the next login after a log-out is a call of its own, whatever becomes of the other")
    func logInAgain() throws {
        var fixture = home()
        fixture.press(.activate)
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

    @Test(
        "H2: other keys do nothing at home",
        arguments: [
            Event.pressed(.cancel), .pressed(.next), .pressed(.left), .typed("x"), .clicked(.background),
            .clicked(.element(.submit)), .timerFired(.spinner), .malformedInputReceived,
        ])
    func homeIgnores(_ event: Event) {
        var fixture = home()
        let before = fixture.flow
        fixture.handle(event)
        #expect(fixture.flow == before && fixture.effects.isEmpty)
    }
}

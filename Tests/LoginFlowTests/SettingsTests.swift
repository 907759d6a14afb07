import Accounts
import LoginFlow
import Testing

@Suite("Settings")
struct SettingsTests {
    private func settings(_ calls: ServiceDeclaration.Calls = FlowFixture.inside) -> FlowFixture {
        var fixture = FlowFixture(calls: calls, reducesMotion: true)
        fixture.open()
        return fixture
    }

    /// What a service offers, and what the settings show then.
    static let offers: [(ServiceDeclaration.Calls, [ElementID])] = [
        ([], [.logOut, .back]), ([.notices, .register, .reset], [.logOut, .back]),
        ([.changePassword], [.changePassword, .logOut, .back]),
        ([.sessions], [.sessions, .logOutEverywhere, .logOut, .back]),
        (FlowFixture.inside, [.changePassword, .sessions, .logOutEverywhere, .logOut, .back]),
    ]

    @Test("H3: only what the service offers is shown; Tab goes through it and around", arguments: offers)
    func shows(_ calls: ServiceDeclaration.Calls, _ order: [ElementID]) {
        var fixture = settings(calls)
        #expect(fixture.settings?.order == order)
        var seen: [ElementID] = []
        for _ in order {
            seen.append(fixture.flow.focus)
            fixture.press(.next)
        }
        #expect(seen == order && fixture.flow.focus == order[0])
        fixture.press(.previous)
        #expect(fixture.flow.focus == .back)
        for missing in [ElementID.changePassword, .sessions, .logOutEverywhere] where !order.contains(missing) {
            fixture.click(missing)
            #expect(fixture.settings != nil && fixture.effects.isEmpty && fixture.flow.phase == .editing)
        }
    }

    @Test(
        "H3: what the settings lead to leads back, the focus on where it was left",
        arguments: [ElementID.changePassword, .sessions], [Event.pressed(.cancel), .clicked(.element(.back))])
    func wayBack(_ element: ElementID, _ back: Event) {
        var fixture = settings()
        fixture.focus(element)
        fixture.press(.activate)
        #expect((fixture.passwordChange != nil) == (element == .changePassword))
        #expect((fixture.sessions != nil) == (element == .sessions))
        fixture.handle(back)
        #expect(fixture.settings != nil && fixture.flow.focus == element)
    }

    @Test("H3: typing, pasting and editing keys do nothing in the settings")
    func ignores() {
        var fixture = settings()
        let before = fixture.flow
        fixture.type("x")
        fixture.paste("x")
        fixture.press(.left, .right, .start, .end, .reveal, .clear, .deleteBackward)
        fixture.handle(.clicked(.background), .timerFired(.spinner), .clicked(.session(0)))
        #expect(fixture.flow == before && fixture.effects.isEmpty)
    }

    // MARK: - Logging out everywhere

    @Test("H3: logging out everywhere asks first; the way out has the focus")
    func asks() {
        var fixture = settings()
        fixture.click(.logOutEverywhere)
        #expect(fixture.flow.alert?.id == .logOutEverywhere && fixture.flow.alert?.message == .logOutEverywhere)
        #expect(fixture.flow.alert?.buttons == [.cancel, .logOut] && fixture.flow.alert?.focus == .cancel)
        let call = fixture.call
        for event in [Event.pressed(.activate), .pressed(.cancel), .clicked(.alertButton(.cancel))] {
            fixture.handle(event)
            #expect(fixture.settings?.phase == .editing && fixture.flow.focus == .logOutEverywhere)
            #expect(fixture.effects.isEmpty && fixture.call == call)
            fixture.press(.activate)
        }
    }

    @Test("H3, H4: once the service has ended all sessions, login opens, and no log-out is sent")
    func everywhere() throws {
        var fixture = settings()
        fixture.click(.logOutEverywhere)
        fixture.press(.right, .activate)
        let call = try #require(fixture.call)
        #expect(fixture.effects == [.call(call, .endAllSessions(.of("ada")))] && fixture.flow.isBusy)
        fixture.press(.activate)
        #expect(fixture.effects.isEmpty)
        fixture.answer(.done)
        #expect(fixture.login?.account.text == "ada" && fixture.flow.notice == .loggedOutEverywhere)
        #expect(fixture.effects.isEmpty && fixture.flow.focus == .password)
    }

    @Test("H3, L12: trouble while logging out everywhere is said, and the person stays logged in")
    func trouble() throws {
        var fixture = settings()
        fixture.click(.logOutEverywhere)
        fixture.press(.right, .activate)
        fixture.answer(.failed(.trouble(.storeFull)))
        #expect(fixture.settings?.phase == .editing)
        #expect(fixture.flow.notice == .serviceFailed(.trouble(.storeFull)))
        // Esc cancels, and the late answer changes nothing.
        fixture.click(.logOutEverywhere)
        fixture.press(.right, .activate)
        let call = try #require(fixture.call)
        fixture.press(.cancel)
        #expect(fixture.effects == [.cancel(call)] && fixture.settings?.phase == .editing)
        fixture.answer(.done)
        #expect(fixture.settings != nil && fixture.effects.isEmpty)
    }
}

import Accounts
import LoginFlow
import Testing

@Suite("The list of sessions")
struct SessionListTests {
    private static let summaries = (1...4).map { number in
        SessionSummary(
            id: "id-\(number)", start: Timestamp(seconds: Int64(number)), lastUse: Timestamp(seconds: 9),
            peer: "192.0.2.\(number)", isCurrent: number == 2)
    }

    private func list(_ summaries: [SessionSummary] = summaries) -> FlowFixture {
        var fixture = FlowFixture(calls: [.sessions], reducesMotion: true)
        fixture.open(.sessions)
        fixture.answer(.listed(summaries))
        return fixture
    }

    // MARK: - Fetching

    @Test("H3: opening asks for the list, and Esc need not wait for it")
    func fetch() throws {
        var fixture = FlowFixture(calls: [.sessions])
        fixture.open(.sessions)
        let call = try #require(fixture.call)
        #expect(fixture.effects == [.call(call, .sessions(.of("ada")))] && !fixture.flow.isBusy)
        #expect(fixture.sessions?.progress == .asked(call) && fixture.flow.focus == .back)
        var cancelled = fixture
        cancelled.press(.cancel)
        #expect(cancelled.settings != nil && cancelled.effects == [.cancel(call)])
        fixture.answer(.listed(Self.summaries))
        #expect(fixture.sessions?.summaries == Self.summaries && fixture.sessions?.progress == .told)
        #expect(fixture.flow.focus == .session && fixture.sessions?.selection == 0)
        fixture.press(.cancel)
        #expect(fixture.effects.isEmpty)
    }

    @Test("H3: whoever went to a link while the list was fetched stays there; an empty list has no rows")
    func focusWhileFetching() {
        var fixture = FlowFixture(calls: [.sessions])
        fixture.open(.sessions)
        fixture.press(.next)
        fixture.answer(.listed(Self.summaries))
        #expect(fixture.flow.focus == .refresh)
        fixture = list([])
        #expect(fixture.flow.focus == .back && fixture.sessions?.order == [.back, .refresh])
    }

    @Test("H3, L12: a list that cannot be fetched is said, what is known stays, and it can be fetched again")
    func fetchFailed() throws {
        var fixture = list()
        fixture.click(.refresh)
        let call = try #require(fixture.call)
        #expect(fixture.effects == [.call(call, .sessions(.of("ada")))])
        fixture.click(.refresh)
        let next = try #require(fixture.call)
        #expect(fixture.effects == [.cancel(call), .call(next, .sessions(.of("ada")))])
        fixture.answer(.failed(.busy))
        #expect(fixture.flow.notice == .serviceFailed(.busy) && fixture.sessions?.progress == .failed)
        #expect(fixture.sessions?.summaries == Self.summaries)
        fixture.press(.activate)
        fixture.answer(.listed([Self.summaries[1]]))
        #expect(fixture.sessions?.summaries.count == 1 && fixture.sessions?.selection == 0)
        #expect(fixture.flow.focus == .refresh)
    }

    @Test("H3: the focus stays on its session when a new list is there")
    func reorder() {
        var fixture = list()
        fixture.press(.next, .next)
        fixture.click(.refresh)
        fixture.answer(.listed(Self.summaries.reversed()))
        #expect(fixture.sessions?.selection == 1)
        fixture.press(.next, .next)
        #expect(
            fixture.sessions?.focus == .session && fixture.sessions?.selection == 1 || fixture.flow.focus == .session)
    }

    // MARK: - Moving

    /// Keys, and the row or the link that has the focus then.
    static let moves: [([Command], ElementID, Int)] = [
        ([], .session, 0), ([.next], .session, 1), ([.next, .next, .next], .session, 3),
        ([.next, .next, .next, .next], .back, 3), ([.end], .session, 3), ([.end, .next], .back, 3),
        ([.end, .next, .next], .refresh, 3), ([.end, .next, .next, .next], .session, 0), ([.previous], .refresh, 0),
        ([.previous, .previous, .previous], .session, 3), ([.end, .previous], .session, 2),
        ([.end, .start], .session, 0),
        ([.left, .right, .clear, .reveal], .session, 0),
    ]

    @Test("H3, L5: Tab and the arrows go row by row and around, Home and End to the ends", arguments: moves)
    func move(_ commands: [Command], _ focus: ElementID, _ selection: Int) {
        var fixture = list()
        for command in commands { fixture.press(command) }
        #expect(fixture.flow.focus == focus && fixture.sessions?.selection == selection && fixture.effects.isEmpty)
    }

    // MARK: - Ending

    /// Ways to choose the third session.
    static let choices: [[Event]] = [
        [.pressed(.next), .pressed(.next), .pressed(.activate)], [.pressed(.next), .pressed(.next), .typed(" ")],
        [.clicked(.session(2))],
    ]

    @Test("H3: a session is ended after a question, at the service, and leaves the list", arguments: choices)
    func end(_ events: [Event]) throws {
        var fixture = list()
        for event in events { fixture.handle(event) }
        #expect(fixture.flow.alert?.id == .endSession && fixture.flow.alert?.message == .endSession(Self.summaries[2]))
        #expect(fixture.flow.alert?.buttons == [.cancel, .endSession] && fixture.flow.alert?.focus == .cancel)
        fixture.press(.next, .activate)
        let call = try #require(fixture.call)
        #expect(fixture.effects == [.call(call, .endSession("id-3", .of("ada")))] && fixture.flow.isBusy)
        fixture.answer(.done)
        #expect(fixture.sessions?.summaries.map(\.id) == ["id-1", "id-2", "id-4"])
        #expect(fixture.sessions?.selection == 2 && fixture.flow.focus == .session)
        #expect(fixture.flow.notice == .otherSessionEnded && fixture.flow.phase == .editing)
    }

    @Test("H3: the question can be declined", arguments: [Event.pressed(.cancel), .clicked(.alertButton(.cancel))])
    func decline(_ event: Event) {
        var fixture = list()
        let before = fixture.sessions?.summaries
        fixture.handle(.clicked(.session(0)), event)
        #expect(fixture.flow.phase == .editing && fixture.effects.isEmpty && fixture.sessions?.summaries == before)
        #expect(fixture.flow.focus == .session && fixture.sessions?.selection == 0)
    }

    @Test("H3: a list that comes while the question is open does not change whom it is about")
    func listUnderQuestion() throws {
        var fixture = list()
        fixture.click(.refresh)
        let fetch = try #require(fixture.call)
        fixture.handle(.clicked(.session(0)), .answered(fetch, .listed(Self.summaries.reversed())))
        fixture.press(.next, .activate)
        let call = try #require(fixture.call)
        #expect(fixture.effects == [.call(call, .endSession("id-1", .of("ada")))])
        fixture.answer(.done)
        #expect(fixture.sessions?.summaries.map(\.id) == ["id-4", "id-3", "id-2"])
    }

    @Test("H3, L12: trouble while ending a session is said, and the row stays")
    func endFailed() {
        var fixture = list()
        fixture.handle(.clicked(.session(0)), .clicked(.alertButton(.endSession)))
        fixture.answer(.failed(.busy))
        #expect(fixture.flow.notice == .serviceFailed(.busy) && fixture.sessions?.summaries == Self.summaries)
        #expect(fixture.flow.phase == .editing && fixture.flow.focus == .session)
    }

    @Test("H3, H4: ending the session that is used is logging out")
    func endThis() throws {
        var fixture = list()
        fixture.handle(.clicked(.session(1)))
        #expect(fixture.flow.alert?.message == .endThisSession && fixture.flow.alert?.buttons == [.cancel, .logOut])
        fixture.press(.right, .activate)
        let call = try #require(fixture.call)
        #expect(fixture.effects == [.call(call, .logOut(.of("ada")))] && fixture.login?.account.text == "ada")
    }

    @Test("H3: when the last session of the list is gone, the focus is on a link")
    func endLast() {
        var fixture = list([Self.summaries[0]])
        fixture.handle(.clicked(.session(0)), .clicked(.alertButton(.endSession)))
        fixture.answer(.done)
        #expect(fixture.sessions?.summaries.isEmpty == true && fixture.flow.focus == .back)
    }

    @Test("H3: clicks beside the rows and on rows that are gone do nothing")
    func strayClicks() {
        var fixture = list()
        let before = fixture.flow
        fixture.handle(.clicked(.session(4)), .clicked(.session(-1)), .clicked(.background), .typed("x"))
        #expect(fixture.flow == before && fixture.effects.isEmpty)
    }
}

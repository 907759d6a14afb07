import Accounts
import LoginFlow
import PasswordStrength
import Testing

@Suite("Sessions that end elsewhere")
struct InterruptionTests {
    /// Where somebody is when the answer to a call says that the session has ended.
    enum Place: CaseIterable {
        case home, refreshedHome, settings, sessions, endingSession, passwordChange

        /// Plays the way there, up to the call.
        var fixture: FlowFixture {
            var fixture = FlowFixture(calls: FlowFixture.inside, reducesMotion: true)
            fixture.click(.remember)
            switch self {
            case .home: fixture.enter()
            case .refreshedHome:
                fixture.enter()
                fixture.answer(.counted(Notices(mentions: 1)))
                fixture.handle(.timerFired(.refresh), .pressed(.help))
            case .settings:
                fixture.open(.logOutEverywhere)
                fixture.press(.right, .activate)
            case .sessions: fixture.open(.sessions)
            case .endingSession:
                fixture.open(.sessions)
                let time = Timestamp(seconds: 1)
                fixture.answer(
                    .listed([SessionSummary(id: "1", start: time, lastUse: time, peer: "x", isCurrent: false)]))
                fixture.press(.activate, .right, .activate)
            case .passwordChange:
                fixture.open(.changePassword)
                for text in ["old secret", "correct horse", "correct horse"] {
                    fixture.type(text)
                    fixture.press(.activate)
                }
            }
            return fixture
        }

        /// Whether `fixture` shows the screen, as it opens.
        func isOpen(in fixture: FlowFixture) -> Bool {
            switch self {
            case .home, .refreshedHome: fixture.home != nil
            case .settings: fixture.settings?.phase == .editing
            case .sessions, .endingSession: fixture.sessions?.summaries.isEmpty == true
            case .passwordChange:
                fixture.passwordChange?.currentPassword.isEmpty == true
                    && fixture.passwordChange?.newPassword.password.isEmpty == true
                    && fixture.passwordChange?.newPassword.passwordAgain.isEmpty == true
            }
        }
    }

    @Test("H5: it leads to login, which says so, the account and the boxes as they were", arguments: Place.allCases)
    func login(_ place: Place) {
        var fixture = place.fixture
        fixture.answer(.failed(.sessionEnded))
        #expect(fixture.login?.account.text == "ada" && fixture.login?.password.isEmpty == true)
        #expect(fixture.login?.isRemembered == true && fixture.flow.focus == .password)
        #expect(fixture.flow.notice == .sessionEnded && fixture.flow.helpPage == nil && fixture.flow.alert == nil)
        // Nobody is told of a log-out, and no timer goes on.
        #expect(fixture.effects.isEmpty && fixture.timers.isEmpty)
    }

    @Test("H5: after logging in again the same person is where it was", arguments: Place.allCases)
    func comeBack(_ place: Place) {
        var fixture = place.fixture
        fixture.answer(.failed(.sessionEnded))
        fixture.enter(.of("ada", token: "another"))
        #expect(place.isOpen(in: fixture), "\(fixture.flow.screen)")
        let session = fixture.home?.session
        #expect(session == nil || session == .of("ada", token: "another"))
        // It is the new session that goes on from here.
        if place == .settings {
            fixture.press(.cancel)
            #expect(fixture.home?.session == .of("ada", token: "another"))
        }
    }

    @Test("H5: a wrong password in between changes nothing about it")
    func comeBackLate() {
        var fixture = Place.sessions.fixture
        fixture.answer(.failed(.sessionEnded))
        fixture.type("wrong horse")
        fixture.press(.activate)
        fixture.answer(.failed(.credentialsWrong(next: nil)))
        fixture.press(.activate)
        fixture.enter(.of("ada"))
        #expect(fixture.sessions != nil)
    }

    /// Who logs in afterwards.
    static let others = [Session.of("bob", id: "8"), .of("ada", id: "8"), .of("bob", id: nil)]

    @Test("H5: somebody else gets home, and so does the same person later", arguments: others)
    func somebodyElse(_ session: Session) {
        var fixture = Place.passwordChange.fixture
        fixture.answer(.failed(.sessionEnded))
        fixture.enter(session)
        #expect(fixture.home?.session == session)
        fixture.click(.logOut)
        fixture.enter(.of("ada"))
        #expect(fixture.home != nil)
    }

    @Test("H5: the service's number tells a person, or else the name")
    func samePerson() {
        var fixture = Place.settings.fixture
        fixture.answer(.failed(.sessionEnded))
        fixture.enter(.of("ada@example.com"))
        #expect(fixture.settings != nil)
        fixture.click(.logOut)
        #expect(fixture.login?.account.text == "ada@example.com")
        fixture = Place.settings.fixture
        fixture.answer(.failed(.sessionEnded))
        fixture.enter(.of("ada", id: nil))
        #expect(fixture.settings != nil)
    }

    @Test("H4, H5: after a log-out nobody comes back to where it was")
    func afterLogOut() {
        var fixture = FlowFixture(calls: FlowFixture.inside)
        fixture.open()
        fixture.click(.logOut)
        fixture.enter()
        #expect(fixture.home != nil)
    }

    @Test("H5, L8: an answer that comes after the call was cancelled ends nothing")
    func late() throws {
        var fixture = Place.passwordChange.fixture
        let call = try #require(fixture.call)
        fixture.press(.cancel)
        fixture.handle(.answered(call, .failed(.sessionEnded)))
        #expect(fixture.passwordChange != nil && fixture.flow.notice == nil)
        fixture = Place.home.fixture
        fixture.click(.settings)
        fixture.answer(.failed(.sessionEnded))
        #expect(fixture.settings != nil && fixture.flow.notice == nil)
    }
}

import Accounts
import Cryptography
import LoginFlow
import Testing

@Suite("Forms: submitting, shaking, waiting")
struct PhaseTests {
    // MARK: - Incomplete forms

    /// What was typed, what the alert says, and where the focus is once it is closed.
    static let incomplete: [(account: String, password: String, Message, ElementID)] = [
        ("", "", .accountMissing, .account), (" \u{3000}", "correct horse", .accountMissing, .account),
        ("ada", "", .passwordMissing, .password), ("ada", "1234567", .passwordLength(.standard), .password),
        ("ada", "123456789012345678901", .passwordLength(.standard), .password),
        // Eight code points before NFC are four after it.
        ("ada", "e\u{301}e\u{301}e\u{301}e\u{301}", .passwordLength(.standard), .password),
    ]

    @Test("L6: an incomplete form sends nothing, shakes, and says what is missing", arguments: incomplete)
    func submitIncomplete(_ account: String, _ password: String, _ message: Message, _ focus: ElementID) {
        var fixture = FlowFixture()
        fixture.fill(account: account, password: password)
        #expect(fixture.login?.isComplete(for: .standard) == false)
        fixture.focus(.submit)
        fixture.press(.activate)
        #expect(fixture.effects == [.shakeStep])
        fixture.finishShake()
        #expect(fixture.flow.alert?.id == .loginFailed && fixture.flow.alert?.message == message)
        #expect(fixture.flow.alert?.buttons == [.ok] && fixture.flow.alert?.focus == .ok)
        #expect(fixture.flow.focus == .submit && fixture.effects.isEmpty)
        fixture.press(.activate)
        #expect(fixture.flow.phase == .editing && fixture.flow.focus == focus && fixture.effects.isEmpty)
        #expect(fixture.login?.account.text == account && fixture.login?.password.bytes.text == password)
        #expect(fixture.login?.password.isSelected == false && fixture.call == nil)
    }

    @Test("L2: the button is enabled exactly when the account is there and the password keeps the rule")
    func completeness() {
        var fixture = FlowFixture()
        fixture.fill(account: "a", password: "1234567")
        #expect(fixture.login?.isComplete(for: .standard) == false)
        fixture.type("8")
        #expect(fixture.login?.isComplete(for: .standard) == true)
        fixture.type("901234567890")
        #expect(fixture.login?.isComplete(for: .standard) == true)
        fixture.type("1")
        #expect(fixture.login?.isComplete(for: .standard) == false)
        fixture.press(.deleteBackward, .previous, .clear)
        #expect(fixture.login?.isComplete(for: .standard) == false)
        fixture.type(" ")
        #expect(fixture.login?.isComplete(for: .standard) == false)
        fixture.type("b")
        #expect(fixture.login?.isComplete(for: .standard) == true)
    }

    @Test("L2: a service's own rule decides")
    func ownRule() {
        var fixture = FlowFixture(policy: .notEmpty)
        fixture.submit(password: "x")
        #expect(fixture.flow.isBusy)
        fixture = FlowFixture(policy: PasswordPolicy(minimum: 2, maximum: 3), reducesMotion: true)
        fixture.submit(password: "1234")
        #expect(fixture.flow.alert?.message == .passwordLength(PasswordPolicy(minimum: 2, maximum: 3)))
    }

    // MARK: - The shake

    @Test("L7: offsets 0, −d, +d, 0 over 0.15 s, twice, then the alert")
    func shake() {
        #expect(Shake.offsets == [0, -1, 1, 0, 0, -1, 1, 0])
        var fixture = FlowFixture()
        fixture.click(.submit)
        for step in 0..<8 {
            guard case .shaking(step, let alert) = fixture.flow.phase else {
                Issue.record("step \(step): \(String(describing: fixture.flow.phase))")
                return
            }
            #expect(alert.message == .accountMissing && fixture.effects == [.shakeStep])
            #expect(fixture.flow.alert == nil)
            // A timer of something else moves nothing.
            fixture.handle(.timerFired(.spinner))
            #expect(fixture.effects.isEmpty)
            fixture.handle(.timerFired(.shake))
        }
        #expect(fixture.flow.alert?.message == .accountMissing && fixture.effects.isEmpty)
        fixture.handle(.timerFired(.shake))
        #expect(fixture.flow.alert?.message == .accountMissing && fixture.effects.isEmpty)
    }

    /// What a person may do, but for the keys that act anywhere.
    static let anything: [Event] =
        Command.allCases.filter { ![.close, .suspend, .repaint].contains($0) }.map(Event.pressed) + [
            .typed("a"), .typed(" "), .pasted(Secret("a".utf8), isTruncated: false), .malformedInputReceived,
            .clicked(.background), .clicked(.element(.account)), .clicked(.element(.submit)),
        ]

    @Test("L7: any key ends the shake and goes to the alert", arguments: anything)
    func shakeEnds(_ event: Event) {
        var fixture = FlowFixture()
        fixture.click(.submit)
        fixture.handle(.timerFired(.shake), event)
        let closes = [.pressed(.activate), .pressed(.cancel), .typed(" ")].contains(event)
        #expect(fixture.flow.phase == .editing || fixture.flow.alert?.message == .accountMissing)
        #expect((fixture.flow.phase == .editing) == closes)
        #expect(fixture.effects.isEmpty && fixture.login?.account.isEmpty == true)
        // The timer that is still set comes to nothing.
        let before = fixture.flow
        fixture.handle(.timerFired(.shake))
        #expect(fixture.flow == before && fixture.effects.isEmpty)
    }

    @Test("L7: with reduced motion the alert opens at once")
    func reducedMotion() {
        var fixture = FlowFixture(reducesMotion: true)
        fixture.click(.submit)
        #expect(fixture.flow.alert?.message == .accountMissing && fixture.effects.isEmpty)
        fixture.press(.activate)
        fixture.submit()
        #expect(fixture.effects.count == 1, "no spinner")
        fixture.answer(.failed(.credentialsWrong(next: nil)))
        #expect(fixture.flow.alert?.message == .credentialsWrong && fixture.effects.isEmpty)
    }

    // MARK: - Waiting

    @Test("L8: one submit, one request, with what was typed")
    func request() throws {
        var fixture = FlowFixture()
        fixture.fill(account: " 139 1234 5678 ")
        fixture.click(.remember)
        fixture.click(.submit)
        let call = try #require(fixture.call)
        let credentials = try Credentials(
            account: "13912345678", password: Secret("correct horse".utf8), isRemembered: true, policy: .standard)
        #expect(fixture.effects.count == 2 && fixture.effects[1] == .spinnerStep)
        guard case .call(call, .logIn(let sent)) = fixture.effects[0] else {
            Issue.record("\(fixture.effects[0])")
            return
        }
        #expect(sent.name.key == credentials.name.key && sent.name.text == "139 1234 5678")
        #expect(sent.name.kind == .telephone && sent.password == credentials.password && sent.isRemembered)
        #expect(fixture.flow.phase == .submitting(call, spinnerStep: 0) && fixture.flow.isBusy)
        fixture.press(.activate)
        fixture.click(.submit)
        #expect(fixture.effects.isEmpty && fixture.call == call)
    }

    /// What acts on a locked form, and what comes of it.
    static let acting: [(Command, [Effect])] = [(.repaint, [.repaint]), (.suspend, [.suspend])]

    @Test("L8: while a call is under way every other key, paste and click is dropped", arguments: anything)
    func locked(_ event: Event) {
        guard event != .pressed(.cancel) else { return }
        var fixture = FlowFixture()
        fixture.submit()
        let before = fixture.flow
        fixture.handle(event)
        #expect(fixture.flow == before && fixture.effects.isEmpty)
    }

    @Test("L8: Ctrl-L and Ctrl-Z act on a locked form and leave it locked", arguments: acting)
    func lockedButActing(_ command: Command, _ effects: [Effect]) {
        var fixture = FlowFixture()
        fixture.submit()
        let before = fixture.flow
        fixture.press(command)
        #expect(fixture.flow == before && fixture.effects == effects)
    }

    @Test("L8: the spinner turns while the call lasts, and no longer")
    func spinner() throws {
        var fixture = FlowFixture()
        fixture.submit()
        let call = try #require(fixture.call)
        for step in 1...25 {
            fixture.handle(.timerFired(.spinner))
            #expect(fixture.flow.phase == .submitting(call, spinnerStep: step))
            #expect(fixture.effects == [.spinnerStep])
            fixture.handle(.timerFired(.shake))
            #expect(fixture.effects.isEmpty)
        }
        fixture.press(.cancel)
        fixture.handle(.timerFired(.spinner))
        #expect(fixture.flow.phase == .editing && fixture.effects.isEmpty)
    }

    /// Whatever a service may say.
    static let answers: [Answer] = [
        .entered(.of("ada")), .failed(.accountUnknown), .failed(.credentialsWrong(next: nil)), .failed(.busy),
        .loggedOut,
        .failed(.cancelled), .failed(.trouble(.storeFull)),
    ]

    @Test("L8: Esc cancels the call, keeps the form, and a late reply changes nothing", arguments: answers)
    func cancelled(_ answer: Answer) throws {
        var fixture = FlowFixture()
        fixture.submit()
        let call = try #require(fixture.call)
        fixture.press(.cancel)
        #expect(fixture.effects == [.cancel(call)] && fixture.flow.phase == .editing)
        #expect(fixture.login?.account.text == "ada" && fixture.login?.password.bytes.text == "correct horse")
        let before = fixture.flow
        fixture.answer(answer)
        #expect(fixture.flow == before && fixture.effects.isEmpty)
        // Nor does it answer the next call.
        fixture.press(.activate)
        let next = try #require(fixture.call)
        #expect(next != call)
        fixture.handle(.answered(call, answer))
        #expect(fixture.flow.phase == .submitting(next, spinnerStep: 0) && fixture.effects.isEmpty)
    }

    @Test("L8: an answer counts once")
    func answeredTwice() {
        var fixture = FlowFixture()
        fixture.submit()
        fixture.answer(.failed(.busy))
        fixture.press(.end)
        let before = fixture.flow
        fixture.answer(.entered(.of("ada")))
        #expect(fixture.flow == before && fixture.effects.isEmpty)
    }
}

import AccountEngine
import Accounts
import Cryptography
import Testing

@Suite("Codes")
struct CodeTests {
    private let phone = "13542138562"

    /// An engine with the account `ada`, k3jf9XqLw2, with a phone and an e-mail, and senders for both.
    private func makeFixture(_ change: (inout EngineSettings) -> Void = { _ in }) async throws -> EngineFixture {
        let fixture = EngineFixture(sendsTo: [.telephone, .emailAddress], settings: change)
        _ = try await fixture.insert(["ada", phone, "ada@example.com"])
        return fixture
    }

    /// The same, with three failures, so that the phone number needs a code.
    private func makeChallengedFixture() async throws -> EngineFixture {
        let fixture = try await makeFixture()
        for _ in 0..<3 { _ = await fixture.refusal(phone) }
        return fixture
    }

    private func refusal(_ fixture: EngineFixture, _ name: String, _ purpose: OneTimeCode.Purpose, from: Peer? = nil)
        async -> ServiceError?
    {
        do { try await fixture.requestCode(name, purpose, from: from) } catch { return error as? ServiceError }
        return nil
    }

    @Test("A4: a login code has four digits, the others six", arguments: OneTimeCode.Purpose.allCases)
    func digits(purpose: OneTimeCode.Purpose) async throws {
        let fixture = try await makeFixture()
        let name = purpose == .register ? "13900000000" : phone
        let dispatch = try await fixture.requestCode(name, purpose)
        #expect(dispatch == CodeDispatch(route: .message, resendDelay: 60))
        #expect(fixture.outbox.messages.map(\.recipient) == [AccountName(name)])
        #expect(fixture.outbox.code?.utf8.count == (purpose == .logIn ? 4 : 6))
    }

    @Test("A4, L10: the right code and the right password log in; the code is used up")
    func singleUse() async throws {
        let fixture = try await makeChallengedFixture()
        try await fixture.requestCode(phone, .logIn)
        let code = try answer(try #require(fixture.outbox.code))
        // Right code, wrong password: looked at, and so used.
        #expect(await fixture.refusal(phone, "wrong", answer: code) == .credentialsWrong(next: .code))
        #expect(await fixture.refusal(phone, "k3jf9XqLw2", answer: code) == .challengeFailed(next: .code))
        fixture.clock.advance(by: 60)
        try await fixture.requestCode(phone, .logIn)
        _ = try await fixture.logIn(phone, "k3jf9XqLw2", answer: try answer(try #require(fixture.outbox.code)))
    }

    @Test("A4: a wrong code counts as a failure and costs no hash")
    func wrong() async throws {
        let fixture = try await makeChallengedFixture()
        try await fixture.requestCode(phone, .logIn)
        let hashes = fixture.hasher.count
        let wrong = try answer(fixture.outbox.wrongCode)
        for _ in 4...9 {
            #expect(await fixture.refusal(phone, "k3jf9XqLw2", answer: wrong) == .challengeFailed(next: .code))
        }
        #expect(await fixture.refusal(phone, "k3jf9XqLw2", answer: wrong) == .locked(seconds: 60))
        #expect(fixture.hasher.count == hashes)
    }

    @Test("A4: a code allows three tries", arguments: [2, 3])
    func tries(wrongOnes: Int) async throws {
        let fixture = try await makeChallengedFixture()
        try await fixture.requestCode(phone, .logIn)
        for _ in 0..<wrongOnes { _ = await fixture.refusal(phone, answer: try answer(fixture.outbox.wrongCode)) }
        let right = try answer(try #require(fixture.outbox.code))
        let expected: ServiceError? = wrongOnes < 3 ? nil : .challengeFailed(next: .code)
        #expect(await fixture.refusal(phone, "k3jf9XqLw2", answer: right) == expected)
    }

    @Test(
        "A4: a code is good for 300 seconds, and not before it was made",
        arguments: [(299, true), (300, false), (-1, false)])
    func life(seconds: Int, isGood: Bool) async throws {
        let fixture = try await makeChallengedFixture()
        try await fixture.requestCode(phone, .logIn)
        fixture.clock.advance(by: Int64(seconds))
        let refusal = await fixture.refusal(
            phone, "k3jf9XqLw2", answer: try answer(try #require(fixture.outbox.code)))
        #expect((refusal == nil) == isGood)
    }

    @Test("A4: a code is bound to its account and purpose")
    func binding() async throws {
        let fixture = try await makeChallengedFixture()
        _ = try await fixture.insert(["13900000000"])
        for _ in 0..<3 { _ = await fixture.refusal("13900000000") }
        try await fixture.requestCode("13900000000", .logIn)
        let other = try answer(try #require(fixture.outbox.code))
        #expect(await fixture.refusal(phone, "k3jf9XqLw2", answer: other) == .challengeFailed(next: .code))
        try await fixture.requestCode(phone, .reset)
        let reset = try #require(fixture.outbox.code)
        fixture.clock.advance(by: 60)
        try await fixture.requestCode("13911111111", .register)
        await #expect(throws: ServiceError.codeWrong) {
            try await fixture.engine.register(
                registration("13911111111", "k3jf9XqLw2", code: reset), from: fixture.peer)
        }
    }

    @Test("A4: 60 seconds between two sends to one account, by whichever name and for whatever")
    func pause() async throws {
        let fixture = try await makeFixture()
        try await fixture.requestCode(phone, .logIn)
        #expect(await refusal(fixture, phone, .logIn) == .codeTooSoon(seconds: 60))
        #expect(await refusal(fixture, "ada@example.com", .reset) == .codeTooSoon(seconds: 60))
        fixture.clock.advance(by: 59)
        #expect(await refusal(fixture, "ada", .reset) == .codeTooSoon(seconds: 1))
        fixture.clock.advance(by: 1)
        #expect(await refusal(fixture, "ada", .reset) == nil)
        #expect(fixture.outbox.messages.count == 2)
    }

    @Test("A4: three sends an hour for one account; then the captcha takes the code's place")
    func threeAnHour() async throws {
        let fixture = try await makeChallengedFixture()
        for _ in 0..<3 {
            #expect(await fixture.refusal(phone) == .challengeRequired(.code))
            try await fixture.requestCode(phone, .logIn)
            fixture.clock.advance(by: 60)
        }
        #expect(await refusal(fixture, phone, .logIn) == .codesExhausted)
        // The third code is still good for 240 seconds.
        #expect(await fixture.refusal(phone) == .challengeRequired(.code))
        fixture.clock.advance(by: 240)
        #expect(await fixture.refusal(phone) == .challengeRequired(.captcha(acceptsCode: true)))
        fixture.clock.advance(by: 3600 - 420 - 1)
        #expect(await refusal(fixture, phone, .logIn) == .codesExhausted)
        fixture.clock.advance(by: 1)
        #expect(await fixture.refusal(phone) == .challengeRequired(.code))
        #expect(await refusal(fixture, phone, .logIn) == nil)
    }

    @Test("A4: ten sends an hour for one peer")
    func tenForPeer() async throws {
        let fixture = try await makeFixture()
        for number in 0..<10 { #expect(await refusal(fixture, "1390000000\(number)", .register) == nil) }
        #expect(await refusal(fixture, "13911111111", .register) == .codesExhausted)
        #expect(await refusal(fixture, "13911111111", .register, from: .localUser(id: 7)) == nil)
        fixture.clock.advance(by: 3600)
        #expect(await refusal(fixture, "13911111112", .register) == nil)
    }

    @Test("A4: 300 sends an hour in all")
    func inAll() async throws {
        let fixture = try await makeFixture()
        for number in 0..<300 {
            let name = "13" + String(900_000_000 + number)
            #expect(await refusal(fixture, name, .register, from: .localUser(id: UInt32(number / 10))) == nil)
        }
        #expect(await refusal(fixture, phone, .logIn, from: .localUser(id: 999)) == .codesExhausted)
        fixture.clock.advance(by: 3600)
        #expect(await refusal(fixture, phone, .logIn, from: .localUser(id: 999)) == nil)
    }

    @Test("A4: a new code takes the old one's place and resets no count")
    func replacement() async throws {
        let fixture = try await makeChallengedFixture()
        try await fixture.requestCode(phone, .logIn)
        let old = try answer(try #require(fixture.outbox.code))
        for _ in 4..<10 { _ = await fixture.refusal(phone, answer: try answer(fixture.outbox.wrongCode)) }
        fixture.clock.advance(by: 60)
        try await fixture.requestCode(phone, .logIn)
        #expect(try answer(try #require(fixture.outbox.code)) != old)
        // The tenth failure, so the old code is no longer good.
        #expect(await fixture.refusal(phone, "k3jf9XqLw2", answer: old) == .locked(seconds: 60))
    }

    @Test("A4: a clock that goes back lets nobody send more")
    func clockBack() async throws {
        let fixture = try await makeFixture()
        for _ in 0..<3 {
            try await fixture.requestCode(phone, .logIn)
            fixture.clock.advance(by: 60)
        }
        fixture.clock.advance(by: -3600)
        #expect(await refusal(fixture, phone, .logIn) == .codesExhausted)
    }

    @Test("A6: a failed send is said, does not count, and leaves the earlier code as it was")
    func failedSend() async throws {
        let fixture = try await makeChallengedFixture()
        try await fixture.requestCode(phone, .logIn)
        let code = try answer(try #require(fixture.outbox.code))
        fixture.clock.advance(by: 60)
        fixture.outbox.fail(true)
        for _ in 0..<5 { #expect(await refusal(fixture, phone, .logIn) == .sendingFailed) }
        #expect(try await fixture.attempts.first?.outcome == .failed)
        fixture.outbox.fail(false)
        try await fixture.requestCode("13900000000", .register)
        _ = try await fixture.logIn(phone, "k3jf9XqLw2", answer: code)
        try await fixture.requestCode(phone, .logIn)
        #expect(fixture.outbox.messages.count == 3)
    }

    @Test("A5: an e-mail address and a user name may be proved by a mailed or texted code instead of the picture")
    func instead() async throws {
        let fixture = try await makeChallengedFixture()
        for (name, recipient) in [("ada@example.com", "ada@example.com"), ("ada", phone)] {
            #expect(await fixture.refusal(name) == .challengeRequired(.captcha(acceptsCode: true)))
            try await fixture.requestCode(name, .logIn)
            #expect(fixture.outbox.messages.last?.recipient.key == recipient)
            _ = try await fixture.logIn(
                name, "k3jf9XqLw2", answer: try answer(try #require(fixture.outbox.code)))
            for _ in 0..<3 { _ = await fixture.refusal(name) }
            fixture.clock.advance(by: 60)
        }
    }

    @Test("A4: where no sender is set up the captcha takes the code's place, and nothing can be sent")
    func noSender() async throws {
        let fixture = EngineFixture()
        _ = try await fixture.insert(["ada", phone])
        for _ in 0..<3 { _ = await fixture.refusal(phone) }
        #expect(await fixture.refusal(phone) == .challengeRequired(.captcha(acceptsCode: false)))
        #expect(
            await fixture.refusal(phone, answer: try answer("1234")) == .challengeRequired(.captcha(acceptsCode: false))
        )
        for purpose in OneTimeCode.Purpose.allCases { #expect(await refusal(fixture, phone, purpose) == .unsupported) }
        #expect(fixture.engine.declaration.codeKinds == [] && !fixture.engine.declaration.calls.contains(.reset))
    }

    @Test("A4: on the network a picture comes before a code for a registration or a reset, not for a login")
    func captchaFirst() async throws {
        let fixture = try await makeFixture { $0.asksCaptchaBeforeCodes = true }
        let picture = Challenge.captcha(acceptsCode: false)
        #expect(await refusal(fixture, phone, .reset) == .challengeRequired(picture))
        #expect(await refusal(fixture, "13900000000", .register) == .challengeRequired(picture))
        await #expect(throws: ServiceError.challengeFailed(next: picture)) {
            try await fixture.requestCode(
                phone, .reset, captcha: CaptchaAnswer(id: "none", text: Secret("ABCDE".utf8)))
        }
        #expect(fixture.outbox.messages.isEmpty)
        #expect(await refusal(fixture, phone, .logIn) == nil)
    }

    @Test("A9: codes are audited, with the account where there is one")
    func audit() async throws {
        let fixture = try await makeFixture()
        try await fixture.requestCode(phone, .logIn)
        _ = await refusal(fixture, phone, .logIn)
        _ = await refusal(fixture, "13900000000", .reset)
        let attempts = try await fixture.attempts
        #expect(attempts.map(\.kind) == [.code, .code, .code])
        #expect(attempts.map(\.outcome) == [.granted, .refused, .granted])
        #expect(attempts.map(\.account) == [nil, AccountID(number: 1), AccountID(number: 1)])
    }
}

import AccountEngine
import Accounts
import Captcha
import Cryptography
import Testing

@Suite("Pictures")
struct CaptchaTests {
    private let name = "ada@example.com"

    /// An engine whose next pictures show what a second source with the same seed tells, and an account that has to
    /// answer one.
    private func makeFixture(
        _ change: (inout EngineSettings) -> Void = { _ in }
    ) async throws -> (fixture: EngineFixture, solutions: Solutions) {
        let fixture = EngineFixture(sendsTo: [.telephone], pictures: .seeded(5), settings: change)
        _ = try await fixture.insert([name])
        for _ in 0..<3 { _ = await fixture.refusal(name) }
        return (fixture, Solutions(randomness: .seeded(5)))
    }

    /// What the pictures show, one after another.
    private struct Solutions {
        let randomness: Randomness

        func next() -> String {
            var generator = randomness.makeGenerator()
            let solution = CaptchaSolution.random(using: &generator)
            _ = solution.drawn(using: &generator)
            return solution.characters.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// Asks for a picture and reads it.
    private func read(
        _ fixture: EngineFixture, _ solutions: Solutions, _ change: (String) -> String = { $0 }
    ) async throws -> ChallengeAnswer {
        let challenge = try await fixture.engine.requestCaptcha(from: fixture.peer)
        return .captcha(CaptchaAnswer(id: challenge.id, text: Secret(change(solutions.next()).utf8)))
    }

    @Test("A5: the right characters and the right password log in, case ignored", arguments: [false, true])
    func right(isLowercased: Bool) async throws {
        let (fixture, solutions) = try await makeFixture()
        let answer = try await read(fixture, solutions) { isLowercased ? $0.lowercased() : $0 }
        _ = try await fixture.logIn(name, "k3jf9XqLw2", answer: answer)
    }

    @Test("A5: a picture is asked once, right or wrong")
    func singleUse() async throws {
        let (fixture, solutions) = try await makeFixture()
        let next = Challenge.captcha(acceptsCode: false)
        let right = try await read(fixture, solutions)
        #expect(await fixture.refusal(name, "wrong", answer: right) == .credentialsWrong(next: next))
        #expect(await fixture.refusal(name, "k3jf9XqLw2", answer: right) == .challengeFailed(next: next))
        guard case .captcha(let other) = try await read(fixture, solutions) else { return }
        let wrong = ChallengeAnswer.captcha(CaptchaAnswer(id: other.id, text: Secret("AAAAA".utf8)))
        let hashes = fixture.hasher.count
        #expect(await fixture.refusal(name, "k3jf9XqLw2", answer: wrong) == .challengeFailed(next: next))
        #expect(await fixture.refusal(name, "k3jf9XqLw2", answer: .captcha(other)) == .challengeFailed(next: next))
        #expect(fixture.hasher.count == hashes)
    }

    @Test("A3: a wrong answer is a failure: the tenth locks")
    func failures() async throws {
        let (fixture, _) = try await makeFixture()
        let wrong = ChallengeAnswer.captcha(CaptchaAnswer(id: "none", text: Secret("AAAAA".utf8)))
        for _ in 4...9 {
            #expect(await fixture.refusal(name, answer: wrong) == .challengeFailed(next: .captcha(acceptsCode: false)))
        }
        #expect(await fixture.refusal(name, answer: wrong) == .locked(seconds: 60))
    }

    @Test("A5: a picture is good for 120 seconds", arguments: [(119, true), (120, false), (-1, false)])
    func life(seconds: Int, isGood: Bool) async throws {
        let (fixture, solutions) = try await makeFixture()
        let answer = try await read(fixture, solutions)
        fixture.clock.advance(by: Int64(seconds))
        #expect((await fixture.refusal(name, "k3jf9XqLw2", answer: answer) == nil) == isGood)
    }

    @Test("A5: one picture's answer is none to another")
    func binding() async throws {
        let (fixture, solutions) = try await makeFixture()
        guard case .captcha(let first) = try await read(fixture, solutions),
            case .captcha(let second) = try await read(fixture, solutions)
        else { return }
        #expect(first.id != second.id && first.text != second.text)
        let swapped = ChallengeAnswer.captcha(CaptchaAnswer(id: second.id, text: first.text))
        #expect(
            await fixture.refusal(name, "k3jf9XqLw2", answer: swapped)
                == .challengeFailed(next: .captcha(acceptsCode: false)))
        _ = try await fixture.logIn(name, "k3jf9XqLw2", answer: .captcha(first))
    }

    @Test("A4: on the network the right characters let a code be sent, once")
    func beforeCode() async throws {
        let (fixture, solutions) = try await makeFixture { $0.asksCaptchaBeforeCodes = true }
        guard case .captcha(let answer) = try await read(fixture, solutions) else { return }
        try await fixture.requestCode("13542138562", .register, captcha: answer)
        #expect(fixture.outbox.messages.count == 1)
        await #expect(throws: ServiceError.challengeFailed(next: .captcha(acceptsCode: false))) {
            try await fixture.requestCode("13900000000", .register, captcha: answer)
        }
    }

    @Test("A4: an answer to a picture is none to a code")
    func otherChallenge() async throws {
        let (fixture, solutions) = try await makeFixture()
        _ = try await fixture.insert(["13542138562"])
        for _ in 0..<3 { _ = await fixture.refusal("13542138562") }
        let answer = try await read(fixture, solutions)
        #expect(await fixture.refusal("13542138562", "k3jf9XqLw2", answer: answer) == .challengeRequired(.code))
        // It was not looked at, so it is still good.
        _ = try await fixture.logIn(name, "k3jf9XqLw2", answer: answer)
    }

    @Test("A9: pictures are audited, per minute and peer")
    func audit() async throws {
        let (fixture, solutions) = try await makeFixture()
        for _ in 0..<3 { _ = try await read(fixture, solutions) }
        let lines = try await fixture.attempts.filter { $0.kind == .captcha }
        #expect(lines.map(\.count) == [3] && lines.map(\.outcome) == [.granted])
    }
}

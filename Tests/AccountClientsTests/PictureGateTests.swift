import Accounts
import Captcha
import Cryptography
import OwnThreads
import Testing

@testable import AccountClients

@Suite("The client's own picture (6.2, A5)", .ownThreads())
struct PictureGateTests {
    private static let start = ContinuousClock.now
    private static let challenge = Challenge.captcha(acceptsCode: false)
    private let ada: AccountName
    private let eve: AccountName

    init() throws {
        ada = try #require(AccountName("ada"))
        eve = try #require(AccountName("eve"))
    }

    /// A gate behind three failures of `ada`, and the text of the first picture that it draws.
    private func closedGate() throws -> (gate: PictureGate, solution: Secret) {
        var gate = PictureGate(randomness: .seeded(1))
        #expect(gate.noteFailure(on: ada, at: Self.start) == nil)
        #expect(gate.noteFailure(on: ada, at: Self.start) == nil)
        try gate.check(ada, nil, at: Self.start)
        #expect(gate.noteFailure(on: ada, at: Self.start) == Self.challenge)
        var generator = Randomness.seeded(1).makeGenerator()
        return (gate, CaptchaSolution.random(using: &generator).characters)
    }

    private func answer(_ id: String, _ text: Secret) -> ChallengeAnswer {
        .captcha(CaptchaAnswer(id: id, text: text))
    }

    @Test("The right characters let one attempt pass, once")
    func right() throws {
        var (gate, solution) = try closedGate()
        let picture = try gate.drawPicture(at: Self.start)
        try gate.check(ada, answer(picture.id, solution), at: Self.start + .seconds(119))
        let error = #expect(throws: ServiceError.self) {
            try gate.check(ada, answer(picture.id, solution), at: Self.start + .seconds(119))
        }
        #expect(error == .challengeFailed(next: Self.challenge), "used")
    }

    @Test("After 120 s it is too late")
    func late() throws {
        var (gate, solution) = try closedGate()
        let picture = try gate.drawPicture(at: Self.start)
        let error = #expect(throws: ServiceError.self) {
            try gate.check(ada, answer(picture.id, solution), at: Self.start + .seconds(120))
        }
        #expect(error == .challengeFailed(next: Self.challenge))
    }

    @Test("Wrong characters use the picture up, and another picture's are wrong")
    func wrong() throws {
        var (gate, solution) = try closedGate()
        let first = try gate.drawPicture(at: Self.start)
        let second = try gate.drawPicture(at: Self.start)
        #expect(first.id != second.id)
        #expect(first.picture != second.picture)
        for (id, text) in [
            (first.id, Secret("00000".utf8)), (first.id, solution), (second.id, solution), ("x", solution),
        ] {
            let error = #expect(throws: ServiceError.self) { try gate.check(ada, answer(id, text), at: Self.start) }
            #expect(error == .challengeFailed(next: Self.challenge))
        }
    }

    @Test("A code is no answer, and neither is none")
    func missing() throws {
        var (gate, _) = try closedGate()
        let code = ChallengeAnswer.code(try OneTimeCode(Secret("1234".utf8), for: .logIn))
        for answer in [nil, code] {
            let error = #expect(throws: ServiceError.self) { try gate.check(ada, answer, at: Self.start) }
            #expect(error == .challengeRequired(Self.challenge))
        }
    }

    @Test("However the name is written, it is one account (A2)")
    func spellings() throws {
        var (gate, _) = try closedGate()
        for typed in ["ADA", " aDa ", "ａｄａ"] {
            let name = try #require(AccountName(typed))
            #expect(throws: ServiceError.challengeRequired(Self.challenge)) {
                try gate.check(name, nil, at: Self.start)
            }
        }
    }

    @Test("Other accounts are not asked; a success and twelve hours open it again")
    func opening() throws {
        var (gate, _) = try closedGate()
        try gate.check(eve, nil, at: Self.start)
        try gate.check(ada, nil, at: Self.start + .seconds(12 * 3600))
        #expect(gate.noteFailure(on: ada, at: Self.start + .seconds(12 * 3600)) == nil, "counted anew")
        (gate, _) = try closedGate()
        gate.noteSuccess(on: ada)
        try gate.check(ada, nil, at: Self.start)
    }

    @Test("What is kept stays bounded: the oldest goes first")
    func bounded() throws {
        var (gate, solution) = try closedGate()
        let picture = try gate.drawPicture(at: Self.start)
        for _ in 0..<16 { _ = try gate.drawPicture(at: Self.start) }
        #expect(throws: ServiceError.self) { try gate.check(ada, answer(picture.id, solution), at: Self.start) }
        for number in 0..<1024 {
            let name = try #require(AccountName("name\(number)"))
            gate.noteFailure(on: name, at: Self.start + .seconds(1))
        }
        try gate.check(ada, nil, at: Self.start + .seconds(1))
    }
}

import AccountEngine
import Accounts
import Cryptography
import EngineTesting
import Testing

@Suite("Forgotten passwords")
struct ResetTests {
    private let phone = "13542138562"
    private let new = "tangerine9XqLw"

    /// An engine with the account `ada`, k3jf9XqLw2, with a phone and an e-mail, and senders for both.
    private func makeFixture(_ change: (inout EngineSettings) -> Void = { _ in }) async throws -> EngineFixture {
        let fixture = EngineFixture(sendsTo: [.telephone, .emailAddress], settings: change)
        _ = try await fixture.insert(["ada", phone, "ada@example.com"])
        return fixture
    }

    private func refusal(
        _ fixture: EngineFixture, _ name: String, code: String, _ password: String? = nil, endsSessions: Bool = false
    ) async throws -> ServiceError? {
        let reset = try passwordReset(name, code: code, password ?? new, endsSessions: endsSessions)
        do throws(ServiceError) { try await fixture.engine.reset(reset, from: fixture.peer) } catch { return error }
        return nil
    }

    @Test(
        "H7: the code goes to what was typed, for a user name to the phone, and sets the password",
        arguments: [("13542138562", "13542138562"), ("ada@example.com", "ada@example.com"), ("Ada", "13542138562")])
    func success(name: String, recipient: String) async throws {
        let fixture = try await makeFixture()
        try await fixture.requestCode(name, .reset)
        #expect(fixture.outbox.messages.map(\.recipient.key) == [recipient])
        let code = try #require(fixture.outbox.code)
        #expect(try await refusal(fixture, name, code: code) == nil)
        _ = try await fixture.logIn("ada", new)
        #expect(await fixture.refusal("ada", "k3jf9XqLw2") == .credentialsWrong(next: nil))
        #expect(try await refusal(fixture, name, code: code) == .codeWrong)
        #expect(try await fixture.attempts.filter { $0.kind == .reset }.map(\.outcome) == [.wrong, .granted])
    }

    @Test(
        "H7: a refused new password does not use up the code",
        arguments: [
            ("short9X", NewPassword.Fault.length(.standard)), ("password", .weak), ("13542138562", .weak),
        ])
    func refusedPassword(password: String, fault: NewPassword.Fault) async throws {
        let fixture = try await makeFixture()
        try await fixture.requestCode(phone, .reset)
        let code = try #require(fixture.outbox.code)
        for _ in 0..<5 {
            #expect(try await refusal(fixture, phone, code: code, password) == .passwordRefused(fault))
        }
        #expect(try await refusal(fixture, phone, code: code) == nil)
    }

    @Test("A4: three tries for a code to reset, counted in the store and no hash", arguments: [2, 3])
    func tries(wrongOnes: Int) async throws {
        let fixture = try await makeFixture()
        try await fixture.requestCode(phone, .reset)
        for _ in 0..<wrongOnes {
            #expect(try await refusal(fixture, phone, code: fixture.outbox.wrongCode) == .codeWrong)
        }
        #expect(fixture.hasher.count == 0)
        let code = try #require(fixture.outbox.code)
        #expect(try await refusal(fixture, phone, code: code) == (wrongOnes < 3 ? nil : .codeWrong))
    }

    @Test("A4: a code to reset is good for 300 seconds", arguments: [(299, true), (300, false), (-1, false)])
    func life(seconds: Int, isGood: Bool) async throws {
        let fixture = try await makeFixture()
        try await fixture.requestCode(phone, .reset)
        fixture.clock.advance(by: Int64(seconds))
        let code = try #require(fixture.outbox.code)
        #expect(try await refusal(fixture, phone, code: code) == (isGood ? nil : .codeWrong))
    }

    @Test("A3: wrong codes are failures on the account; a reset clears its own peer's")
    func failures() async throws {
        let fixture = try await makeFixture()
        try await fixture.requestCode(phone, .reset)
        for _ in 0..<2 { _ = try await refusal(fixture, phone, code: fixture.outbox.wrongCode) }
        #expect(await fixture.refusal("ada") == .credentialsWrong(next: .captcha(acceptsCode: true)))
        #expect(try await refusal(fixture, phone, code: try #require(fixture.outbox.code)) == nil)
        _ = try await fixture.logIn("ada", new)
    }

    @Test("A3, H7: a lock does not keep the owner from resetting, and grows no longer by wrong codes")
    func locked() async throws {
        let fixture = try await makeFixture()
        for _ in 0..<3 { _ = await fixture.refusal("ada", asksChallenge: false) }
        try await fixture.requestCode(phone, .reset)
        _ = try await refusal(fixture, phone, code: fixture.outbox.wrongCode)
        #expect(await fixture.refusal("ada") == .locked(seconds: 60))
        #expect(try await refusal(fixture, phone, code: try #require(fixture.outbox.code)) == nil)
        _ = try await fixture.logIn("ada", new)
    }

    @Test("H7: sessions end on request", arguments: [true, false])
    func sessions(endsSessions: Bool) async throws {
        let fixture = try await makeFixture()
        let session = try await fixture.logIn("ada", "k3jf9XqLw2")
        try await fixture.requestCode(phone, .reset)
        let code = try #require(fixture.outbox.code)
        #expect(try await refusal(fixture, phone, code: code, endsSessions: endsSessions) == nil)
        #expect((try await fixture.session(of: session) == nil) == endsSessions)
    }

    @Test("H7: whether there is such an account, or anything to reach it by, is never told", arguments: [false, true])
    func unknown(isConcealing: Bool) async throws {
        let fixture = try await makeFixture { $0.concealsAccounts = isConcealing }
        _ = try await fixture.insert(["hermit"])
        for name in [phone, "13900000000", "eve@example.com", "eve", "hermit"] {
            let sent = try await fixture.requestCode(name, .reset)
            #expect(sent == CodeDispatch(route: .message, resendDelay: 60))
            await #expect(throws: ServiceError.codeTooSoon(seconds: 60)) {
                try await fixture.requestCode(name, .reset)
            }
            for _ in 0..<4 { #expect(try await refusal(fixture, name, code: fixture.outbox.wrongCode) == .codeWrong) }
            #expect(try await refusal(fixture, name, code: "000000", "short") == .passwordRefused(.length(.standard)))
        }
        #expect(fixture.outbox.messages.map(\.recipient.key) == [phone])
        #expect(fixture.hasher.count == 0)
    }

    @Test("H7, A4: limits hold for names without an account too")
    func limits() async throws {
        let fixture = try await makeFixture()
        for _ in 0..<3 {
            try await fixture.requestCode("13900000000", .reset)
            fixture.clock.advance(by: 60)
        }
        await #expect(throws: ServiceError.codesExhausted) { try await fixture.requestCode("13900000000", .reset) }
        #expect(fixture.outbox.messages.isEmpty)
    }

    @Test("H7, A6: where nothing is sent it takes as long, and fails, as the latest message did")
    func sameFailure() async throws {
        let fixture = try await makeFixture()
        fixture.outbox.fail(true)
        await #expect(throws: ServiceError.sendingFailed) { try await fixture.requestCode(phone, .reset) }
        await #expect(throws: ServiceError.sendingFailed) { try await fixture.requestCode("13900000000", .reset) }
        #expect(fixture.pauses.values.count == 1)
        fixture.outbox.fail(false)
        try await fixture.requestCode(phone, .reset)
        try await fixture.requestCode("13900000000", .reset)
        #expect(fixture.pauses.values.count == 2)
    }

    @Test("A1: a code is not used up when too many are waiting for a hash")
    func busy() async throws {
        let gate = Gate()
        let fixture = EngineFixture(
            hasher: CountingHasher(gate: gate), hashes: HashQueue(workerCount: 1, capacity: 0),
            sendsTo: [.telephone])
        _ = try await fixture.insert([phone])
        _ = try await fixture.insert(["eve"])
        try await fixture.requestCode(phone, .reset)
        let code = try #require(fixture.outbox.code)
        let login = Task { try await fixture.logIn("eve", "k3jf9XqLw2") }
        #expect(await eventually { gate.waitingCount == 1 })
        #expect(try await refusal(fixture, phone, code: code) == .busy)
        gate.open(for: 2)
        _ = try await login.value
        #expect(try await refusal(fixture, phone, code: code) == nil)
    }
}

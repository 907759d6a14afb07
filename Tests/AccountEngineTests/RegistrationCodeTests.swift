import AccountEngine
import Accounts
import Cryptography
import Testing

@Suite("Registering with a code")
struct RegistrationCodeTests {
    private let phone = "13542138562"
    private let password = "k3jf9XqLw2"

    private func makeFixture(_ change: (inout EngineSettings) -> Void = { _ in }) -> EngineFixture {
        EngineFixture(sendsTo: [.telephone, .emailAddress], settings: change)
    }

    private func refusal(_ fixture: EngineFixture, _ name: String, code: String?) async throws -> ServiceError? {
        let registration = try registration(name, password, code: code)
        do throws(ServiceError) {
            _ = try await fixture.engine.register(registration, from: fixture.peer)
        } catch { return error }
        return nil
    }

    @Test(
        "H6: a phone number or address needs the code that was sent to it",
        arguments: ["13542138562", "ada@example.com"])
    func success(name: String) async throws {
        let fixture = makeFixture()
        #expect(fixture.engine.declaration.codeKinds == [.telephone, .emailAddress])
        #expect(try await refusal(fixture, name, code: nil) == .registrationRefused(.code(.missing)))
        #expect(try await refusal(fixture, name, code: "123456") == .codeWrong)
        try await fixture.requestCode(name, .register)
        #expect(try await refusal(fixture, name, code: fixture.outbox.wrongCode) == .codeWrong)
        #expect(fixture.hasher.count == 0)
        #expect(try await refusal(fixture, name, code: fixture.outbox.code) == nil)
        _ = try await fixture.logIn(name, password)
    }

    @Test("H6: a user name needs none, and neither does a kind that nothing can be sent to")
    func without() async throws {
        let fixture = EngineFixture(sendsTo: [.telephone])
        #expect(try await refusal(fixture, "ada", code: nil) == nil)
        #expect(try await refusal(fixture, "ada@example.com", code: nil) == nil)
        #expect(try await refusal(fixture, phone, code: nil) == .registrationRefused(.code(.missing)))
    }

    @Test("A4: three tries, 300 seconds, one use")
    func bounds() async throws {
        let fixture = makeFixture()
        try await fixture.requestCode(phone, .register)
        for _ in 0..<3 { _ = try await refusal(fixture, phone, code: fixture.outbox.wrongCode) }
        #expect(try await refusal(fixture, phone, code: fixture.outbox.code) == .codeWrong)
        fixture.clock.advance(by: 60)
        try await fixture.requestCode(phone, .register)
        fixture.clock.advance(by: 300)
        #expect(try await refusal(fixture, phone, code: fixture.outbox.code) == .codeWrong)
        try await fixture.requestCode(phone, .register)
        fixture.clock.advance(by: 299)
        #expect(try await refusal(fixture, phone, code: fixture.outbox.code) == nil)
    }

    @Test("H6: a refused password leaves the code")
    func refusedPassword() async throws {
        let fixture = makeFixture()
        try await fixture.requestCode(phone, .register)
        let code = try #require(fixture.outbox.code)
        for _ in 0..<4 {
            await #expect(throws: ServiceError.registrationRefused(.password(.weak))) {
                try await fixture.engine.register(registration(phone, "password", code: code), from: fixture.peer)
            }
        }
        #expect(try await refusal(fixture, phone, code: code) == nil)
    }

    @Test("H6: an account that exists is said so, before any code is sent")
    func taken() async throws {
        let fixture = makeFixture()
        _ = try await fixture.insert([phone])
        await #expect(throws: ServiceError.accountTaken) { try await fixture.requestCode(phone, .register) }
        #expect(fixture.outbox.messages.isEmpty)
        #expect(try await refusal(fixture, phone, code: nil) == .accountTaken)
    }

    @Test("A8: concealed, a taken name is answered as a free one; only its owner is told")
    func concealed() async throws {
        let fixture = makeFixture { $0.concealsAccounts = true }
        _ = try await fixture.insert([phone])
        for name in [phone, "13900000000"] {
            let dispatch = try await fixture.requestCode(name, .register)
            #expect(dispatch == CodeDispatch(route: .message, resendDelay: 60))
            await #expect(throws: ServiceError.codeTooSoon(seconds: 60)) {
                try await fixture.requestCode(name, .register)
            }
            for _ in 0..<4 { #expect(try await refusal(fixture, name, code: "000000") == .codeWrong) }
            #expect(try await refusal(fixture, name, code: nil) == .registrationRefused(.code(.missing)))
        }
        #expect(fixture.outbox.messages.first?.content == .accountExists)
        #expect(fixture.outbox.messages.map(\.recipient.key) == [phone, "13900000000"])
        #expect(fixture.hasher.count == 0)
    }

    @Test("A8: concealed, registration needs a phone or e-mail")
    func concealedName() async throws {
        let fixture = makeFixture { $0.concealsAccounts = true }
        #expect(try await refusal(fixture, "ada", code: nil) == .unsupported)
        await #expect(throws: ServiceError.unsupported) { try await fixture.requestCode("ada", .register) }
        try await fixture.requestCode(phone, .register)
        #expect(try await refusal(fixture, phone, code: fixture.outbox.code) == nil)
    }

    @Test("A4: of parallel registrations with the right code one wins")
    func race() async throws {
        let fixture = makeFixture()
        try await fixture.requestCode(phone, .register)
        let registration = try registration(phone, password, code: fixture.outbox.code)
        let outcomes = await withTaskGroup(of: ServiceError?.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    do throws(ServiceError) {
                        _ = try await fixture.engine.register(registration, from: fixture.peer)
                        return nil
                    } catch { return error }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { $0 == nil } == 1)
        #expect(outcomes.allSatisfy { $0 == nil || $0 == .codeWrong || $0 == .accountTaken })
    }
}

import AccountEngine
import Accounts
import Cryptography
import Testing

@Suite("Registering")
struct RegistrationTests {
    @Test("H6: a registration logs in at once, and the account logs in later")
    func success() async throws {
        let fixture = EngineFixture()
        let session = try await fixture.register("Ada", "k3jf9XqLw2")
        #expect(session.user.account == "ada")
        #expect(try await fixture.session(of: session)?.account.text == session.user.id)
        #expect(try await fixture.logIn("ada", "k3jf9XqLw2").user.id == session.user.id)
    }

    @Test(
        "A2: a name is taken in every way to write it",
        arguments: [
            ("Ada", "ＡＤＡ"), ("13542138562", "+86 135 4213 8562"), ("ada@example.com", "ada@EXAMPLE.COM"),
            ("straße", "STRASSE"),
        ])
    func taken(first: String, second: String) async throws {
        let fixture = EngineFixture()
        _ = try await fixture.register(first, "k3jf9XqLw2")
        await #expect(throws: ServiceError.accountTaken) { try await fixture.register(second, "k3jf9XqLw2") }
        #expect(fixture.hasher.count == 1)
    }

    @Test("A2: of parallel registrations of one name exactly one wins")
    func race() async throws {
        let fixture = EngineFixture()
        let outcomes = await withTaskGroup(of: ServiceError?.self) { group in
            for _ in 0..<30 {
                group.addTask {
                    do { _ = try await fixture.register("ada", "k3jf9XqLw2") } catch { return error as? ServiceError }
                    return nil
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { $0 == nil } == 1)
        #expect(outcomes.count { $0 == .accountTaken } == 29)
    }

    @Test("A1, A2, H6: the rules are checked again, whatever the client let pass")
    func rules() async throws {
        let fixture = EngineFixture()
        let cases: [(String, String, Registration.Fault)] = [
            ("ada", "k3jf9Xq", .password(.length(.standard))),
            ("ada", "k3jf9XqLw2k3jf9XqLw2x", .password(.length(.standard))),
            ("ada", "password", .password(.weak)), ("qzxvbala", "Qzxvbala99", .password(.weak)),
        ]
        for (account, password, fault) in cases {
            await #expect(throws: ServiceError.registrationRefused(fault)) {
                try await fixture.register(account, password)
            }
        }
        #expect(fixture.hasher.count == 0)
        #expect(try await fixture.attempts.map(\.outcome) == [.refused])
        #expect(try await fixture.attempts.map(\.count) == [4])
    }

    @Test("A1: the length is counted in code points after NFC", arguments: ["e\u{301}", "é", "密"])
    func lengthAfterNFC(character: String) async throws {
        let fixture = EngineFixture()
        _ = try await fixture.register("ada", character + "k3jf9Xq")
        await #expect(throws: ServiceError.registrationRefused(.password(.length(.standard)))) {
            try await fixture.register("eve", character + "k3jf9X")
        }
    }

    @Test("A8: where accounts are concealed and no code can be sent, nobody registers")
    func concealed() async throws {
        let fixture = EngineFixture { $0.concealsAccounts = true }
        #expect(!fixture.engine.declaration.calls.contains(.register))
        await #expect(throws: ServiceError.unsupported) { try await fixture.register("ada", "k3jf9XqLw2") }
    }
}

import AccountEngine
import Accounts
import Cryptography
import Testing

@Suite("Audit trail")
struct AuditTests {
    @Test("A9: every attempt leaves its time, account, kind, outcome and peer")
    func lines() async throws {
        let fixture = EngineFixture()
        let session = try await fixture.register("ada", "k3jf9XqLw2")
        let account = AccountID(number: 1)
        fixture.clock.advance(by: 1)
        await #expect(throws: ServiceError.credentialsWrong(next: nil)) { try await fixture.logIn("ada", "wrong") }
        fixture.clock.advance(by: 1)
        _ = try await fixture.logIn("ada", "k3jf9XqLw2")
        try await fixture.engine.logOut(#require(session.token), from: .localUser(id: 7))
        let now = fixture.clock.time
        #expect(
            try await fixture.attempts == [
                Attempt(time: now, account: account, kind: .logOut, outcome: .granted, peer: "uid:7"),
                Attempt(time: now, account: account, kind: .logIn, outcome: .granted, peer: "uid:1000"),
                Attempt(time: now + -1, account: account, kind: .logIn, outcome: .wrong, peer: "uid:1000"),
                Attempt(time: now + -2, account: account, kind: .register, outcome: .granted, peer: "uid:1000"),
            ])
    }

    @Test("A9: attempts on unknown accounts are counted per minute")
    func aggregation() async throws {
        let fixture = EngineFixture()
        for name in ["eve", "mallory", "trudy"] {
            await #expect(throws: ServiceError.accountUnknown) { try await fixture.logIn(name, "wrong") }
        }
        fixture.clock.advance(by: 60)
        await #expect(throws: ServiceError.accountUnknown) { try await fixture.logIn("eve", "wrong") }
        let attempts = try await fixture.attempts
        #expect(attempts.map(\.count) == [1, 3])
        #expect(attempts.allSatisfy { $0.time.seconds % 60 == 0 && $0.account == nil && $0.outcome == .unknown })
    }

    @Test("A9: lines older than 90 days go")
    func age() async throws {
        let fixture = EngineFixture()
        _ = try await fixture.register("ada", "k3jf9XqLw2")
        fixture.clock.advance(by: 90 * 86_400)
        _ = try await fixture.logIn("ada", "k3jf9XqLw2")
        #expect(try await fixture.attempts.count == 2)
        fixture.clock.advance(by: 1)
        _ = try await fixture.logIn("ada", "k3jf9XqLw2")
        #expect(try await fixture.attempts.map(\.kind) == [.logIn, .logIn])
    }

    @Test("A9: the oldest lines beyond the cap go")
    func cap() async throws {
        let fixture = EngineFixture { $0.attemptLimit = 3 }
        _ = try await fixture.register("ada", "k3jf9XqLw2")
        for _ in 0..<4 { _ = try await fixture.logIn("ada", "k3jf9XqLw2") }
        #expect(try await fixture.attempts.map(\.kind) == [.logIn, .logIn, .logIn])
    }
}

@Suite("Logging out")
struct LogOutTests {
    @Test("A7: log-out ends the session at the service, and only that one")
    func logOut() async throws {
        let fixture = EngineFixture()
        let first = try await fixture.register("ada", "k3jf9XqLw2")
        let second = try await fixture.logIn("ada", "k3jf9XqLw2")
        let service = EmbeddedAccountService(engine: fixture.engine, peer: fixture.peer)
        try await service.logOut(first)
        #expect(try await fixture.session(of: first) == nil)
        #expect(try await fixture.session(of: second) != nil)
        try await service.logOut(first)
        #expect(try await fixture.attempts.first?.outcome == .unknown)
    }

    @Test("A7: a session lives until one of its limits", arguments: [StoredSession.Lifetime.standard, .remembered])
    func lifetime(lifetime: StoredSession.Lifetime) {
        let start = Timestamp(seconds: 1000)
        func session(lastUse: Timestamp) -> StoredSession {
            StoredSession(
                token: TokenDigest(of: Secret()), account: AccountID(number: 1), start: start, lastUse: lastUse,
                lifetime: lifetime, peer: "")
        }
        #expect(session(lastUse: start).isAlive(at: start + (lifetime.idle - 1)))
        #expect(!session(lastUse: start).isAlive(at: start + lifetime.idle))
        let end = start + lifetime.absolute
        #expect(session(lastUse: end + -2).isAlive(at: end + -1))
        #expect(!session(lastUse: end + -1).isAlive(at: end))
    }
}

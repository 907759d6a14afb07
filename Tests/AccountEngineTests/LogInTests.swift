import AccountEngine
import Accounts
import Cryptography
import EngineTesting
import Testing

@Suite("Logging in")
struct LogInTests {
    @Test("A2: every name of an account logs in, however it is written")
    func names() async throws {
        let fixture = EngineFixture()
        let hash = try PasswordHash(of: Secret("testApp123456".utf8), cost: .cheapest)
        let names = ["Ada", "13542138562", "ada@Example.com"].compactMap(AccountName.init)
        let id = try await fixture.store.write { store throws(StoreError) in
            try store.insert(NewAccount(names: names, passwordHash: hash, creation: Timestamp(seconds: 0)))
        }
        for (typed, shown) in [
            ("ada", "ada"), (" ＡＤＡ ", "ada"), ("+86 135-4213-8562", "13542138562"),
            ("ada@EXAMPLE.com", "ada@example.com"),
        ] {
            let session = try await fixture.logIn(typed, "testApp123456")
            #expect(session.user.account == shown)
            #expect(session.user.id == id?.text)
        }
        await #expect(throws: ServiceError.accountUnknown) {
            try await fixture.logIn("ADA@example.com", "testApp123456")
        }
    }

    @Test("6.2: to verify is to log in without a session, with lock and trail")
    func verifying() async throws {
        let fixture = EngineFixture()
        let id = try await fixture.insert(["ada"])
        func verify(_ name: String, _ password: String) async throws {
            try await fixture.engine.verify(try credentials(name, password), from: fixture.peer)
        }
        try await verify("ada", "k3jf9XqLw2")
        let sessions = try await fixture.store.read { store throws(StoreError) in try store.sessions(of: id) }
        #expect(sessions.isEmpty)
        #expect(try await fixture.attempts.map(\.outcome) == [.granted])
        // The visit was noted (H2).
        #expect(try await fixture.logIn("ada", "k3jf9XqLw2").user.earlierVisit != .never)
        await #expect(throws: ServiceError.accountUnknown) { try await verify("eve", "k3jf9XqLw2") }
        for _ in 0..<2 {
            await #expect(throws: ServiceError.credentialsWrong(next: nil)) { try await verify("ada", "wrong") }
        }
        await #expect(throws: ServiceError.locked(seconds: 60)) { try await verify("ada", "wrong") }
        await #expect(throws: ServiceError.locked(seconds: 60)) { try await verify("ada", "k3jf9XqLw2") }
    }

    @Test("6.3: counters are for whoever names their own number")
    func noticesOfUser() async throws {
        let fixture = EngineFixture()
        let id = try await fixture.insert(["ada"])
        let token = try #require(try await fixture.logIn("ada", "k3jf9XqLw2").token)
        #expect(try await fixture.engine.notices(of: id.text, with: token, from: fixture.peer) == Notices())
        await #expect(throws: ServiceError.sessionEnded) {
            try await fixture.engine.notices(of: "2", with: token, from: fixture.peer)
        }
    }

    @Test("L9: unknown account and wrong password are told apart, and neither opens a session")
    func refusals() async throws {
        let fixture = EngineFixture()
        _ = try await fixture.register("ada", "k3jf9XqLw2")
        await #expect(throws: ServiceError.accountUnknown) { try await fixture.logIn("eve", "k3jf9XqLw2") }
        await #expect(throws: ServiceError.credentialsWrong(next: nil)) { try await fixture.logIn("ada", "k3jf9XqLw") }
        await #expect(throws: ServiceError.credentialsWrong(next: nil)) {
            try await fixture.logIn("ada", "k3jf9XqLw2 ")
        }
        await #expect(throws: ServiceError.credentialsWrong(next: .captcha(acceptsCode: false))) {
            try await fixture.logIn("ada", "K3jf9XqLw2")
        }
    }

    @Test("A1: the password is compared in NFC, otherwise exactly as typed")
    func normalization() async throws {
        let fixture = EngineFixture()
        _ = try await fixture.register("ada", "cafe\u{301} k3jf9Xq")
        _ = try await fixture.logIn("ada", "caf\u{E9} k3jf9Xq")
        await #expect(throws: ServiceError.credentialsWrong(next: nil)) {
            try await fixture.logIn("ada", "cafe k3jf9Xq")
        }
    }

    @Test("A1: login verifies whatever is stored, of any length")
    func noLengthRule() async throws {
        let fixture = EngineFixture { $0.passwordPolicy = .standard }
        let hash = try PasswordHash(of: Secret("123".utf8), cost: .cheapest)
        let name = try #require(AccountName("123"))
        _ = try await fixture.store.write { store throws(StoreError) in
            try store.insert(NewAccount(names: [name], passwordHash: hash, creation: Timestamp(seconds: 0)))
        }
        _ = try await fixture.logIn("123", "123")
    }

    @Test("A1: a login hashes anew when the setting has grown, once")
    func rehash() async throws {
        let fixture = EngineFixture()
        _ = try await fixture.register("ada", "k3jf9XqLw2")
        let stronger = CountingHasher(cost: .init(memory: 64 << 10, passes: 1))
        let later = EngineFixture(hasher: stronger, store: fixture.store)
        _ = try await later.logIn("ada", "k3jf9XqLw2")
        #expect(stronger.count == 2)
        _ = try await later.logIn("ada", "k3jf9XqLw2")
        #expect(stronger.count == 3)
        _ = try await fixture.logIn("ada", "k3jf9XqLw2")
        _ = try await later.logIn("ada", "k3jf9XqLw2")
        #expect(stronger.count == 4)
    }

    @Test("A1: a wrong password is not hashed anew")
    func noRehashForWrongPassword() async throws {
        let fixture = EngineFixture()
        _ = try await fixture.register("ada", "k3jf9XqLw2")
        let stronger = CountingHasher(cost: .init(memory: 64 << 10, passes: 1))
        let later = EngineFixture(hasher: stronger, store: fixture.store)
        await #expect(throws: ServiceError.credentialsWrong(next: nil)) { try await later.logIn("ada", "wrong") }
        #expect(stronger.count == 1)
    }

    @Test("A7: the token is new at each login and stored as a digest, with its lifetimes")
    func sessions() async throws {
        let fixture = EngineFixture()
        _ = try await fixture.register("ada", "k3jf9XqLw2")
        let short = try await fixture.logIn("ada", "k3jf9XqLw2")
        let long = try await fixture.logIn("ada", "k3jf9XqLw2", isRemembered: true)
        #expect(short.token?.count == 64)
        #expect(short.token != long.token)
        let stored = try #require(try await fixture.session(of: short))
        #expect(stored.lifetime == .standard)
        #expect(stored.start == fixture.clock.time)
        #expect(stored.peer == "uid:1000")
        #expect(try await fixture.session(of: long)?.lifetime == .remembered)
    }

    @Test("A7: a login drops the account's sessions that have ended")
    func expiredSessions() async throws {
        let fixture = EngineFixture()
        let first = try await fixture.register("ada", "k3jf9XqLw2")
        let remembered = try await fixture.logIn("ada", "k3jf9XqLw2", isRemembered: true)
        fixture.clock.advance(by: 30 * 60)
        _ = try await fixture.logIn("ada", "k3jf9XqLw2")
        #expect(try await fixture.session(of: first) == nil)
        #expect(try await fixture.session(of: remembered) != nil)
    }

    @Test("H2: the user is told the login before this one")
    func earlierVisit() async throws {
        let fixture = EngineFixture()
        let start = fixture.clock.time
        let first = try await fixture.register("ada", "k3jf9XqLw2").user
        #expect(first.earlierVisit == .never)
        fixture.clock.advance(by: 60)
        await #expect(throws: ServiceError.credentialsWrong(next: nil)) { try await fixture.logIn("ada", "wrong") }
        let second = try await fixture.logIn("ada", "k3jf9XqLw2").user
        #expect(second.earlierVisit == .last(.init(time: start, peer: "uid:1000")))
        let third = try await fixture.logIn("ada", "k3jf9XqLw2").user
        #expect(third.earlierVisit == .last(.init(time: start + 60, peer: "uid:1000")))
    }

    @Test("A8: concealed, an unknown account gets the answer and the work of a wrong password")
    func concealment() async throws {
        let fixture = EngineFixture()
        _ = try await fixture.register("ada", "k3jf9XqLw2")
        let concealing = EngineFixture(store: fixture.store) { $0.concealsAccounts = true }
        await #expect(throws: ServiceError.credentialsWrong(next: nil)) { try await concealing.logIn("ada", "wrong") }
        #expect(concealing.hasher.count == 1)
        await #expect(throws: ServiceError.credentialsWrong(next: nil)) { try await concealing.logIn("eve", "wrong") }
        #expect(concealing.hasher.count == 2)
        #expect(concealing.engine.declaration.concealsAccounts)
    }

    @Test("L9: not concealed, an unknown account costs no hash")
    func noHashForUnknown() async throws {
        let fixture = EngineFixture()
        await #expect(throws: ServiceError.accountUnknown) { try await fixture.logIn("eve", "wrong") }
        #expect(fixture.hasher.count == 0)
    }

    @Test("A1: parallel correct logins all succeed, each with its own session")
    func parallelLogins() async throws {
        let fixture = EngineFixture()
        _ = try await fixture.register("ada", "k3jf9XqLw2")
        let sessions = try await withThrowingTaskGroup(of: Session.self) { group in
            for _ in 0..<40 { group.addTask { try await fixture.logIn("ada", "k3jf9XqLw2") } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(sessions.compactMap { $0.token.map { TokenDigest(of: $0) } }).count == 40)
    }

    @Test("A10: a store in trouble admits nobody", arguments: [ServiceError.Trouble.storeFull, .storeLocked])
    func storeTrouble(trouble: ServiceError.Trouble) async throws {
        let fixture = EngineFixture()
        _ = try await fixture.register("ada", "k3jf9XqLw2")
        let failing = EngineFixture(store: FaultyStore(fixture.store, trouble: trouble))
        for password in ["k3jf9XqLw2", "wrong"] {
            await #expect(throws: ServiceError.trouble(trouble)) { try await failing.logIn("ada", password) }
        }
        await #expect(throws: ServiceError.trouble(trouble)) { try await failing.logIn("eve", "wrong") }
        await #expect(throws: ServiceError.trouble(trouble)) { try await failing.register("eve", "k3jf9XqLw2") }
    }

    @Test("A10: a damaged hash refuses, and says that the store is damaged")
    func damagedHash() async throws {
        let fixture = EngineFixture()
        let name = try #require(AccountName("ada"))
        let hash = PasswordHash(encoded: Secret("k3jf9XqLw2".utf8))
        _ = try await fixture.store.write { store throws(StoreError) in
            try store.insert(NewAccount(names: [name], passwordHash: hash, creation: Timestamp(seconds: 0)))
        }
        await #expect(throws: ServiceError.trouble(.storeDamaged)) { try await fixture.logIn("ada", "k3jf9XqLw2") }
        #expect(try await fixture.attempts.map(\.outcome) == [.failed])
    }
}

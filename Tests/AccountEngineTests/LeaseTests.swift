import AccountEngine
import Accounts
import Cryptography
import EngineTesting
import Testing

@Suite("The lease", .timeLimit(.minutes(5)))
struct LeaseTests {
    private let subject = Subject.account(AccountID(number: 1))

    /// Gives the account's lease to an attempt of another program that began now.
    private func takeLease(_ fixture: EngineFixture, end: Int64 = 10) async throws {
        let lease = Lease(owner: TokenDigest(of: Randomness.seeded(99).makeToken()), end: fixture.clock.time + end)
        try await fixture.store.write { [subject] store throws(StoreError) in try store.put(lease, of: subject) }
    }

    @Test("A3: an attempt waits for the lease of another program in short pauses, then gives up as busy")
    func patience() async throws {
        let fixture = EngineFixture()
        _ = try await fixture.insert(["ada"])
        try await takeLease(fixture)
        #expect(await fixture.refusal("ada", "k3jf9XqLw2") == .busy)
        let pauses = fixture.pauses.values
        #expect(pauses.first == .milliseconds(5) && pauses.allSatisfy { $0 <= .milliseconds(100) })
        #expect(pauses.reduce(.zero, +) >= .seconds(20))
        #expect(try await fixture.attempts.map(\.outcome) == [.busy])
        #expect(fixture.hasher.count == 0)
    }

    @Test("A3: the lease of a program that was killed lapses after ten seconds")
    func lapse() async throws {
        let fixture = EngineFixture()
        _ = try await fixture.insert(["ada"])
        try await takeLease(fixture)
        fixture.clock.advance(by: 9)
        #expect(await fixture.refusal("ada", "k3jf9XqLw2") == .busy)
        fixture.clock.advance(by: 1)
        _ = try await fixture.logIn("ada", "k3jf9XqLw2")
    }

    @Test("A3: a lease from before the clock went back is none", arguments: [16, 3610])
    func clockBack(end: Int64) async throws {
        let fixture = EngineFixture()
        _ = try await fixture.insert(["ada"])
        try await takeLease(fixture, end: end)
        _ = try await fixture.logIn("ada", "k3jf9XqLw2")
    }

    @Test(
        "A3, section 6: a lease of a machine whose clock is up to five seconds ahead is waited for",
        arguments: [11, 15])
    func clockAhead(end: Int64) async throws {
        let fixture = EngineFixture()
        _ = try await fixture.insert(["ada"])
        try await takeLease(fixture, end: end)
        #expect(await fixture.refusal("ada", "k3jf9XqLw2") == .busy)
        #expect(fixture.hasher.count == 0)
    }

    @Test("A3: who lost the lease while comparing is told busy, right or wrong", arguments: ["k3jf9XqLw2", "wrong"])
    func lost(password: String) async throws {
        let gate = Gate()
        let fixture = EngineFixture(hasher: CountingHasher(gate: gate))
        _ = try await fixture.insert(["ada"])
        let login = Task { try await fixture.logIn("ada", password) }
        #expect(await eventually { gate.waitingCount == 1 })
        try await takeLease(fixture)
        gate.open(for: 1)
        await #expect(throws: ServiceError.busy) { try await login.value }
    }

    @Test("A1, A7: a password that was changed while the old one was compared admits nobody")
    func changedMeanwhile() async throws {
        let gate = Gate()
        let fixture = EngineFixture(hasher: CountingHasher(gate: gate))
        let id = try await fixture.insert(["ada"])
        let login = Task { try await fixture.logIn("ada", "k3jf9XqLw2") }
        #expect(await eventually { gate.waitingCount == 1 })
        let new = try PasswordHash(of: Secret("other".utf8), cost: .cheapest)
        try await fixture.store.write { store throws(StoreError) in
            guard let account = try store.account(id) else { return }
            _ = try store.replacePasswordHash(account.passwordHash, by: new, of: id)
        }
        gate.open(for: 1)
        await #expect(throws: ServiceError.busy) { try await login.value }
    }

    @Test("A3, L8: a wrong guess counts also when its caller has given up")
    func cancelledGuess() async throws {
        let gate = Gate()
        let fixture = EngineFixture(hasher: CountingHasher(gate: gate))
        _ = try await fixture.insert(["ada"])
        for number in 1...3 {
            let login = Task { try await fixture.logIn("ada", "wrong") }
            #expect(await eventually { gate.waitingCount == 1 })
            login.cancel()
            gate.open(for: 1)
            await #expect(throws: ServiceError.self) { try await login.value }
            #expect(try await fixture.attempts.count { $0.outcome == .wrong } == number)
        }
        #expect(await fixture.refusal("ada", "k3jf9XqLw2") == .challengeRequired(.captcha(acceptsCode: false)))
    }

    @Test("A3: an attempt that was refused before its comparison leaves no lease")
    func busyEndsLease() async throws {
        let gate = Gate()
        let fixture = EngineFixture(
            hasher: CountingHasher(gate: gate), hashes: HashQueue(workerCount: 1, capacity: 0))
        _ = try await fixture.insert(["ada"])
        _ = try await fixture.insert(["eve"])
        let login = Task { try await fixture.logIn("eve", "k3jf9XqLw2") }
        #expect(await eventually { gate.waitingCount == 1 })
        #expect(await fixture.refusal("ada", "k3jf9XqLw2") == .busy)
        let lease = try await fixture.store.read { [subject] store throws(StoreError) in try store.lease(of: subject) }
        #expect(lease == nil && fixture.pauses.values.isEmpty)
        gate.open(for: 1)
        _ = try await login.value
    }
}

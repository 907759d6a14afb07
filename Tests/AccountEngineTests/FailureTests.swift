import AccountEngine
import Accounts
import Cryptography
import Testing

@Suite("Failures")
struct FailureTests {
    private let there = Peer.address(203, 0, 113, 7)

    /// An engine with the account `ada`, k3jf9XqLw2, with a phone and an e-mail, and senders for both.
    private func makeFixture(
        _ change: (inout EngineSettings) -> Void = { _ in }
    ) async throws -> EngineFixture {
        let fixture = EngineFixture(sendsTo: [.telephone, .emailAddress], settings: change)
        _ = try await fixture.insert(["ada", "13542138562", "ada@example.com"])
        return fixture
    }

    /// Makes `count` failures by `attempt`, each as soon as the lock that the one before led to is over.
    private func fail(_ count: Int, _ clock: ManualClock, by attempt: () async throws -> ServiceError?) async rethrows {
        var lock: Int64 = 0
        for _ in 0..<count {
            clock.advance(by: lock)
            lock = if case .locked(let seconds) = try await attempt() { Int64(seconds) } else { 0 }
        }
    }

    /// Fails `count` times on a contract without challenges.
    private func fail(_ count: Int, _ fixture: EngineFixture, _ name: String = "ada", from peer: Peer? = nil) async {
        await fail(count, fixture.clock) { await fixture.refusal(name, from: peer, asksChallenge: false) }
    }

    @Test("A3, L10: the third failure is the one that says what the next attempt needs")
    func challenge() async throws {
        let fixture = try await makeFixture()
        #expect(await fixture.refusal("ada") == .credentialsWrong(next: nil))
        #expect(await fixture.refusal("ada") == .credentialsWrong(next: nil))
        #expect(await fixture.refusal("ada") == .credentialsWrong(next: .captcha(acceptsCode: true)))
        #expect(fixture.hasher.count == 3)
        for password in ["wrong", "k3jf9XqLw2"] {
            #expect(await fixture.refusal("ada", password) == .challengeRequired(.captcha(acceptsCode: true)))
        }
        #expect(fixture.hasher.count == 3)
    }

    @Test("A3: failures count per account, whichever name and peer")
    func names() async throws {
        let fixture = try await makeFixture()
        #expect(await fixture.refusal("ada") == .credentialsWrong(next: nil))
        #expect(await fixture.refusal("ada@example.com", from: there) == .credentialsWrong(next: nil))
        #expect(await fixture.refusal("+86 135 4213 8562") == .credentialsWrong(next: .code))
        #expect(await fixture.refusal("ADA", from: there) == .challengeRequired(.captcha(acceptsCode: true)))
    }

    @Test("A3: a success clears its own peer's failures, nobody else's")
    func success() async throws {
        let fixture = try await makeFixture()
        for _ in 0..<2 { _ = await fixture.refusal("ada") }
        _ = try await fixture.logIn("ada", "k3jf9XqLw2")
        for _ in 0..<2 { #expect(await fixture.refusal("ada") == .credentialsWrong(next: nil)) }
        _ = try await fixture.logIn("ada", "k3jf9XqLw2", from: there)
        #expect(await fixture.refusal("ada") == .credentialsWrong(next: .captcha(acceptsCode: true)))
    }

    @Test("A3: failures lapse twelve hours after the latest")
    func lapse() async throws {
        let fixture = try await makeFixture()
        for _ in 0..<3 { _ = await fixture.refusal("ada") }
        fixture.clock.advance(by: 12 * 3600 - 1)
        #expect(await fixture.refusal("ada", "k3jf9XqLw2") == .challengeRequired(.captcha(acceptsCode: true)))
        fixture.clock.advance(by: 1)
        #expect(await fixture.refusal("ada") == .credentialsWrong(next: nil))
    }

    @Test(
        "A3: where no challenge can be carried, failures 3, 4, 5, 6, 7 and on lock for 1, 2, 4, 8, 15 minutes",
        arguments: zip([2, 3, 4, 5, 6, 7, 8], [0, 60, 120, 240, 480, 900, 900]))
    func earlyLock(failures: Int, seconds: Int) async throws {
        let fixture = try await makeFixture()
        await fail(failures, fixture)
        guard seconds > 0 else {
            _ = try await fixture.logIn("ada", "k3jf9XqLw2", asksChallenge: false)
            return
        }
        let hashes = fixture.hasher.count
        func attempt() async -> ServiceError? {
            await fixture.refusal("ada", "k3jf9XqLw2", asksChallenge: false)
        }
        #expect(await attempt() == .locked(seconds: seconds))
        fixture.clock.advance(by: Int64(seconds) - 1)
        #expect(await attempt() == .locked(seconds: 1))
        #expect(fixture.hasher.count == hashes)
        fixture.clock.advance(by: 1)
        #expect(await attempt() == nil)
    }

    @Test(
        "A3: with challenges, failures 10, 11, 12, 13, 14 and on lock for 1, 2, 4, 8, 15 minutes",
        arguments: zip([9, 10, 11, 12, 13, 14, 15], [0, 60, 120, 240, 480, 900, 900]))
    func lock(failures: Int, seconds: Int) async throws {
        let fixture = try await makeFixture()
        // A wrong code is a failure like a wrong password, so it leads to the same locks.
        for _ in 0..<3 { _ = await fixture.refusal("13542138562") }
        try await fail(failures - 3, fixture.clock) {
            await fixture.refusal("13542138562", answer: try answer("0000"))
        }
        guard seconds > 0 else {
            #expect(await fixture.refusal("13542138562", "k3jf9XqLw2") == .challengeRequired(.code))
            return
        }
        #expect(await fixture.refusal("ada", "k3jf9XqLw2") == .locked(seconds: seconds))
        fixture.clock.advance(by: Int64(seconds) - 1)
        #expect(await fixture.refusal("ada", "k3jf9XqLw2") == .locked(seconds: 1))
        fixture.clock.advance(by: 1)
        #expect(await fixture.refusal("ada", "k3jf9XqLw2") == .challengeRequired(.captcha(acceptsCode: true)))
    }

    @Test("A3, A9: the failure that locks says so itself, and is audited as the wrong one it was")
    func lockTold() async throws {
        let fixture = try await makeFixture()
        for _ in 1...2 { #expect(await fixture.refusal("ada", asksChallenge: false) == .credentialsWrong(next: nil)) }
        #expect(await fixture.refusal("ada", asksChallenge: false) == .locked(seconds: 60))
        #expect(await fixture.refusal("ada", asksChallenge: false) == .locked(seconds: 60))
        #expect(try await fixture.attempts.map(\.outcome) == [.refused, .wrong, .wrong, .wrong])
        #expect(fixture.hasher.count == 3)
        fixture.clock.advance(by: 60)
        #expect(await fixture.refusal("ada", asksChallenge: false) == .locked(seconds: 120))
    }

    @Test("A3: attempts while locked neither count nor extend the lock")
    func whileLocked() async throws {
        let fixture = try await makeFixture()
        await fail(3, fixture)
        for second in 0..<60 {
            #expect(await fixture.refusal("ada", asksChallenge: false) == .locked(seconds: 60 - second))
            fixture.clock.advance(by: 1)
        }
        #expect(await fixture.refusal("ada", asksChallenge: false) == .locked(seconds: 120))
        #expect(await fixture.refusal("ada", asksChallenge: false) == .locked(seconds: 120))
    }

    @Test("A3: a lock is the peer's alone; an IPv6 network of 64 bits is one peer")
    func peers() async throws {
        let fixture = try await makeFixture()
        let first = Peer.address(0x20, 1, 0xD, 0xB8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)
        let second = Peer.address(0x20, 1, 0xD, 0xB8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2)
        await fail(3, fixture, from: first)
        #expect(await fixture.refusal("ada", from: second, asksChallenge: false) == .locked(seconds: 60))
        _ = try await fixture.logIn("ada", "k3jf9XqLw2", from: there, asksChallenge: false)
        #expect(await fixture.refusal("ada", from: first, asksChallenge: false) == .locked(seconds: 60))
    }

    @Test("A3: a clock that goes back an hour admits nobody, and no lock lasts longer than it would have")
    func clockBack() async throws {
        let fixture = try await makeFixture()
        await fail(7, fixture)
        fixture.clock.advance(by: -3600)
        #expect(await fixture.refusal("ada", "k3jf9XqLw2", asksChallenge: false) == .locked(seconds: 900))
        #expect(await fixture.refusal("ada", "k3jf9XqLw2") == .locked(seconds: 900))
        fixture.clock.advance(by: 899)
        #expect(await fixture.refusal("ada", "k3jf9XqLw2", asksChallenge: false) == .locked(seconds: 1))
        fixture.clock.advance(by: 1)
        #expect(await fixture.refusal("ada", "k3jf9XqLw2") == .challengeRequired(.captcha(acceptsCode: true)))
        _ = try await fixture.logIn("ada", "k3jf9XqLw2", asksChallenge: false)
    }

    @Test("A3: a clock that goes on a year lets locks lapse, and admits nobody without the password")
    func clockOn() async throws {
        let fixture = try await makeFixture()
        await fail(7, fixture)
        fixture.clock.advance(by: 365 * 86_400)
        #expect(await fixture.refusal("ada") == .credentialsWrong(next: nil))
        fixture.clock.advance(by: -365 * 86_400)
        #expect(await fixture.refusal("ada") == .credentialsWrong(next: nil))
        _ = try await fixture.logIn("ada", "k3jf9XqLw2")
    }

    @Test("A9: locks, challenges and wrong answers are audited with the account")
    func audit() async throws {
        let fixture = try await makeFixture()
        for _ in 0..<3 { _ = await fixture.refusal("13542138562") }
        _ = await fixture.refusal("13542138562")
        _ = await fixture.refusal("13542138562", answer: try answer("0000"))
        let attempts = try await fixture.attempts
        #expect(attempts.map(\.outcome) == [.wrong, .refused, .wrong, .wrong, .wrong])
        #expect(attempts.allSatisfy { $0.account == AccountID(number: 1) && $0.kind == .logIn })
    }

    @Test("A8: concealed, a name without an account meets the same answers, challenges, locks and hashes")
    func concealed() async throws {
        let known = try await makeFixture { $0.concealsAccounts = true }
        let unknown = try await makeFixture { $0.concealsAccounts = true }
        for (real, unreal) in [("ada", "eve"), ("13542138562", "13900000000"), ("ada@example.com", "eve@example.com")] {
            func both(_ body: (EngineFixture, String) async throws -> ServiceError?) async throws {
                let before = (known.hasher.count, unknown.hasher.count)
                #expect(try await body(known, real) == body(unknown, unreal))
                #expect(known.hasher.count - before.0 == unknown.hasher.count - before.1)
            }
            for _ in 0..<4 { try await both { fixture, name in await fixture.refusal(name) } }
            for _ in 0..<8 {
                try await both { fixture, name in await fixture.refusal(name, answer: try answer("0000")) }
            }
            for wait: Int64 in [59, 1, 12 * 3600] {
                known.clock.advance(by: wait)
                unknown.clock.advance(by: wait)
                try await both { fixture, name in await fixture.refusal(name, answer: try answer("0000")) }
            }
            // The names of one account share its failures: let them lapse.
            known.clock.advance(by: 12 * 3600)
            unknown.clock.advance(by: 12 * 3600)
        }
    }

    @Test("A8: not concealed, a name without an account is told at once, however often")
    func notConcealed() async throws {
        let fixture = try await makeFixture()
        for _ in 0..<20 { #expect(await fixture.refusal("eve") == .accountUnknown) }
    }

    @Test("A8: the names that no account has are forgotten beyond a bound, an account's failures never")
    func bound() async throws {
        let fixture = try await makeFixture {
            $0.concealsAccounts = true
            $0.strangerLimit = 2
        }
        for name in ["ada", "eve"] { for _ in 0..<3 { _ = await fixture.refusal(name) } }
        for name in ["mallory", "trudy"] {
            fixture.clock.advance(by: 1)
            _ = await fixture.refusal(name)
        }
        #expect(await fixture.refusal("ada") == .challengeRequired(.captcha(acceptsCode: true)))
        #expect(await fixture.refusal("eve") == .credentialsWrong(next: nil))
    }
}

import AccountEngine
import Accounts
import Cryptography
import EngineTesting
import PasswordStrength
import Testing

/// Changing a password, over every store.
@Suite("Changing the password")
struct PasswordChangeTests {
    private let new = "t7Rk2pWz9q"

    private func change(_ current: String, _ new: String) -> PasswordChange {
        PasswordChange(
            current: Secret(current.utf8), password: NewPassword(unchecked: Secret(new.utf8)))
    }

    @Test("H3, A7: the new password holds, and all other sessions have ended", arguments: StoreKind.allCases)
    func change(kind: StoreKind) async throws {
        let service = try await StoredEngine(kind)
        let token = try await service.logIn(isRemembered: true)
        let others = [try await service.logIn("13542138562"), try await service.logIn(isRemembered: true)]
        try await service.engine.changePassword(
            change(StoredEngine.password, new), with: token, from: service.peer)
        #expect(
            try await service.trail() == [
                Attempt(
                    time: service.time.value, account: service.account, kind: .changePassword, outcome: .granted,
                    peer: "uid:1000")
            ])
        try await service.use(token)
        for other in others { await service.expectEnded(other) }
        await #expect(throws: ServiceError.credentialsWrong(next: nil)) { _ = try await service.logIn() }
        _ = try await service.logIn("ada", new)
        _ = try await service.logIn("13542138562", new)
    }

    @Test("H3: a wrong current password changes nothing and is noted", arguments: StoreKind.allCases)
    func wrong(kind: StoreKind) async throws {
        let service = try await StoredEngine(kind)
        let (token, other) = (try await service.logIn(), try await service.logIn())
        await #expect(throws: ServiceError.credentialsWrong(next: nil)) {
            try await service.engine.changePassword(change("k3jf9XqLw", new), with: token, from: service.peer)
        }
        #expect(try await service.trail().map(\.outcome) == [.wrong])
        #expect(try await service.trail().map(\.account) == [service.account])
        try await service.use(other)
        _ = try await service.logIn()
    }

    @Test(
        "A1, H6: the new password is judged as at a registration",
        arguments: [
            ("", NewPassword.Fault.missing), ("t7Rk2pW", .length(.standard)),
            ("t7Rk2pWz9qt7Rk2pWz9qx", .length(.standard)), ("password123", .weak), ("13542138562", .weak),
        ])
    func refused(new: String, fault: NewPassword.Fault) async throws {
        let service = try await StoredEngine(.memory)
        let token = try await service.logIn("13542138562")
        await #expect(throws: ServiceError.passwordRefused(fault)) {
            try await service.engine.changePassword(
                change(StoredEngine.password, new), with: token, from: service.peer)
        }
        #expect(try await service.trail().map(\.outcome) == [.refused])
        _ = try await service.logIn()
    }

    @Test("A1: both passwords are taken in NFC", arguments: StoreKind.allCases)
    func normalization(kind: StoreKind) async throws {
        let service = try await StoredEngine(kind)
        let token = try await service.logIn()
        try await service.engine.changePassword(
            change(StoredEngine.password, "cafe\u{301} t7Rk2pWz"), with: token, from: service.peer)
        try await service.engine.changePassword(
            change("caf\u{E9} t7Rk2pWz", new), with: token, from: service.peer)
        _ = try await service.logIn("ada", new)
    }

    @Test("H6: without an estimator no password is set")
    func noEstimator() async throws {
        let service = try await StoredEngine(.memory)
        let token = try await service.logIn()
        let engine = AccountEngine(
            store: service.store, estimator: NoEstimator(), hasher: Argon2Hasher(cost: .cheapest),
            clock: { [time = service.time] in time.value })
        await #expect(throws: ServiceError.trouble(.estimatorMissing)) {
            try await engine.changePassword(change(StoredEngine.password, new), with: token, from: service.peer)
        }
        _ = try await service.logIn()
    }

    @Test("A7: a session that ends while the passwords are hashed changes nothing", arguments: StoreKind.allCases)
    func endedMeanwhile(kind: StoreKind) async throws {
        let service = try await StoredEngine(kind)
        let (token, other) = (try await service.logIn(), try await service.logIn())
        let engine = AccountEngine(
            store: service.store, estimator: NoWeakness(),
            hasher: InterruptedHasher { try await service.engine.logOut(token, from: service.peer) },
            clock: { [time = service.time] in time.value })
        await #expect(throws: ServiceError.sessionEnded) {
            try await engine.changePassword(change(StoredEngine.password, new), with: token, from: service.peer)
        }
        try await service.use(other)
        _ = try await service.logIn()
    }

    @Test("A1: of two changes at once in one session one holds", arguments: StoreKind.allCases)
    func changedMeanwhile(kind: StoreKind) async throws {
        let service = try await StoredEngine(kind)
        let token = try await service.logIn()
        let faster = change(StoredEngine.password, "Vb4nQ8sLx2")
        let engine = AccountEngine(
            store: service.store, estimator: NoWeakness(),
            hasher: InterruptedHasher {
                try await service.engine.changePassword(faster, with: token, from: service.peer)
            }, clock: { [time = service.time] in time.value })
        // By its turn, what was the password is none any more.
        await #expect(throws: ServiceError.credentialsWrong(next: nil)) {
            try await engine.changePassword(change(StoredEngine.password, new), with: token, from: service.peer)
        }
        #expect(try await service.trail().map(\.outcome) == [.wrong, .granted])
        _ = try await service.logIn("ada", "Vb4nQ8sLx2")
    }

    @Test("A3: wrong current passwords are failures on the account; the third locks", arguments: StoreKind.allCases)
    func failures(kind: StoreKind) async throws {
        let service = try await StoredEngine(kind)
        let token = try await service.logIn()
        for answer in [.credentialsWrong(next: nil), .credentialsWrong(next: nil), ServiceError.locked(seconds: 60)] {
            await #expect(throws: answer) {
                try await service.engine.changePassword(change("wrong", new), with: token, from: service.peer)
            }
        }
        await #expect(throws: ServiceError.locked(seconds: 60)) {
            try await service.engine.changePassword(
                change(StoredEngine.password, new), with: token, from: service.peer)
        }
        await #expect(throws: ServiceError.locked(seconds: 60)) { try await service.logIn() }
    }

    @Test(
        "A3: while a lock lasts nothing is hashed, and the attempt is noted as refused", arguments: StoreKind.allCases)
    func locked(kind: StoreKind) async throws {
        let service = try await StoredEngine(kind)
        let token = try await service.logIn()
        for _ in 0..<3 {
            _ = try? await service.engine.changePassword(change("wrong", new), with: token, from: service.peer)
        }
        let engine = AccountEngine(
            store: service.store, estimator: NoWeakness(), hasher: InterruptedHasher { Issue.record("hashed") },
            clock: { [time = service.time] in time.value })
        await #expect(throws: ServiceError.locked(seconds: 60)) {
            try await engine.changePassword(change(StoredEngine.password, new), with: token, from: service.peer)
        }
        #expect(try await service.trail().map(\.outcome) == [.refused, .wrong, .wrong, .wrong])
    }
}

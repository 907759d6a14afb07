import AccountEngine
import Accounts
import Cryptography
import Testing
import ZxcvbnEstimator

/// The rotation of remembered tokens, over every store.
@Suite("Resuming a session", .timeLimit(.minutes(5)))
struct SessionResumptionTests {
    @Test(
        "A7, H2: resuming gives a new token, the name that was used, and shows as a login",
        arguments: StoreKind.allCases)
    func resume(kind: StoreKind) async throws {
        let service = try await StoredEngine(kind)
        let start = service.time.value
        let first = try await service.logIn("+86 135-4213-8562", isRemembered: true)
        service.time.value = start + 100
        let session = try await service.engine.resume(first, from: .localUser(id: 7))
        let second = try #require(session.token)
        #expect(second.count == 64)
        #expect(second != first)
        #expect(
            session.user
                == User(account: "13542138562", id: "1", earlierVisit: .last(.init(time: start, peer: "uid:1000"))))
        let later = try await service.engine.resume(second, from: service.peer)
        #expect(later.user.earlierVisit == .last(.init(time: start + 100, peer: "uid:7")))
        #expect(later.user.account == "13542138562")
        #expect(try await service.trail().map(\.kind) == [.resume, .resume])
        #expect(try await service.trail().map(\.peer) == ["uid:1000", "uid:7"])
    }

    @Test(
        "A7: a client that ends before it has kept the new token resumes with the old one",
        arguments: StoreKind.allCases)
    func crash(kind: StoreKind) async throws {
        let service = try await StoredEngine(kind)
        let first = try await service.logIn(isRemembered: true)
        // Lost four times, days apart.
        for _ in 0..<4 {
            _ = try await service.resume(first)
            service.time.value = service.time.value + 2 * 86_400
        }
        try await service.use(first)
        let kept = try await service.resume(first)
        try await service.use(kept)
        try await service.use(try await service.resume(kept))
    }

    @Test("A7: both are good until 60 s after the new one's first use", arguments: StoreKind.allCases)
    func overlap(kind: StoreKind) async throws {
        let service = try await StoredEngine(kind)
        let first = try await service.logIn(isRemembered: true)
        let second = try await service.resume(first)
        service.time.value = service.time.value + 86_400
        try await service.use(second)
        service.time.value = service.time.value + 59
        try await service.use(first)
        try await service.use(second)
        try await service.poll(first)
        // The first use counts, not the latest.
        service.time.value = service.time.value + 1
        await #expect(throws: ServiceError.sessionEnded) { try await service.poll(first) }
    }

    @Test(
        "A7: later use of the old one ends the session for whoever holds it", arguments: StoreKind.allCases, 0..<7)
    func reuse(kind: StoreKind, call: Int) async throws {
        let service = try await StoredEngine(kind)
        let engine = service.engine
        let other = try await service.logIn(isRemembered: true)
        let first = try await service.logIn(isRemembered: true)
        let second = try await service.resume(first)
        try await service.poll(second)
        service.time.value = service.time.value + 60
        let change = PasswordChange(
            current: Secret(StoredEngine.password.utf8), password: NewPassword(unchecked: Secret("t7Rk2pWz9q".utf8)))
        let calls: [(Attempt.Kind, () async throws -> Void)] = [
            (.resume, { _ = try await engine.resume(first, from: .localUser(id: 6)) }),
            (.notices, { _ = try await engine.notices(with: first, from: .localUser(id: 6)) }),
            (.sessions, { _ = try await engine.sessions(with: first, from: .localUser(id: 6)) }),
            (.endSession, { try await engine.endSession("1", with: first, from: .localUser(id: 6)) }),
            (.endAllSessions, { try await engine.endAllSessions(with: first, from: .localUser(id: 6)) }),
            (.changePassword, { try await engine.changePassword(change, with: first, from: .localUser(id: 6)) }),
        ]
        if call < calls.count {
            await #expect(throws: ServiceError.sessionEnded) { try await calls[call].1() }
        } else {
            try await engine.logOut(first, from: .localUser(id: 6))
        }
        let kind = call < calls.count ? calls[call].0 : .logOut
        #expect(
            try await service.trail().first
                == Attempt(
                    time: service.time.value, account: service.account, kind: kind, outcome: .reused, peer: "uid:6"))
        await service.expectEnded(second)
        try await service.use(other)
        _ = try await service.logIn()
    }

    @Test("A7: resuming is the new token's first use, polling too; being given is none", arguments: StoreKind.allCases)
    func firstUse(kind: StoreKind) async throws {
        let service = try await StoredEngine(kind)
        let first = try await service.logIn(isRemembered: true)
        let second = try await service.resume(first)
        service.time.value = service.time.value + 3600
        try await service.poll(first)
        let third = try await service.resume(second)
        service.time.value = service.time.value + 59
        try await service.poll(first)
        service.time.value = service.time.value + 1
        // The third was not used, so the second is good still; the first is not, and takes all with it.
        try await service.poll(second)
        await #expect(throws: ServiceError.sessionEnded) { try await service.poll(first) }
        await service.expectEnded(second)
        await service.expectEnded(third)
    }

    @Test(
        "A7: of two clients that resumed with one token, the one whose token is older ends the session",
        arguments: StoreKind.allCases)
    func fork(kind: StoreKind) async throws {
        let service = try await StoredEngine(kind)
        let first = try await service.logIn(isRemembered: true)
        let (thief, owner) = (try await service.resume(first), try await service.resume(first))
        try await service.use(owner)
        try await service.use(thief)
        service.time.value = service.time.value + 60
        try await service.use(owner)
        await #expect(throws: ServiceError.sessionEnded) { try await service.use(thief) }
        await service.expectEnded(owner)
    }

    @Test("A7: parallel resumptions with one token all succeed, each with its own token", arguments: StoreKind.allCases)
    func parallel(kind: StoreKind) async throws {
        let service = try await StoredEngine(kind)
        let first = try await service.logIn(isRemembered: true)
        let tokens = try await withThrowingTaskGroup(of: Secret.self) { group in
            for _ in 0..<20 { group.addTask { try await service.resume(first) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(tokens.map { TokenDigest(of: $0) }).count == 20)
        for token in tokens { try await service.use(token) }
    }

    @Test(
        "A7: a clock set back by a minute and more after the new token's use leaves only the new one",
        arguments: StoreKind.allCases)
    func clockSetBack(kind: StoreKind) async throws {
        let service = try await StoredEngine(kind)
        let first = try await service.logIn(isRemembered: true)
        let second = try await service.resume(first)
        try await service.use(second)
        service.time.value = service.time.value + -59
        try await service.use(first)
        service.time.value = service.time.value + -1
        try await service.use(second)
        await #expect(throws: ServiceError.sessionEnded) { try await service.use(first) }
    }

    @Test("A7: a cancelled resumption changes nothing", arguments: StoreKind.allCases)
    func cancelled(kind: StoreKind) async throws {
        let service = try await StoredEngine(kind)
        let token = try await service.logIn(isRemembered: true)
        let writes = service.store.writeCount
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            _ = try await service.engine.resume(token, from: service.peer)
        }
        task.cancel()
        await #expect(throws: ServiceError.cancelled) { try await task.value }
        #expect(service.store.writeCount == writes)
    }
}

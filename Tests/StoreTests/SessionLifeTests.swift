import AccountEngine
import Accounts
import Cryptography
import Testing

/// How long sessions live, and what ends them, over every store.
@Suite("A session's life")
struct SessionLifeTests {
    @Test("A7: without use a session ends after 30 minutes", arguments: StoreKind.allCases)
    func idle(kind: StoreKind) async throws {
        let service = try await StoredEngine(kind)
        let (used, unused) = (try await service.logIn(), try await service.logIn())
        service.time.value = service.time.value + 1799
        try await service.use(used)
        service.time.value = service.time.value + 1
        await service.expectEnded(unused)
        service.time.value = service.time.value + 1798
        try await service.use(used)
        service.time.value = service.time.value + 1800
        await service.expectEnded(used)
    }

    @Test("A7: polling the notices is no activity", arguments: StoreKind.allCases)
    func polling(kind: StoreKind) async throws {
        let service = try await StoredEngine(kind)
        let token = try await service.logIn()
        let writes = service.store.writeCount
        for _ in 0..<29 {
            service.time.value = service.time.value + 60
            try await service.poll(token)
        }
        service.time.value = service.time.value + 59
        try await service.poll(token)
        #expect(service.store.writeCount == writes)
        service.time.value = service.time.value + 1
        await #expect(throws: ServiceError.sessionEnded) { try await service.poll(token) }
    }

    @Test("A7: polling as a token's first use is no activity either", arguments: StoreKind.allCases)
    func pollingFirst(kind: StoreKind) async throws {
        let service = try await StoredEngine(kind)
        let token = try await service.resume(try await service.logIn())
        service.time.value = service.time.value + 1799
        try await service.poll(token)
        service.time.value = service.time.value + 1
        await service.expectEnded(token)
    }

    @Test("A7: every other call is activity", arguments: StoreKind.allCases, 0..<4)
    func activity(kind: StoreKind, call: Int) async throws {
        let service = try await StoredEngine(kind)
        var token = try await service.logIn()
        service.time.value = service.time.value + 1799
        let change = PasswordChange(
            current: Secret(StoredEngine.password.utf8), password: NewPassword(unchecked: Secret("t7Rk2pWz9q".utf8)))
        switch call {
        case 0: try await service.use(token)
        case 1: try await service.engine.endSession("99", with: token, from: service.peer)
        case 2: try await service.engine.changePassword(change, with: token, from: service.peer)
        default: token = try await service.resume(token)
        }
        service.time.value = service.time.value + 1799
        try await service.poll(token)
    }

    @Test("A7: used or not, a session ends after 10 hours", arguments: StoreKind.allCases)
    func absolute(kind: StoreKind) async throws {
        let service = try await StoredEngine(kind)
        let token = try await service.logIn()
        let start = service.time.value
        for elapsed in stride(from: 1000 as Int64, to: 36_000, by: 1000) {
            service.time.value = start + elapsed
            try await service.use(token)
        }
        service.time.value = start + 35_999
        try await service.use(token)
        service.time.value = start + 36_000
        await service.expectEnded(token)
    }

    @Test(
        "A7: a remembered session lives 30 days from its login, however often it is resumed",
        arguments: StoreKind.allCases)
    func remembered(kind: StoreKind) async throws {
        let service = try await StoredEngine(kind)
        let start = service.time.value
        let unused = try await service.logIn(isRemembered: true)
        var used = try await service.logIn(isRemembered: true)
        for day in 1...29 {
            service.time.value = start + Int64(day) * 86_400
            used = try await service.resume(used)
        }
        service.time.value = start + (30 * 86_400 - 1)
        try await service.use(unused)
        used = try await service.resume(used)
        service.time.value = start + 30 * 86_400
        await service.expectEnded(unused)
        await service.expectEnded(used)
    }

    @Test("A7: a use is written down once in a minute", arguments: StoreKind.allCases)
    func cost(kind: StoreKind) async throws {
        let service = try await StoredEngine(kind)
        let token = try await service.logIn()
        let writes = service.store.writeCount
        service.time.value = service.time.value + 59
        for _ in 0..<10 { try await service.use(token) }
        #expect(service.store.writeCount == writes)
        service.time.value = service.time.value + 1
        for _ in 0..<10 { try await service.use(token) }
        #expect(service.store.writeCount == writes + 1)
    }

    @Test(
        "A7: a clock set back for a while ends nothing, and a use sets the idle limit anew",
        arguments: StoreKind.allCases)
    func clockSetBack(kind: StoreKind) async throws {
        let service = try await StoredEngine(kind)
        let (used, unused) = (try await service.logIn(), try await service.logIn())
        let start = service.time.value
        service.time.value = start + -1799
        try await service.use(used)
        service.time.value = start + -1
        try await service.use(used)
        service.time.value = start + -1800
        await #expect(throws: ServiceError.sessionEnded) { try await service.poll(unused) }
        // Nothing was dropped: the clock may be set right again.
        service.time.value = start + 1
        try await service.poll(unused)
        try await service.poll(used)
        service.time.value = start + 1740
        try await service.poll(unused)
        await #expect(throws: ServiceError.sessionEnded) {
            service.time.value = start + 1800
            try await service.poll(unused)
        }
    }

    @Test("A7: log-out ends the session with all its tokens, and no other", arguments: StoreKind.allCases)
    func logOut(kind: StoreKind) async throws {
        let service = try await StoredEngine(kind)
        let other = try await service.logIn()
        let first = try await service.logIn(isRemembered: true)
        let second = try await service.resume(first)
        try await service.engine.logOut(first, from: service.peer)
        await service.expectEnded(second)
        await service.expectEnded(first)
        try await service.use(other)
        try await service.engine.logOut(second, from: service.peer)
    }

    @Test(
        "A7: disabling ends all sessions and lets nobody in until the account is enabled", arguments: StoreKind.allCases
    )
    func disabling(kind: StoreKind) async throws {
        let service = try await StoredEngine(kind)
        try await service.add(["eve"], password: "t7Rk2pWz9q")
        let tokens = [try await service.logIn(), try await service.logIn(isRemembered: true)]
        let other = try await service.logIn("eve", "t7Rk2pWz9q")
        let administrator = Peer.localUser(id: 0)
        #expect(try await service.engine.disable(service.account, from: administrator))
        for token in tokens { await service.expectEnded(token) }
        await #expect(throws: ServiceError.credentialsWrong(next: nil)) { _ = try await service.logIn() }
        try await service.use(other)
        #expect(try await service.engine.enable(service.account, from: administrator))
        for token in tokens { await service.expectEnded(token) }
        _ = try await service.logIn()
        #expect(try await !service.engine.disable(AccountID(number: 99), from: administrator))
        let trail = try await service.trail().filter { $0.peer == "uid:0" }
        #expect(trail.map(\.kind) == [.disable, .enable, .disable])
        #expect(trail.map(\.outcome) == [.unknown, .granted, .granted])
        #expect(trail.map(\.account) == [nil, service.account, service.account])
    }

    @Test("A7: a token that was never given opens nothing", arguments: StoreKind.allCases)
    func foreignTokens(kind: StoreKind) async throws {
        let service = try await StoredEngine(kind)
        let token = try await service.logIn()
        for foreign in [Secret(), Secret([0]), Secret("1".utf8), Randomness.system.makeToken()] {
            await service.expectEnded(foreign)
        }
        try await service.use(token)
        // Calls with dead tokens fill one line a minute and kind.
        #expect(try await service.trail().map(\.count) == [4, 4, 4, 4, 4, 4])
        #expect(try await service.trail().allSatisfy { $0.outcome == .unknown && $0.account == nil })
    }
}

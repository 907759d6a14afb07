import AccountEngine
import Accounts
import Cryptography
import EngineTesting
import Testing

/// What home and settings ask of the service, over every store.
@Suite("Notices and sessions")
struct SessionCallsTests {
    @Test("H2: notices are those of the session's account", arguments: StoreKind.allCases)
    func notices(kind: StoreKind) async throws {
        let service = try await StoredEngine(kind)
        try await service.add(["eve"], password: "t7Rk2pWz9q")
        let some = Notices(mentions: 1, messages: 2, comments: 3, followers: 4)
        try await service.store.write { store throws(StoreError) in
            try store.setNotices(some, of: AccountID(number: 1))
        }
        #expect(try await service.engine.notices(with: service.logIn(), from: service.peer) == some)
        let other = try await service.logIn("eve", "t7Rk2pWz9q")
        #expect(try await service.engine.notices(with: other, from: service.peer) == Notices())
    }

    @Test("6.1: a token tells whose session it is", arguments: StoreKind.allCases)
    func user(kind: StoreKind) async throws {
        let service = try await StoredEngine(kind)
        let token = try await service.logIn("+86 135-4213-8562")
        #expect(
            try await service.engine.user(with: token, from: service.peer) == User(account: "13542138562", id: "1"))
        try await service.engine.logOut(token, from: service.peer)
        await #expect(throws: ServiceError.sessionEnded) {
            try await service.engine.user(with: token, from: service.peer)
        }
    }

    @Test("H3: the account's live sessions are listed, latest use first, without tokens", arguments: StoreKind.allCases)
    func list(kind: StoreKind) async throws {
        let service = try await StoredEngine(kind)
        try await service.add(["eve"], password: "t7Rk2pWz9q")
        let start = service.time.value
        let first = try await service.logIn(isRemembered: true, from: .localUser(id: 1))
        _ = try await service.logIn("eve", "t7Rk2pWz9q")
        _ = try await service.logIn(from: .localUser(id: 2))
        service.time.value = start + 1000
        _ = try await service.logIn("13542138562", from: .localUser(id: 3))
        let resumed = try await service.resume(first)
        service.time.value = start + 1810
        let list = try await service.engine.sessions(with: resumed, from: service.peer)
        #expect(
            list == [
                SessionSummary(id: "1", start: start, lastUse: start + 1810, peer: "uid:1000", isCurrent: true),
                SessionSummary(
                    id: "4", start: start + 1000, lastUse: start + 1000, peer: "uid:3", isCurrent: false),
            ])
    }

    @Test(
        "H3: a session of the account is ended by its number, another account's is not", arguments: StoreKind.allCases)
    func endOne(kind: StoreKind) async throws {
        let service = try await StoredEngine(kind)
        let (engine, peer) = (service.engine, service.peer)
        try await service.add(["eve"], password: "t7Rk2pWz9q")
        let (own, second) = (try await service.logIn(), try await service.logIn())
        let other = try await service.logIn("eve", "t7Rk2pWz9q")
        let id = try #require(
            try await engine.sessions(with: own, from: peer).first { !$0.isCurrent }?.id)
        let foreign = try #require(try await engine.sessions(with: other, from: peer).first?.id)
        try await engine.endSession(id, with: own, from: peer)
        await service.expectEnded(second)
        for id in [id, foreign, "", "x", "-1", "0"] { try await engine.endSession(id, with: own, from: peer) }
        try await service.use(other)
        try await service.use(own)
        let current = try #require(try await engine.sessions(with: own, from: peer).first?.id)
        try await engine.endSession(current, with: own, from: peer)
        await service.expectEnded(own)
        let trail = try await service.trail().filter { $0.kind == .endSession && $0.account != nil }
        #expect(trail.map(\.outcome) == [.granted] + Array(repeating: .unknown, count: 6) + [.granted])
    }

    @Test("H3: all sessions of the account are ended, no other's", arguments: StoreKind.allCases)
    func endAll(kind: StoreKind) async throws {
        let service = try await StoredEngine(kind)
        try await service.add(["eve"], password: "t7Rk2pWz9q")
        let tokens = [try await service.logIn(), try await service.logIn(isRemembered: true)]
        let other = try await service.logIn("eve", "t7Rk2pWz9q")
        try await service.engine.endAllSessions(with: tokens[0], from: service.peer)
        #expect(
            try await service.trail() == [
                Attempt(
                    time: service.time.value, account: service.account, kind: .endAllSessions, outcome: .granted,
                    peer: "uid:1000")
            ])
        for token in tokens { await service.expectEnded(token) }
        try await service.use(other)
    }

    @Test("A10: a store that cannot be written ends no session, and what only reads still answers")
    func trouble() async throws {
        let service = try await StoredEngine(.memory)
        let token = try await service.logIn()
        let failing = AccountEngine(
            store: FaultyStore(service.store, trouble: .storeReadOnly), estimator: NoEstimator(),
            clock: { [time = service.time] in time.value })
        #expect(try await failing.notices(with: token, from: service.peer) == Notices())
        await #expect(throws: ServiceError.trouble(.storeReadOnly)) {
            try await failing.resume(token, from: service.peer)
        }
        await #expect(throws: ServiceError.trouble(.storeReadOnly)) {
            try await failing.endAllSessions(with: token, from: service.peer)
        }
        try await service.use(token)
    }
}

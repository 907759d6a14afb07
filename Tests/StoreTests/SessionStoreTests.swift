import AccountEngine
import Accounts
import Cryptography
import ProgramTesting
import Testing

/// What every store keeps of sessions; the engine relies on nothing else.
@Suite("SessionStore")
struct SessionStoreTests {
    private let folder: TemporaryFolder
    private let time = Timestamp(seconds: 1_767_225_600)

    init() throws {
        folder = try TemporaryFolder()
    }

    private func digest(_ seed: UInt64) -> TokenDigest { TokenDigest(of: Randomness.seeded(seed).makeToken()) }

    /// A store with the accounts 1 and 2.
    private func makeStore(_ kind: StoreKind) async throws -> any AccountStore {
        let store = try await kind.makeStore(in: folder)
        let accounts = ["ada", "eve"].compactMap(AccountName.init).map {
            NewAccount(names: [$0], passwordHash: PasswordHash(encoded: Secret("h".utf8)), creation: time)
        }
        try await store.write { store throws(StoreError) in
            for account in accounts { _ = try store.insert(account) }
        }
        return store
    }

    private func session(
        _ seed: UInt64, of account: Int64 = 1, lifetime: StoredSession.Lifetime = .standard
    ) -> NewSession {
        NewSession(
            token: digest(seed), account: AccountID(number: account), name: "ada", start: time, lifetime: lifetime,
            peer: "uid:1")
    }

    @Test("A7: a session is kept as it was given, and numbers are not given again", arguments: StoreKind.allCases)
    func insert(kind: StoreKind) async throws {
        let store = try await makeStore(kind)
        let (first, second) = (session(1), session(2, lifetime: .remembered))
        let found = try await store.write { store throws(StoreError) in
            try store.insert(first)
            let found = try store.token(first.token)
            _ = try store.deleteSession(SessionID(number: 1), of: first.account)
            try store.insert(second)
            return [found, try store.token(first.token), try store.token(second.token)]
        }
        func stored(_ number: Int64, _ lifetime: StoredSession.Lifetime) -> StoredToken {
            let session = StoredSession(
                id: SessionID(number: number), account: AccountID(number: 1), name: "ada", start: time, lastUse: time,
                lifetime: lifetime, peer: "uid:1")
            return StoredToken(session: session, firstUse: time, successorUse: nil)
        }
        #expect(found == [stored(1, .standard), nil, stored(2, .remembered)])
    }

    @Test("A7: a token knows the earliest use of all its successors", arguments: StoreKind.allCases)
    func generations(kind: StoreKind) async throws {
        let store = try await makeStore(kind)
        let (new, later) = (session(1), time + 500)
        let (second, third, id) = (digest(2), digest(3), SessionID(number: 1))
        let tokens = try await store.write { [time] store throws(StoreError) in
            try store.insert(new)
            try store.resume(id, replacing: new.token, by: second, at: later, from: "uid:2")
            let unused = try store.token(new.token)
            try store.resume(id, replacing: new.token, by: third, at: later, from: "uid:2")
            try store.noteFirstUse(of: third, at: later)
            try store.noteFirstUse(of: second, at: time + 700)
            return [unused]
                + (try [new.token, second, third].map { token throws(StoreError) in try store.token(token) })
        }
        #expect(tokens.map { $0?.firstUse } == [time, time, time + 700, later])
        #expect(tokens.map { $0?.successorUse } == [nil, later, later, nil])
        #expect(tokens.map { $0?.session.lastUse } == [later, later, later, later])
        #expect(tokens.map { $0?.session.peer } == ["uid:2", "uid:2", "uid:2", "uid:2"])
        #expect(tokens.map { $0?.session.start } == [time, time, time, time])
    }

    @Test("A7: the latest 256 generations are kept, and the one that was shown", arguments: StoreKind.allCases)
    func generationLimit(kind: StoreKind) async throws {
        let store = try await makeStore(kind)
        let new = session(1)
        let successors = (2...400).map(digest)
        let id = SessionID(number: 1)
        func known() async throws -> [Bool] {
            try await store.read { store throws(StoreError) in
                try ([new.token] + successors).map { token throws(StoreError) in try store.token(token) != nil }
            }
        }
        try await store.write { [time] store throws(StoreError) in
            try store.insert(new)
            for token in successors.prefix(300) {
                try store.resume(id, replacing: new.token, by: token, at: time, from: "")
            }
        }
        #expect(try await known() == [true] + (2...400).map { (46...301).contains($0) })
        try await store.write { [time] store throws(StoreError) in
            try store.resume(id, replacing: successors[299], by: successors[300], at: time, from: "")
        }
        #expect(try await known() == [false] + (2...400).map { (47...302).contains($0) })
    }

    @Test("A7: sessions end one by one, of one account, or when they are over", arguments: StoreKind.allCases)
    func ending(kind: StoreKind) async throws {
        let store = try await makeStore(kind)
        let sessions = [session(1), session(2), session(3, lifetime: .remembered), session(4, of: 2)]
        let end = time + StoredSession.Lifetime.standard.idle
        @Sendable func numbers(_ store: any StoreReader) throws(StoreError) -> [Int64] {
            let all = try store.sessions(of: AccountID(number: 1)) + store.sessions(of: AccountID(number: 2))
            return all.map(\.id.number).sorted()
        }
        try await store.write { [time] store throws(StoreError) in
            for session in sessions { try store.insert(session) }
            try store.noteUse(of: SessionID(number: 2), at: time + 1)
        }
        let left = try await store.write { [time] store throws(StoreError) in
            let isEnded = try store.deleteSession(SessionID(number: 4), of: AccountID(number: 1))
            try store.deleteExpiredSessions(of: AccountID(number: 1), at: end + -1)
            try store.deleteExpiredSessions(of: AccountID(number: 1), at: time + -90 * 86_400)
            let all = try numbers(store)
            try store.deleteExpiredSessions(of: AccountID(number: 1), at: end)
            let alive = try numbers(store)
            try store.deleteSessions(of: AccountID(number: 1), except: SessionID(number: 3))
            let one = try numbers(store)
            try store.deleteSessions(of: AccountID(number: 1), except: nil)
            return (isEnded, [all, alive, one, try numbers(store)])
        }
        #expect(left.0 == false)
        #expect(left.1 == [[1, 2, 3, 4], [2, 3, 4], [3, 4], [4]])
        let tokens = try await store.read { store throws(StoreError) in
            try sessions.map { session throws(StoreError) in try store.token(session.token) != nil }
        }
        #expect(tokens == [false, false, false, true])
    }

    @Test("H2: notices are zero until they are counted", arguments: StoreKind.allCases)
    func notices(kind: StoreKind) async throws {
        let store = try await makeStore(kind)
        let some = Notices(mentions: 3, messages: 2, comments: 1, followers: 5)
        let found = try await store.write { store throws(StoreError) in
            let none = try store.notices(of: AccountID(number: 1))
            try store.setNotices(Notices(mentions: 1), of: AccountID(number: 1))
            try store.setNotices(some, of: AccountID(number: 1))
            return [none, try store.notices(of: AccountID(number: 1)), try store.notices(of: AccountID(number: 2))]
        }
        #expect(found == [Notices(), some, Notices()])
    }

    @Test("A7: an account is shut and opened again", arguments: StoreKind.allCases)
    func disabled(kind: StoreKind) async throws {
        let store = try await makeStore(kind)
        let account = AccountID(number: 1)
        let found = try await store.write { [time] store throws(StoreError) in
            [
                try store.isDisabled(account), try store.setDisabled(since: time, account),
                try store.isDisabled(account), try store.isDisabled(AccountID(number: 2)),
                try store.setDisabled(since: nil, account), try store.isDisabled(account),
                try store.setDisabled(since: time, AccountID(number: 3)),
            ]
        }
        #expect(found == [false, true, true, false, true, false, false])
    }
}

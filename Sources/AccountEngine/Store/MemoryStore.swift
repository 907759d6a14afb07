import Accounts
import Cryptography
import Synchronization

/// A store that ends with the program: for demo sessions and tests.
public final class MemoryStore: AccountStore {
    private let contents = Mutex(MemoryContents())

    /// Makes an empty store.
    public init() {}

    /// Runs `body` while nothing else touches the store.
    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        try contents.withLock { contents throws(StoreError) in
            try body(MemoryTransaction(contents))
        }
    }

    /// Runs `body` on a copy that becomes the store when nothing was thrown.
    public func write<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        try contents.withLock { contents throws(StoreError) in
            let transaction = MemoryTransaction(contents)
            let value = try body(transaction)
            contents = transaction.contents
            return value
        }
    }
}

/// Everything that a ``MemoryStore`` holds.
struct MemoryContents {
    /// A normalised key within its kind.
    struct Key: Hashable {
        let kind: AccountName.Kind
        let key: String
    }

    var accounts: [AccountID: (hash: PasswordHash, lastVisit: User.Visit?)] = [:]
    var names: [Key: AccountID] = [:]
    var sessions: [TokenDigest: StoredSession] = [:]
    var attempts: [Attempt] = []
    var lastNumber: Int64 = 0
    let hashKey = Randomness.system.makeToken()
    var failures = MemoryFailures()
    var codes = MemoryCodes()
}

/// A transaction on a copy of the contents.
final class MemoryTransaction: StoreTransaction {
    var contents: MemoryContents

    init(_ contents: MemoryContents) {
        self.contents = contents
    }

    func account(named name: AccountName) -> StoredAccount? {
        guard let id = contents.names[.init(kind: name.kind, key: name.key)], let account = contents.accounts[id]
        else { return nil }
        return StoredAccount(id: id, passwordHash: account.hash)
    }

    func account(_ id: AccountID) -> StoredAccount? {
        contents.accounts[id].map { StoredAccount(id: id, passwordHash: $0.hash) }
    }

    func addresses(of account: AccountID) -> [AccountName] {
        contents.names.filter { $0.value == account && $0.key.kind != .normalName }
            .compactMap { AccountName($0.key.key) }
    }

    func hashKey() -> Secret { contents.hashKey }

    func session(_ token: TokenDigest) -> StoredSession? {
        contents.sessions[token]
    }

    func attempts(limit: Int) -> [Attempt] {
        contents.attempts.suffix(limit).reversed()
    }

    func insert(_ account: NewAccount) -> AccountID? {
        let keys = account.names.values.map { MemoryContents.Key(kind: $0.kind, key: $0.key) }
        guard keys.allSatisfy({ contents.names[$0] == nil }) else { return nil }
        contents.lastNumber += 1
        let id = AccountID(number: contents.lastNumber)
        contents.accounts[id] = (account.passwordHash, nil)
        for key in keys { contents.names[key] = id }
        return id
    }

    func replacePasswordHash(_ old: PasswordHash, by new: PasswordHash, of account: AccountID) {
        guard contents.accounts[account]?.hash == old else { return }
        contents.accounts[account]?.hash = new
    }

    func recordVisit(_ visit: User.Visit, of account: AccountID) -> User.Visit? {
        defer { contents.accounts[account]?.lastVisit = visit }
        return contents.accounts[account]?.lastVisit
    }

    func insert(_ session: StoredSession) {
        contents.sessions[session.token] = session
    }

    func deleteSession(_ token: TokenDigest) -> AccountID? {
        contents.sessions.removeValue(forKey: token)?.account
    }

    func deleteSessions(of account: AccountID) {
        contents.sessions = contents.sessions.filter { $0.value.account != account }
    }

    func deleteExpiredSessions(of account: AccountID, at time: Timestamp) {
        contents.sessions = contents.sessions.filter { $0.value.account != account || $0.value.isAlive(at: time) }
    }

    func record(_ attempt: Attempt) {
        let earlier = contents.attempts.lastIndex { earlier in
            earlier.account == nil && attempt.account == nil && earlier.time == attempt.time
                && earlier.kind == attempt.kind && earlier.outcome == attempt.outcome && earlier.peer == attempt.peer
        }
        guard let earlier else { return contents.attempts.append(attempt) }
        contents.attempts[earlier] = contents.attempts[earlier].counted(attempt.count)
    }

    func pruneAttempts(before time: Timestamp, keeping limit: Int) {
        contents.attempts = Array(contents.attempts.filter { $0.time >= time }.suffix(limit))
    }
}

extension Attempt {
    /// The same line for so many more attempts.
    fileprivate func counted(_ more: Int) -> Attempt {
        Attempt(time: time, account: account, kind: kind, outcome: outcome, peer: peer, count: count + more)
    }
}

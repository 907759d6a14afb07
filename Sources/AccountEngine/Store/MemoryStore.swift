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
        /// The kind.
        let kind: AccountName.Kind
        /// The key.
        let key: String
    }

    /// Hashes, and when accounts were made and visited last.
    var accounts: [AccountID: (hash: PasswordHash, creation: Timestamp, lastVisit: User.Visit?)] = [:]
    /// Whose each name is.
    var names: [Key: AccountID] = [:]
    /// Sessions, notices and disabled accounts.
    var sessions = MemorySessions()
    /// The trail, oldest first.
    var attempts: [Attempt] = []
    /// The number that was given last.
    var lastNumber: Int64 = 0
    /// What short values are hashed under.
    let hashKey = Randomness.system.makeKey()
    /// Failures and leases.
    var failures = MemoryFailures()
    /// Codes, sends and pictures' answers.
    var codes = MemoryCodes()
}

/// A transaction on a copy of the contents.
final class MemoryTransaction: StoreTransaction {
    /// What becomes the store when the transaction succeeds.
    var contents: MemoryContents

    /// Begins on a copy of `contents`.
    init(_ contents: MemoryContents) {
        self.contents = contents
    }

    /// Finds an account by the key within its kind (A2).
    func account(named name: AccountName) -> StoredAccount? {
        guard let id = contents.names[.init(kind: name.kind, key: name.key)], let account = contents.accounts[id]
        else { return nil }
        return StoredAccount(id: id, passwordHash: account.hash)
    }

    /// Finds an account by its number.
    func account(_ id: AccountID) -> StoredAccount? {
        contents.accounts[id].map { StoredAccount(id: id, passwordHash: $0.hash) }
    }

    /// The phone number and the address of an account (A4).
    func addresses(of account: AccountID) -> [AccountName] {
        contents.names.filter { $0.value == account && $0.key.kind != .normalName }
            .compactMap { AccountName($0.key.key) }
    }

    /// The key that was drawn with the store.
    func hashKey() -> Secret {
        contents.hashKey
    }

    /// Reads the trail from its end (A9).
    func attempts(limit: Int) -> [Attempt] {
        contents.attempts.suffix(limit).reversed()
    }

    /// Adds an account, unless a name is taken (A2).
    func insert(_ account: NewAccount) -> AccountID? {
        let keys = account.names.values.map { MemoryContents.Key(kind: $0.kind, key: $0.key) }
        guard keys.allSatisfy({ contents.names[$0] == nil }) else { return nil }
        contents.lastNumber += 1
        let id = AccountID(number: contents.lastNumber)
        contents.accounts[id] = (account.passwordHash, account.creation, nil)
        for key in keys { contents.names[key] = id }
        return id
    }

    /// Replaces a hash unless it has changed meanwhile (A1).
    func replacePasswordHash(_ old: PasswordHash, by new: PasswordHash, of account: AccountID) -> Bool {
        guard contents.accounts[account]?.hash == old else { return false }
        contents.accounts[account]?.hash = new
        return true
    }

    /// Notes a login and returns the one before it (H2).
    func recordVisit(_ visit: User.Visit, of account: AccountID) -> User.Visit? {
        defer { contents.accounts[account]?.lastVisit = visit }
        return contents.accounts[account]?.lastVisit
    }

    /// Adds a line, or counts one up where there is no account (A9).
    func record(_ attempt: Attempt) {
        let earlier = contents.attempts.lastIndex { earlier in
            earlier.account == nil && attempt.account == nil && earlier.time == attempt.time
                && earlier.kind == attempt.kind && earlier.outcome == attempt.outcome && earlier.peer == attempt.peer
        }
        guard let earlier else { return contents.attempts.append(attempt) }
        contents.attempts[earlier] = contents.attempts[earlier].counted(attempt.count)
    }

    /// Drops old lines and those beyond the limit (A9).
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

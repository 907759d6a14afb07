import Accounts
import Cryptography

/// Where accounts are kept; the engine's rules are the same over every one (section 4).
///
/// Transactions belong to the store: it runs the body where its connection lives, may put several bodies into
/// one commit, and returns only when what they wrote will survive a crash (A10).
public protocol AccountStore: Sendable {
    /// Runs `body` on one consistent state of the store.
    ///
    /// - Throws: what `body` throws, or the store's own ``StoreError``.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value

    /// Runs `body` and commits what it wrote before returning; when anything throws, nothing is kept.
    ///
    /// The body runs once at least; a store that must begin again (a deadlock) runs it again, so it changes nothing
    /// outside the transaction. It must not let the transaction escape.
    ///
    /// - Throws: what `body` throws, or the store's own ``StoreError``.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value

    /// Finds the account that has `name`; where there is none, `attempt` on it is in the trail before this returns.
    ///
    /// A store may put many of them into one line (A9): strangers come in floods. One that has nothing better need not
    /// implement it.
    ///
    /// - Throws: the store's own ``StoreError``.
    func account(
        named name: AccountName, elseRecording attempt: Attempt, in bounds: TrailBounds
    ) async throws(StoreError) -> StoredAccount?

    /// Says what keeps the store from being read, or written as far as that shows without writing.
    ///
    /// - Throws: the store's own ``StoreError``.
    func check() async throws(StoreError)

    /// Lets go of the store once what is under way has ended; no transaction may be asked for afterwards.
    func close() async
}

extension AccountStore {
    /// Nothing to let go of.
    public func close() async {}

    /// Reads something.
    public func check() async throws(StoreError) {
        _ = try await read { reader throws(StoreError) in try reader.hashKey().count }
    }

    /// Looks and records in one transaction.
    public func account(
        named name: AccountName, elseRecording attempt: Attempt, in bounds: TrailBounds
    ) async throws(StoreError) -> StoredAccount? {
        try await write { transaction throws(StoreError) in
            if let account = try transaction.account(named: name) { return account }
            try transaction.record(attempt)
            try transaction.pruneAttempts(before: bounds.earliest, keeping: bounds.lineCount)
            return nil
        }
    }
}

/// What the audit trail keeps (A9).
public struct TrailBounds: Hashable, Sendable {
    /// What is older is dropped.
    public let earliest: Timestamp
    /// How many lines there are at most.
    public let lineCount: Int

    /// Makes bounds.
    public init(earliest: Timestamp, lineCount: Int) {
        self.earliest = earliest
        self.lineCount = lineCount
    }
}

/// Why a store did not do what it was asked; nothing was admitted (A10).
public struct StoreError: Error, Equatable, Sendable {
    /// What is wrong, in the terms that a person can act on.
    public let trouble: ServiceError.Trouble
    /// The database's number and words for it, for the log alone; empty where it said nothing.
    ///
    /// No value of a row is in it. What comes of it may hold anything else, so a terminal must be kept from it (T6).
    public let detail: String

    /// Makes an error.
    public init(_ trouble: ServiceError.Trouble, detail: String = "") {
        self.trouble = trouble
        self.detail = detail
    }

    /// Errors are alike that mean the same to a person, whatever the database's words are.
    public static func == (one: StoreError, other: StoreError) -> Bool { one.trouble == other.trouble }
}

/// What can be read from a store.
public protocol StoreReader: SubjectReader, FailureReader, CodeReader, SessionReader, AdministrationReader {
    /// The account that has `name`, found by its kind and normalised key (A2).
    func account(named name: AccountName) throws(StoreError) -> StoredAccount?

    /// The latest attempts, newest first, at most `limit` (A9).
    func attempts(limit: Int) throws(StoreError) -> [Attempt]
}

/// What can be changed in one transaction.
///
/// What one transaction has read, no other changes before it has ended: the limits of section 4 are counted by reading
/// and then writing. What is pruned is gone when the transaction has been committed, perhaps not before.
public protocol StoreTransaction: StoreReader, FailureWriter, CodeWriter, SessionStore, AdministrationWriter {
    /// Adds an account; nil, and no change, when one of its names belongs to another account (A2).
    func insert(_ account: NewAccount) throws(StoreError) -> AccountID?

    /// Replaces an account's hash, if it is still `old`: a change of password meanwhile wins (A1).
    ///
    /// - Returns: whether it was replaced.
    @discardableResult
    func replacePasswordHash(
        _ old: PasswordHash, by new: PasswordHash, of account: AccountID
    ) throws(StoreError) -> Bool

    /// Notes a login and returns the one before it (H2).
    func recordVisit(_ visit: User.Visit, of account: AccountID) throws(StoreError) -> User.Visit?

    /// Adds to the audit trail; attempts on no account are counted per minute, peer, kind and outcome (A9).
    func record(_ attempt: Attempt) throws(StoreError)

    /// Drops attempts from before `time`, and the oldest beyond `limit`; a bounded number each call (A9).
    func pruneAttempts(before time: Timestamp, keeping limit: Int) throws(StoreError)
}

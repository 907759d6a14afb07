import AccountEngine
import Accounts
import Synchronization

/// A caller's transaction on its way into a commit.
protocol PendingWrite: Sendable {
    /// Whether it changes nothing by itself, so that there is nothing to undo.
    var onlyReads: Bool { get }

    /// Runs the body and keeps its result for the caller.
    ///
    /// - Throws: what the body threw, after keeping that.
    func run(in transaction: SQLiteTransaction, strangers: inout Strangers) throws(StoreError)

    /// Answers the caller with an error, whatever the result was: the commit failed.
    func fail(_ error: StoreError)

    /// Answers the caller with the result: it is on the disk.
    func finish()
}

/// A result that the caller waits for.
final class Outcome<Value: Sendable>: Sendable {
    /// What waits.
    typealias Continuation = CheckedContinuation<Result<Value, StoreError>, Never>

    private let result = Mutex<Result<Value, StoreError>>(.failure(StoreError(.storeFailed)))
    private let continuation: Continuation

    /// Makes one that is a failure so far.
    init(for continuation: Continuation) {
        self.continuation = continuation
    }

    /// Keeps what `body` gives or throws.
    func keep(_ body: () throws(StoreError) -> Value) throws(StoreError) {
        let result = Result(catching: body)
        self.result.withLock { $0 = result }
        _ = try result.get()
    }

    /// Answers.
    func finish() { continuation.resume(returning: result.withLock(\.self)) }

    /// Answers with an error.
    func fail(_ error: StoreError) { continuation.resume(returning: .failure(error)) }
}

/// A transaction whose body gives a `Value`.
struct Write<Value: Sendable>: PendingWrite {
    private let body: @Sendable (any StoreTransaction) throws(StoreError) -> Value
    private let outcome: Outcome<Value>

    /// Makes a write that will run `body`.
    init(
        _ body: @escaping @Sendable (any StoreTransaction) throws(StoreError) -> Value,
        for continuation: Outcome<Value>.Continuation
    ) {
        self.body = body
        outcome = Outcome(for: continuation)
    }

    /// Who knows what the body does.
    var onlyReads: Bool { false }

    /// Runs the body.
    func run(in transaction: SQLiteTransaction, strangers: inout Strangers) throws(StoreError) {
        try outcome.keep { () throws(StoreError) in try body(transaction) }
    }

    /// Answers with an error.
    func fail(_ error: StoreError) { outcome.fail(error) }

    /// Answers with what the body gave or threw.
    func finish() { outcome.finish() }
}

/// A look for an account, and the attempt on it that is recorded where there is none.
struct Lookup: PendingWrite {
    private let name: AccountName
    private let attempt: Attempt
    private let bounds: TrailBounds
    private let outcome: Outcome<StoredAccount?>

    /// Makes a look for the account with `name`.
    init(
        _ name: AccountName, _ attempt: Attempt, _ bounds: TrailBounds,
        for continuation: Outcome<StoredAccount?>.Continuation
    ) {
        self.name = name
        self.attempt = attempt
        self.bounds = bounds
        outcome = Outcome(for: continuation)
    }

    /// The group writes for all of them.
    var onlyReads: Bool { true }

    /// Looks.
    func run(in transaction: SQLiteTransaction, strangers: inout Strangers) throws(StoreError) {
        try outcome.keep { () throws(StoreError) in
            let account = try transaction.account(named: name)
            if account == nil { strangers.add(attempt, bounds) }
            return account
        }
    }

    /// Answers with an error.
    func fail(_ error: StoreError) { outcome.fail(error) }

    /// Answers with the account.
    func finish() { outcome.finish() }
}

/// Attempts on no account that share a commit: those of one peer and minute are one line of the trail anyway (A9).
struct Strangers {
    private struct Line: Hashable {
        let time: Timestamp
        let kind: Attempt.Kind
        let outcome: Attempt.Outcome
        let peer: String
    }

    private var counts: [Line: Int] = [:]
    private var bounds: TrailBounds?

    /// Adds an attempt.
    mutating func add(_ attempt: Attempt, _ bounds: TrailBounds) {
        let line = Line(time: attempt.time, kind: attempt.kind, outcome: attempt.outcome, peer: attempt.peer)
        counts[line, default: 0] += attempt.count
        self.bounds = bounds
    }

    /// Writes them down; the trail is cut where it has grown by a line, not where one was only counted up.
    func record(in transaction: SQLiteTransaction) throws(StoreError) {
        var hasGrown = false
        for (line, count) in counts {
            let isNew = try transaction.add(
                Attempt(
                    time: line.time, account: nil, kind: line.kind, outcome: line.outcome, peer: line.peer,
                    count: count))
            if isNew { hasGrown = true }
        }
        guard let bounds, hasGrown else { return }
        try transaction.pruneAttempts(before: bounds.earliest, keeping: bounds.lineCount)
    }
}

/// Writes that share one commit (A9); each stands or falls by itself until then.
struct WriteGroup {
    /// The writes, in the order of their arrival.
    let writes: [any PendingWrite]

    /// Runs and commits all; on return every write has its result, and can be finished.
    ///
    /// - Throws: why nothing of the group was kept.
    func commit(to database: Database) throws(StoreError) {
        try database.run("BEGIN IMMEDIATE")
        do throws(StoreError) {
            var strangers = Strangers()
            for write in writes { try run(write, on: database, &strangers) }
            try strangers.record(in: SQLiteTransaction(database: database))
            try database.run("COMMIT")
        } catch {
            if database.isInTransaction { try? database.run("ROLLBACK") }
            throw error
        }
    }

    /// Runs one write; its own failure is undone alone.
    ///
    /// - Throws: the failure that ended the whole transaction, as a full disk does.
    private func run(
        _ write: any PendingWrite, on database: Database, _ strangers: inout Strangers
    ) throws(StoreError) {
        let transaction = SQLiteTransaction(database: database)
        if write.onlyReads { return try write.run(in: transaction, strangers: &strangers) }
        try database.run("SAVEPOINT write")
        do {
            try write.run(in: transaction, strangers: &strangers)
        } catch {
            guard database.isInTransaction else { throw error }
            try database.run("ROLLBACK TO write")
        }
        try database.run("RELEASE write")
    }
}

extension Database {
    /// Runs a statement without values, its error in the store's terms.
    func run(_ sql: String) throws(StoreError) {
        do { try statement(sql).run() } catch { throw StoreError(error) }
    }
}

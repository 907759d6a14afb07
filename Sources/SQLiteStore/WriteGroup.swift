import AccountEngine
import Synchronization

/// A caller's transaction on its way into a commit.
protocol PendingWrite: Sendable {
    /// Runs the body and keeps its result for the caller.
    ///
    /// - Throws: what the body threw, after keeping that.
    func run(in transaction: SQLiteTransaction) throws(StoreError)

    /// Makes the result an error, whatever it was: the commit failed.
    func fail(_ error: StoreError)

    /// Notes that the result stands.
    func finish()
}

/// A transaction whose body gives a `Value`.
final class Write<Value: Sendable>: PendingWrite {
    private struct State {
        var result: Result<Value, StoreError> = .failure(StoreError(.storeFailed))
        var isDone = false
    }

    private let body: @Sendable (any StoreTransaction) throws(StoreError) -> Value
    private let state = Mutex(State())

    /// Makes a write that will run `body`.
    init(_ body: @escaping @Sendable (any StoreTransaction) throws(StoreError) -> Value) {
        self.body = body
    }

    /// Whether the result stands: after the commit, or its failure.
    var isDone: Bool { state.withLock(\.isDone) }

    /// What the body gave, or why nothing was kept.
    func result() throws(StoreError) -> Value {
        try state.withLock(\.result).get()
    }

    /// Runs the body and keeps its result.
    func run(in transaction: SQLiteTransaction) throws(StoreError) {
        let result = Result { () throws(StoreError) in try body(transaction) }
        state.withLock { $0.result = result }
        _ = try result.get()
    }

    /// Makes the result an error that stands.
    func fail(_ error: StoreError) {
        state.withLock { state in
            state.result = .failure(error)
            state.isDone = true
        }
    }

    /// Lets the result stand.
    func finish() {
        state.withLock { $0.isDone = true }
    }
}

/// Writes that share one commit (A9); each stands or falls by itself until then.
struct WriteGroup {
    /// The writes, in the order of their arrival.
    let writes: [any PendingWrite]

    /// Runs and commits all; on return every write has its result.
    ///
    /// - Throws: why nothing of the group was kept.
    func commit(to database: Database) throws(StoreError) {
        try database.run("BEGIN IMMEDIATE")
        do throws(StoreError) {
            for write in writes { try run(write, on: database) }
            try database.run("COMMIT")
        } catch {
            if database.isInTransaction { try? database.run("ROLLBACK") }
            throw error
        }
        for write in writes { write.finish() }
    }

    /// Runs one write; its own failure is undone alone.
    ///
    /// - Throws: the failure that ended the whole transaction, as a full disk does.
    private func run(_ write: any PendingWrite, on database: Database) throws(StoreError) {
        try database.run("SAVEPOINT write")
        do {
            try write.run(in: SQLiteTransaction(database: database))
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
        do { try statement(sql).run() } catch { throw StoreError(error.trouble) }
    }
}

import AccountEngine
import Accounts
import Cryptography
import Threads

/// Accounts in a MariaDB database, which any number of programs share (A10, section 6).
///
/// A call takes one of a few connections for one transaction, on a thread of the store's own. What was answered is
/// what COMMIT had returned for. Transactions that must not meet take turns by rows that they write (see ``Claim``),
/// on one server and on a Galera cluster alike. A deadlock, which is also what a cluster answers to the later of two
/// changes, begins the whole transaction again, five times at most. A connection that is lost during COMMIT leaves
/// open what became of it: that is trouble, and nobody is admitted.
public final class MariaDBStore: AccountStore {
    /// How the transaction on one thread ended.
    private enum Outcome<Value: Sendable>: Sendable {
        case value(Value)
        case refused(StoreError)
        /// Nothing was done; it may begin again.
        case again
    }

    private let pool: ConnectionPool
    private let keys = HashKeyCache()
    private let patience: Int
    private let randomness: Randomness
    private let sleep: @Sendable (Duration) async throws -> Void

    /// How often a transaction begins again (A10).
    private static let repeatLimit = 5
    /// How long each change of a table may take, in seconds.
    private static let migrationPatience = 600
    /// How many calls may wait for a connection.
    private static let waitingLimit = 1024

    /// Connects, and makes or migrates the tables where they are missing or older.
    ///
    /// Takes as long as the server does; for the start of a program.
    ///
    /// - Parameters:
    ///   - address: the server and database; the database must exist.
    ///   - password: the database user's; empty for none.
    ///   - connectionCount: how many transactions run at once.
    ///   - patience: how long a call waits for a connection, for each of the server's answers, and for rows that others
    ///     hold, in seconds.
    ///   - randomness: where pauses come from.
    ///   - sleep: waits so long.
    /// - Throws: ``MariaDBOpenError``, which says what is wrong.
    public init(
        _ address: MariaDBAddress, password: Secret = Secret(), connectionCount: Int = 8, patience: Int = 5,
        randomness: Randomness = .system,
        sleep: @escaping @Sendable (Duration) async throws -> Void = Workers(count: 16).sleep(for:)
    ) throws(MariaDBOpenError) {
        self.patience = patience
        self.randomness = randomness
        self.sleep = sleep
        let connect: @Sendable (Int) throws(DatabaseError) -> Connection = { patience throws(DatabaseError) in
            let connection = try Connection(address, password: password, patience: patience)
            try connection.prepareForStore(patience: patience)
            return connection
        }
        pool = ConnectionPool(size: connectionCount, capacity: Self.waitingLimit) { () throws(DatabaseError) in
            try connect(patience)
        }
        var version: Int64
        do throws(DatabaseError) {
            // Where nothing is missing, the usual patience will do.
            version = try pool.withConnection(begin: { _ in }) { connection throws(DatabaseError) in
                do throws(DatabaseError) { return try Migration.version(connection) } catch {
                    guard error.isDeadlock else { throw error }
                    return 0
                }
            }
            if version < Migration.latestVersion {
                version = try Migration.bringUpToDate(
                    try connect(max(patience, Self.migrationPatience)),
                    retrying: MigrationRetries(randomness: randomness))
            }
        } catch { throw MariaDBOpenError(error, address) }
        guard version <= Migration.latestVersion else { throw .tooNew(address, version: version) }
    }

    /// Runs `body` on one state of the database; waits for no writer.
    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        try await repeated { [pool, keys] () throws(DatabaseError) in
            try pool.withConnection { connection throws(DatabaseError) in
                try connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
                try connection.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY")
            } _: { connection throws(DatabaseError) in
                defer { connection.rollBack() }
                let transaction = MariaDBTransaction(connection, keys: keys, isWriting: false)
                return try Self.outcome(of: transaction, transaction.result(of: body))
            }
        }
    }

    /// Runs `body` and returns when the server has committed what it wrote.
    public func write<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        try await repeated { [pool, keys] () throws(DatabaseError) in
            try pool.withConnection { connection throws(DatabaseError) in
                try connection.execute("START TRANSACTION")
            } _: { connection throws(DatabaseError) in
                let transaction = MariaDBTransaction(connection, keys: keys, isWriting: true)
                let result = transaction.result(of: body)
                guard transaction.failure == nil, case .success = result else {
                    connection.rollBack()
                    return try Self.outcome(of: transaction, result)
                }
                do throws(DatabaseError) {
                    try connection.execute("COMMIT")
                } catch {
                    if !connection.isLost { connection.rollBack() }
                    throw error
                }
                transaction.prune()
                return try Self.outcome(of: transaction, result)
            }
        }
    }

    /// Reads the tables' version in a transaction that may write, which a server that is read-only for this user
    /// refuses.
    public func check() async throws(StoreError) {
        try await repeated { [pool] () throws(DatabaseError) in
            try pool.withConnection { connection throws(DatabaseError) in
                try connection.execute("START TRANSACTION READ WRITE")
            } _: { connection throws(DatabaseError) in
                defer { connection.rollBack() }
                _ = try Migration.version(connection)
                return .value(())
            }
        }
    }

    /// Closes the connections; later calls are refused.
    public func close() async {
        pool.close()
    }

    /// What the body came to; what the server refused meanwhile outweighs what the body made of that.
    private static func outcome<Value: Sendable>(
        of transaction: MariaDBTransaction, _ result: Result<Value, StoreError>
    ) throws(DatabaseError) -> Outcome<Value> {
        if let failure = transaction.failure { throw failure }
        return switch result {
        case .success(let value): .value(value)
        case .failure(let error): .refused(error)
        }
    }

    /// Runs `attempt` on a thread of the pool, again after each deadlock.
    private func repeated<Value: Sendable>(
        _ attempt: @escaping @Sendable () throws(DatabaseError) -> Outcome<Value>
    ) async throws(StoreError) -> Value {
        let deadline = ContinuousClock.now + .seconds(patience)
        for round in 0... {
            let outcome = await pool.run { () -> Outcome<Value> in
                guard ContinuousClock.now <= deadline else { return .refused(StoreError(.storeLocked)) }
                do throws(DatabaseError) { return try attempt() } catch {
                    return error.isDeadlock ? .again : .refused(StoreError(error))
                }
            }
            switch outcome {
            case .value(let value): return value
            case .refused(let error): throw error
            case .again where round < Self.repeatLimit:
                // A caller who no longer waits does not hurry the others; the transaction goes on all the same.
                try? await sleep(pause(round))
            case .again, nil: throw StoreError(.storeLocked)
            }
        }
        throw StoreError(.storeLocked)
    }

    /// Up to 10 ms the first time, twice as much each time after: two that met must not meet again.
    private func pause(_ round: Int) -> Duration {
        var generator = randomness.makeGenerator()
        return .microseconds(Int64.random(in: 500...(10_000 << round), using: &generator))
    }
}

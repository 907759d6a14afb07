import Synchronization
import Threads

/// A few connections, each used from one thread at a time, on threads that nothing else waits for.
final class ConnectionPool: Sendable {
    /// Hands connections from thread to thread; the lock is what makes that safe.
    private struct Idle: @unchecked Sendable {
        var connections: [Connection] = []
        var isClosed = false
    }

    private let workers: Workers
    private let idle = Mutex(Idle())
    private let connect: @Sendable () throws(DatabaseError) -> Connection

    /// Prepares as many threads, and so as many connections, as `size`; each is made when it is needed.
    ///
    /// - Parameters:
    ///   - size: how many transactions run at once.
    ///   - capacity: how many more may wait.
    ///   - connect: makes a connection.
    init(size: Int, capacity: Int, connect: @escaping @Sendable () throws(DatabaseError) -> Connection) {
        workers = Workers(count: size, capacity: capacity)
        self.connect = connect
    }

    /// Runs `work` on a thread of the pool; nil where too many wait already.
    func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value? {
        await withCheckedContinuation { continuation in
            let ticket = workers.submit { continuation.resume(returning: work()) }
            if ticket == nil { continuation.resume(returning: nil) }
        }
    }

    /// Lends a connection on which `begin` has run to `body`, on the calling thread.
    ///
    /// A connection that has lain idle may have been closed by the server long ago, which shows at `begin`, before
    /// anything was done; then a fresh one takes its place.
    func withConnection<Value>(
        begin: (Connection) throws(DatabaseError) -> Void, _ body: (Connection) throws(DatabaseError) -> Value
    ) throws(DatabaseError) -> Value {
        let connection = try begun(begin)
        defer { put(connection) }
        return try body(connection)
    }

    /// Closes what is idle, and what is in use when it comes back.
    func close() {
        idle.withLock { $0.isClosed = true }
        dropIdle()
    }

    private func dropIdle() {
        // Closing talks to the server, so not under the lock.
        _ = idle.withLock { idle in
            defer { idle.connections = [] }
            return Idle(connections: idle.connections)
        }
    }

    private func begun(_ begin: (Connection) throws(DatabaseError) -> Void) throws(DatabaseError) -> Connection {
        if let connection = idle.withLock({ Idle(connections: $0.connections.popLast().map { [$0] } ?? []) })
            .connections.first
        {
            do throws(DatabaseError) {
                try begin(connection)
                return connection
            } catch {
                guard connection.isLost else {
                    put(connection)
                    throw error
                }
                // Whatever ended this one has most likely ended the others that lie idle.
                dropIdle()
            }
        }
        guard !idle.withLock(\.isClosed) else { throw DatabaseError(code: 2006, message: "the store is closed") }
        let connection = try connect()
        try begin(connection)
        return connection
    }

    private func put(_ connection: Connection) {
        guard !connection.isLost else { return }
        let returned = Idle(connections: [connection])
        idle.withLock { idle in
            if !idle.isClosed { idle.connections += returned.connections }
        }
    }
}

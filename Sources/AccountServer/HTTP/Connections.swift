import Synchronization

/// All connections of a server.
final class Connections: Sendable {
    private struct State {
        var all: [ObjectIdentifier: Connection] = [:]
        var counts: [String: Int] = [:]
    }

    private let state = Mutex(State())

    /// How many there are.
    var count: Int { state.withLock { $0.all.count } }

    /// All of them, in no order.
    var all: [Connection] { state.withLock { Array($0.all.values) } }

    /// Adds a connection; how many its peer has now.
    func insert(_ connection: Connection) -> Int {
        let key = connection.peer.key
        return state.withLock { state in
            state.all[ObjectIdentifier(connection)] = connection
            state.counts[key, default: 0] += 1
            return state.counts[key, default: 0]
        }
    }

    /// Takes a connection away.
    func remove(_ connection: Connection) {
        let key = connection.peer.key
        state.withLock { state in
            guard state.all.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
            let count = state.counts[key, default: 1] - 1
            state.counts[key] = count > 0 ? count : nil
        }
    }
}

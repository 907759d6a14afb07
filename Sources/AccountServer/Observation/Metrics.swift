import AccountEngine
import Synchronization

/// Counts what the service does, for Prometheus (text format 0.0.4).
///
/// Routes are few and have fixed names, so the numbers of a client's making stay bounded.
final class Metrics: Sendable {
    private struct Key: Hashable {
        let route: String
        let status: Int
    }

    private struct Latency {
        var buckets = [Int](repeating: 0, count: Metrics.bounds.count)
        var count = 0
        var sum = Duration.zero

        mutating func add(_ duration: Duration) {
            // The first bucket that it belongs to; the text adds them up.
            if let index = Metrics.durations.firstIndex(where: { duration <= $0 }) { buckets[index] += 1 }
            count += 1
            sum += duration
        }
    }

    private struct State {
        var requests: [Key: Int] = [:]
        var latencies: [String: Latency] = [:]
        var storeErrorCount = 0
    }

    private let state = Mutex(State())

    /// The upper bounds of the histogram, in seconds.
    private static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
    private static let durations = bounds.map { Duration.seconds($0) }

    /// Counts a request; one that ended without an answer has status 0.
    func count(_ event: RequestEvent) {
        state.withLock { state in
            state.requests[Key(route: event.route, status: event.status ?? 0), default: 0] += 1
            state.latencies[event.route, default: Latency()].add(event.duration)
        }
    }

    /// Counts a call that the store could not serve.
    func countStoreError() {
        state.withLock { $0.storeErrorCount += 1 }
    }

    /// What stands at this moment.
    struct Gauges {
        /// Connections that are open.
        var connections: Int
        /// Hashes that wait, and that are being computed (A1).
        var hashes: (waiting: Int, running: Int)
    }

    /// All numbers as text.
    func text(_ gauges: Gauges) -> String {
        let state = state.withLock { $0 }
        var text = MetricsText()
        text.family(
            "vestibule_requests_total", .counter, "Requests by route and status; 0 for those without an answer.")
        for (key, count) in state.requests.sorted(by: { ($0.key.route, $0.key.status) < ($1.key.route, $1.key.status) })
        {
            text.sample("vestibule_requests_total", [("route", key.route), ("status", String(key.status))], count)
        }
        let latency = "vestibule_request_duration_seconds"
        text.family(latency, .histogram, "From a request's first line to the end of its answer.")
        for (route, numbers) in state.latencies.sorted(by: { $0.key < $1.key }) {
            var total = 0
            for (bound, count) in zip(Self.bounds, numbers.buckets) {
                total += count
                text.sample(latency + "_bucket", [("route", route), ("le", String(describing: bound))], total)
            }
            text.sample(latency + "_bucket", [("route", route), ("le", "+Inf")], numbers.count)
            text.sample(latency + "_sum", [("route", route)], numbers.sum / .seconds(1))
            text.sample(latency + "_count", [("route", route)], numbers.count)
        }
        text.family("vestibule_hash_queue_depth", .gauge, "Password hashes that wait.")
        text.sample("vestibule_hash_queue_depth", [], gauges.hashes.waiting)
        text.family("vestibule_hash_busy", .gauge, "Password hashes that are being computed.")
        text.sample("vestibule_hash_busy", [], gauges.hashes.running)
        text.family("vestibule_store_errors_total", .counter, "Calls that the account store could not serve.")
        text.sample("vestibule_store_errors_total", [], state.storeErrorCount)
        text.family("vestibule_connections", .gauge, "Connections that are open.")
        text.sample("vestibule_connections", [], gauges.connections)
        return text.text
    }
}

/// Writes the text format; names and labels are our own and need no escaping.
private struct MetricsText {
    /// The kinds of numbers.
    enum Kind: String {
        case counter, gauge, histogram
    }

    /// The text so far.
    private(set) var text = ""

    mutating func family(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n"
    }

    mutating func sample(_ name: String, _ labels: [(String, String)], _ value: some CustomStringConvertible) {
        let list = labels.map { "\($0)=\"\($1)\"" }.joined(separator: ",")
        text += "\(name)\(list.isEmpty ? "" : "{\(list)}") \(value)\n"
    }
}

import AccountEngine
import Testing

@testable import AccountServer

/// The numbers for Prometheus.
struct MetricsTests {
    @Test func `requests are counted by route and status, their times in buckets that add up`() {
        let metrics = Metrics()
        for (status, milliseconds) in [(200, 1), (200, 30), (403, 30), (nil, 20_000)] as [(Int?, Int)] {
            metrics.count(
                RequestEvent(
                    route: "login", method: "POST", status: status, duration: .milliseconds(milliseconds),
                    peer: .localUser(id: 1)))
        }
        metrics.countStoreError()
        let text = metrics.text(Metrics.Gauges(connections: 3, hashes: (waiting: 2, running: 1)))
        for line in [
            #"vestibule_requests_total{route="login",status="0"} 1"#,
            #"vestibule_requests_total{route="login",status="200"} 2"#,
            #"vestibule_requests_total{route="login",status="403"} 1"#,
            #"vestibule_request_duration_seconds_bucket{route="login",le="0.001"} 1"#,
            #"vestibule_request_duration_seconds_bucket{route="login",le="0.025"} 1"#,
            #"vestibule_request_duration_seconds_bucket{route="login",le="0.05"} 3"#,
            #"vestibule_request_duration_seconds_bucket{route="login",le="10.0"} 3"#,
            #"vestibule_request_duration_seconds_bucket{route="login",le="+Inf"} 4"#,
            #"vestibule_request_duration_seconds_count{route="login"} 4"#,
            "vestibule_hash_queue_depth 2", "vestibule_hash_busy 1", "vestibule_store_errors_total 1",
            "vestibule_connections 3", "# TYPE vestibule_request_duration_seconds histogram",
        ] { #expect(text.contains("\n\(line)\n"), "\(line)") }
        #expect(text.contains(#"vestibule_request_duration_seconds_sum{route="login"} 20.061"#))
    }
}

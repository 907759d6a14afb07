import Foundation
import Glibc

/// Looks again and again, every few milliseconds, until `condition` holds; whether it came true in time.
package func comesTrue(within limit: Duration = .seconds(30), _ condition: () throws -> Bool) rethrows -> Bool {
    let end = ContinuousClock.now + limit
    repeat {
        if try condition() { return true }
        poll(nil, 0, 5)
    } while .now < end
    return false
}

/// Whether the process ends in time; one that nobody reaps has ended.
package func ends(_ process: pid_t, within limit: Duration = .seconds(30)) -> Bool {
    // The system takes its time with what has been killed.
    comesTrue(within: limit) {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return true }
        return text.split(separator: ")").last?.hasPrefix(" Z") ?? true
    }
}

/// Runs what waits for other processes on a thread of its own: the few that tests share are for what goes on.
package func apart<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
    }
}

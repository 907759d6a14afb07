import Glibc

extension Workers {
    /// Waits for `duration`, on a worker while it lasts; one that is not to be had ends the wait.
    ///
    /// `Task.sleep` would start the runtime's own pool, which wakes once a second from then on (T8).
    ///
    /// - Throws: `CancellationError`, as soon as the task is cancelled.
    public func sleep(for duration: Duration) async throws {
        if duration > .zero { await wait(for: Pause(duration)) }
        try Task.checkCancellation()
    }

    private func wait(for pause: Pause) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ticket = submit {
                    pause.wait()
                    continuation.resume()
                }
                if ticket == nil { continuation.resume() }
            }
        } onCancel: {
            pause.end()
        }
    }
}

/// A stretch of time, beginning when it is made, that another thread can cut short.
private final class Pause: @unchecked Sendable {
    private let change = Condition()
    private let deadline: timespec
    // Touched under the lock only.
    private var isEnded = false

    init(_ duration: Duration) {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        let (seconds, attoseconds) = duration.components
        let nanoseconds = now.tv_nsec + Int(attoseconds / 1_000_000_000)
        deadline = timespec(
            tv_sec: now.tv_sec + Int(seconds) + nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
    }

    func wait() {
        change.withLock {
            while !isEnded, change.wait(until: deadline) {}
        }
    }

    func end() {
        change.withLock {
            isEnded = true
            change.wakeOne()
        }
    }
}

import Glibc

/// The lock beside a store that all writes and checkpoints of all processes take in turn (A10).
///
/// SQLite before 3.51.3 can damage a file when one connection checkpoints while another restarts the log; with
/// this lock no two ever write at once.
struct FileLock: ~Copyable {
    private let descriptor: Int32

    /// Opens the lock's file, made with mode 0600 where it is missing.
    ///
    /// - Throws: the `errno` of the failure.
    init(path: String) throws(SystemError) {
        descriptor = try PrivateFile.open(path)
    }

    deinit {
        close(descriptor)
    }

    /// Takes the lock, waiting until `deadline` at most; whether it was taken.
    ///
    /// `flock` knows no deadline, so this asks again, ever less often, while somebody else writes.
    func take(until deadline: Deadline) -> Bool {
        var pause = 500 as UInt32
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR, deadline.remainingMilliseconds > 0 else { return false }
            usleep(pause)
            pause = min(pause * 2, 10_000)
        }
        return true
    }

    /// Gives the lock back.
    func release() {
        flock(descriptor, LOCK_UN)
    }
}

/// A point on the monotonic clock until which something may wait.
struct Deadline {
    private let instant: ContinuousClock.Instant

    /// So many milliseconds from now.
    init(milliseconds: Int) {
        instant = .now + .milliseconds(milliseconds)
    }

    /// What is left, at least 0.
    var remainingMilliseconds: Int32 {
        let left = ContinuousClock.now.duration(to: instant).components
        return max(0, Int32(clamping: left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000))
    }
}

import Glibc

/// A lock between processes: a file that whoever holds it has locked by `flock`.
///
/// The lock goes with the process, however that ends. The file stays, since removing it would let two processes lock
/// two files of one name.
public struct FileLock: ~Copyable, Sendable {
    private let descriptor: Int32

    /// Opens the lock's file, made with mode 0600 where it is missing.
    ///
    /// - Throws: the `errno` of the failure.
    public init(path: String) throws(SystemError) {
        descriptor = try PrivateFile.open(path)
    }

    deinit {
        close(descriptor)
    }

    /// Takes the lock, waiting until `deadline` at most; whether it was taken.
    ///
    /// `flock` knows no deadline, so this asks again, ever less often, while somebody else writes.
    public func take(until deadline: Deadline) -> Bool {
        var pause = 500 as UInt32
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR, deadline.remainingMilliseconds > 0 else { return false }
            usleep(pause)
            pause = min(pause * 2, 10_000)
        }
        return true
    }

    /// Gives the lock back.
    public func release() {
        flock(descriptor, LOCK_UN)
    }
}

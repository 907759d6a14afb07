import Glibc

/// A lock, and a signal that its holders wait for; Swift's own library has the first only.
final class Condition: @unchecked Sendable {
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    /// Whose lock it is; nil for our own.
    private let lockOwner: Condition?
    private let signal = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    /// Makes an open lock and a signal; or one more signal for those who hold the lock of `other`.
    init(sharingLockOf other: Condition? = nil) {
        lockOwner = other
        if let other {
            lock = other.lock
        } else {
            lock = .allocate(capacity: 1)
            lock.initialize(to: pthread_mutex_t())
            pthread_mutex_init(lock, nil)
        }
        signal.initialize(to: pthread_cond_t())
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        // A wait with a deadline must not care when somebody sets the clock.
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(signal, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(signal)
        signal.deallocate()
        guard lockOwner == nil else { return }
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    /// Runs `body` while no other thread holds the lock.
    func withLock<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return body()
    }

    /// Lets others have the lock until one is woken, perhaps for nothing; to be called with the lock.
    func wait() {
        pthread_cond_wait(signal, lock)
    }

    /// The same, up to a time of `CLOCK_MONOTONIC`; false once that has passed.
    func wait(until deadline: timespec) -> Bool {
        var deadline = deadline
        return pthread_cond_timedwait(signal, lock, &deadline) != ETIMEDOUT
    }

    /// Wakes one that waits.
    func wakeOne() {
        pthread_cond_signal(signal)
    }

    /// Wakes all that wait.
    func wakeAll() {
        pthread_cond_broadcast(signal)
    }
}

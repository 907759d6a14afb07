import Glibc

/// Threads of our own that run jobs first come, first served, off the cooperative pool.
///
/// Work that takes long or waits for a disk would hold up everything else there. The threads start with the
/// first job, wait without waking, and end when the last reference goes and the last job is done.
public final class Workers: Sendable {
    /// A job that waits or runs; what ``withdraw(_:)`` takes.
    public struct Ticket: Hashable, Sendable {
        fileprivate let number: UInt64
    }

    private let queue: JobQueue

    /// Prepares `count` threads and room for `capacity` jobs that wait; nil sets no limit.
    public init(count: Int, capacity: Int? = nil) {
        queue = JobQueue(threadLimit: count, jobLimit: capacity.map { count + $0 })
    }

    deinit {
        queue.close()
    }

    /// Puts `job` at the end of the queue; nil when there is no room, or no thread can be had.
    public func submit(_ job: @escaping @Sendable () -> Void) -> Ticket? {
        queue.append(job).map(Ticket.init)
    }

    /// How many jobs wait, and how many run, at this moment.
    public var load: (waiting: Int, running: Int) { queue.load }

    /// Waits, on the calling thread, until no job waits or runs.
    public func waitUntilIdle() {
        queue.waitUntilIdle()
    }

    /// Takes a job that still waits out of the queue; one that runs, runs on.
    public func withdraw(_ ticket: Ticket) {
        queue.remove(ticket.number)
    }
}

/// The jobs, and the lock and signal that the threads share; it outlives ``Workers`` until the last thread ends.
private final class JobQueue: @unchecked Sendable {
    private let threadLimit: Int
    private let jobLimit: Int?
    // Everything below is touched under the lock only, which is what makes the class safe to share.
    private let arrival = Condition()
    private var waiting: [(number: UInt64, job: @Sendable () -> Void)] = []
    private var nextNumber: UInt64 = 0
    private var runningCount = 0
    private var threadCount = 0
    /// Threads that wait for a job.
    private var idleCount = 0
    /// Callers of ``waitUntilIdle()``, who wait for the same signal.
    private var watcherCount = 0
    /// Whether a thread has been woken that has not come yet: it wakes the next one if there is more to do.
    private var isWaking = false
    private var isClosed = false

    init(threadLimit: Int, jobLimit: Int?) {
        self.threadLimit = threadLimit
        self.jobLimit = jobLimit
    }

    func append(_ job: @escaping @Sendable () -> Void) -> UInt64? {
        let (number, wakes, all) = arrival.withLock { () -> (UInt64?, Bool, Bool) in
            let jobCount = waiting.count + runningCount
            if let jobLimit, jobCount >= jobLimit { return (nil, false, false) }
            if threadCount < threadLimit, jobCount >= threadCount { startThread() }
            guard threadCount > 0 else { return (nil, false, false) }
            nextNumber += 1
            waiting.append((nextNumber, job))
            return (nextNumber, needsWaking(), watcherCount > 0)
        }
        if wakes { wake(all: all) }
        return number
    }

    func remove(_ number: UInt64) {
        arrival.withLock { waiting.removeAll { $0.number == number } }
    }

    var load: (waiting: Int, running: Int) {
        arrival.withLock { (waiting.count, runningCount) }
    }

    func waitUntilIdle() {
        arrival.withLock {
            watcherCount += 1
            while !waiting.isEmpty || runningCount > 0 { arrival.wait() }
            watcherCount -= 1
        }
    }

    func close() {
        arrival.withLock {
            isClosed = true
            arrival.wakeAll()
        }
    }

    /// What each thread does: jobs, until the queue is closed and empty.
    func work() {
        var isFirst = true
        while let job = next(isFirst: isFirst) {
            job()
            isFirst = false
        }
    }

    /// The next job; the one before it, of the same thread, is done.
    private func next(isFirst: Bool) -> (@Sendable () -> Void)? {
        let (job, wakes, all) = arrival.withLock { () -> ((@Sendable () -> Void)?, Bool, Bool) in
            if !isFirst { runningCount -= 1 }
            if waiting.isEmpty, runningCount == 0, watcherCount > 0 { arrival.wakeAll() }
            while waiting.isEmpty && !isClosed {
                idleCount += 1
                arrival.wait()
                idleCount -= 1
                isWaking = false
            }
            guard !waiting.isEmpty else { return (nil, false, false) }
            runningCount += 1
            let job = waiting.removeFirst().job
            return (job, !waiting.isEmpty && needsWaking(), watcherCount > 0)
        }
        if wakes { wake(all: all) }
        return job
    }

    /// Whether a thread is to be woken for what waits; to be called with the lock.
    private func needsWaking() -> Bool {
        guard idleCount > 0, !isWaking else { return false }
        isWaking = true
        return true
    }

    /// Wakes a thread; to be called without the lock, which that needs at once.
    private func wake(all: Bool) {
        if all { arrival.wakeAll() } else { arrival.wakeOne() }
    }

    private func startThread() {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(self)
        let status = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                JobQueue.leaveSignalsToOthers()
                Unmanaged<JobQueue>.fromOpaque(context).takeRetainedValue().work()
                return nil
            }, context.toOpaque())
        guard status == 0 else { return context.release() }
        pthread_detach(thread)
        threadCount += 1
    }

    /// Signals go to the thread that waits for them, all but those that a fault of this thread's own raises.
    private static func leaveSignalsToOthers() {
        var signals = sigset_t()
        sigfillset(&signals)
        for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT] { sigdelset(&signals, fault) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}

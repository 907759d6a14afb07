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
    ///
    /// By a `niceness` from 1 to 19 the threads step back behind the program's others (`nice(2)`, which Linux applies
    /// to one thread): for work that takes long beside work that somebody waits for.
    public init(count: Int, capacity: Int? = nil, niceness: CInt = 0) {
        queue = JobQueue(threadLimit: count, jobLimit: capacity.map { count + $0 }, niceness: niceness)
    }

    deinit {
        queue.close()
    }

    /// Starts all threads now: one that starts later steps back as far as the thread that happens to start it.
    public func start() {
        queue.start()
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
    private let niceness: CInt
    // Everything below is touched under the lock only, which is what makes the class safe to share.
    private let arrival: Condition
    /// The signal that callers of ``waitUntilIdle()`` wait for.
    private let idleness: Condition
    private var waiting: [(number: UInt64, job: @Sendable () -> Void)] = []
    private var nextNumber: UInt64 = 0
    private var runningCount = 0
    private var threadCount = 0
    /// Threads that wait for a job.
    private var idleCount = 0
    /// Whether a thread has been woken that has not come yet: it wakes the next one if there is more to do.
    private var isWaking = false
    private var isClosed = false

    init(threadLimit: Int, jobLimit: Int?, niceness: CInt) {
        self.threadLimit = threadLimit
        self.jobLimit = jobLimit
        self.niceness = niceness
        arrival = Condition()
        idleness = Condition(sharingLockOf: arrival)
    }

    func start() {
        arrival.withLock {
            for _ in threadCount..<threadLimit { startThread() }
        }
    }

    func append(_ job: @escaping @Sendable () -> Void) -> UInt64? {
        let (number, wakes) = arrival.withLock { () -> (UInt64?, Bool) in
            let jobCount = waiting.count + runningCount
            if let jobLimit, jobCount >= jobLimit { return (nil, false) }
            if threadCount < threadLimit, jobCount >= threadCount { startThread() }
            guard threadCount > 0 else { return (nil, false) }
            nextNumber += 1
            waiting.append((nextNumber, job))
            return (nextNumber, needsWaking())
        }
        // Without the lock, which whoever wakes needs at once.
        if wakes { arrival.wakeOne() }
        return number
    }

    func remove(_ number: UInt64) {
        arrival.withLock {
            waiting.removeAll { $0.number == number }
            if isIdle { idleness.wakeAll() }
        }
    }

    var load: (waiting: Int, running: Int) {
        arrival.withLock { (waiting.count, runningCount) }
    }

    func waitUntilIdle() {
        arrival.withLock {
            while !isIdle { idleness.wait() }
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
        // Where that is refused, the thread works all the same.
        if niceness > 0 { _ = nice(niceness) }
        var isFirst = true
        while let job = next(isFirst: isFirst) {
            job()
            isFirst = false
        }
    }

    /// The next job; the one before it, of the same thread, is done.
    private func next(isFirst: Bool) -> (@Sendable () -> Void)? {
        let (job, wakes) = arrival.withLock { () -> ((@Sendable () -> Void)?, Bool) in
            if !isFirst { runningCount -= 1 }
            if isIdle { idleness.wakeAll() }
            while waiting.isEmpty && !isClosed {
                idleCount += 1
                arrival.wait()
                idleCount -= 1
                isWaking = false
            }
            guard !waiting.isEmpty else { return (nil, false) }
            runningCount += 1
            let job = waiting.removeFirst().job
            return (job, !waiting.isEmpty && needsWaking())
        }
        if wakes { arrival.wakeOne() }
        return job
    }

    /// Whether no job waits or runs; to be called with the lock.
    private var isIdle: Bool { waiting.isEmpty && runningCount == 0 }

    /// Whether a thread is to be woken for what waits; to be called with the lock.
    private func needsWaking() -> Bool {
        guard idleCount > 0, !isWaking else { return false }
        isWaking = true
        return true
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

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
    private var isClosed = false

    init(threadLimit: Int, jobLimit: Int?) {
        self.threadLimit = threadLimit
        self.jobLimit = jobLimit
    }

    func append(_ job: @escaping @Sendable () -> Void) -> UInt64? {
        arrival.withLock {
            let jobCount = waiting.count + runningCount
            if let jobLimit, jobCount >= jobLimit { return nil }
            if threadCount < threadLimit, jobCount >= threadCount { startThread() }
            guard threadCount > 0 else { return nil }
            nextNumber += 1
            waiting.append((nextNumber, job))
            arrival.wakeOne()
            return nextNumber
        }
    }

    func remove(_ number: UInt64) {
        arrival.withLock { waiting.removeAll { $0.number == number } }
    }

    var load: (waiting: Int, running: Int) {
        arrival.withLock { (waiting.count, runningCount) }
    }

    func waitUntilIdle() {
        arrival.withLock {
            while !waiting.isEmpty || runningCount > 0 { arrival.wait() }
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
        while let job = next() {
            job()
            arrival.withLock {
                runningCount -= 1
                if waiting.isEmpty, runningCount == 0 { arrival.wakeAll() }
            }
        }
    }

    private func next() -> (@Sendable () -> Void)? {
        arrival.withLock {
            while waiting.isEmpty && !isClosed { arrival.wait() }
            guard !waiting.isEmpty else { return nil }
            runningCount += 1
            return waiting.removeFirst().job
        }
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

/// Runs tasks on threads of our own, for as long as they are not on an actor's.
///
/// The runtime's own pool wakes once a second from its first task on, for ever; these threads wait without waking
/// (T8). A task prefers its executor also after it was suspended, whoever resumed it.
public final class WorkerExecutor: TaskExecutor {
    private let workers: Workers

    /// Prepares up to `threadCount` threads; each starts when a task is ready to run and all others are at work.
    public init(threadCount: Int) {
        workers = Workers(count: threadCount)
    }

    /// Runs `job` when a thread is free.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let ticket = workers.submit { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        precondition(ticket != nil, "no thread for a task")
    }
}

import Glibc

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

    /// Starts all threads now, as ``Workers/start()`` does.
    public func start() {
        workers.start()
    }

    /// Runs `job` when a thread is free, or here and now where ``runningResumedTasksHere(_:)`` asks for that.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if Self.isRunningTasksHere {
            // What this one enqueues, itself among it, waits for a thread: a task must not run within its own end.
            Self.setRunningTasksHere(false)
            defer { Self.setRunningTasksHere(true) }
            job.runSynchronously(on: asUnownedTaskExecutor())
            return
        }
        let ticket = workers.submit { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        precondition(ticket != nil, "no thread for a task")
    }

    /// Runs on this thread, up to where they wait again, the tasks of such executors that `body` resumes.
    ///
    /// Waking a thread costs more than most of them have left to do, such as to hand in an answer. This is for threads
    /// that run no task themselves, and where nothing is locked that a task could want.
    public static func runningResumedTasksHere(_ body: () -> Void) {
        let isNested = isRunningTasksHere
        setRunningTasksHere(true)
        defer { setRunningTasksHere(isNested) }
        body()
    }

    private static var isRunningTasksHere: Bool { pthread_getspecific(key) != nil }

    private static func setRunningTasksHere(_ isSet: Bool) {
        pthread_setspecific(key, isSet ? UnsafeRawPointer(bitPattern: 1) : nil)
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let status = pthread_key_create(&key, nil)
        precondition(status == 0, "no room for one more value per thread")
        return key
    }()
}

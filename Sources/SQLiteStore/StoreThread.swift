import Threads

/// The thread that a store's connection lives on: SQLite waits for disks, which the cooperative pool must not.
final class StoreThread: SerialExecutor {
    private let workers = Workers(count: 1)

    /// Runs `job` after all earlier ones.
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let ticket = workers.submit { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
        precondition(ticket != nil, "no thread for the account store")
    }
}

import Accounts
import Glibc
import Synchronization
import Threads

/// Where passwords are hashed: at most one at a time per core, 64 more in the queue, beyond it "busy" (A1).
///
/// A caller that is cancelled while its job waits takes the job back; one whose job has begun gets its result.
public final class HashQueue: Sendable {
    private let workers: Workers

    /// The number of processors that this program may use.
    public static var coreCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// Prepares the queue; no thread starts before the first job.
    ///
    /// By a `niceness` from 1 to 19 the workers step back behind the program's other threads, as ``Workers`` says.
    public init(workerCount: Int = HashQueue.coreCount, capacity: Int = 64, niceness: CInt = 0) {
        workers = Workers(count: workerCount, capacity: capacity, niceness: niceness)
    }

    /// How many jobs wait, and how many run, at this moment.
    public var load: (waiting: Int, running: Int) { workers.load }

    /// Runs `job` on a worker.
    ///
    /// - Throws: ``ServiceError/busy`` or ``ServiceError/cancelled``; then `job` has not run and will not.
    public func run<Value: Sendable>(_ job: @escaping @Sendable () -> Value) async throws(ServiceError) -> Value {
        let call = Call<Value>()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                call.start(job, on: workers, resuming: continuation)
            }
        } onCancel: {
            call.cancel(on: workers)
        }
        return try result.get()
    }
}

/// One call of ``HashQueue/run(_:)``, between the caller, the worker and whoever cancels.
private final class Call<Value: Sendable>: Sendable {
    typealias Continuation = CheckedContinuation<Result<Value, ServiceError>, Never>

    private enum State {
        /// Before the job is in the queue. Exits: waiting, done (cancelled or refused).
        case new
        /// In the queue. Exits: done, by the worker that takes it or by cancelling.
        case waiting(Continuation, Workers.Ticket)
        /// Taken by a worker or given up; whoever got here answers the continuation.
        case done
    }

    private let state = Mutex(State.new)

    func start(
        _ job: @escaping @Sendable () -> Value, on workers: Workers, resuming continuation: Continuation
    ) {
        let refusal: ServiceError? = state.withLock { state in
            guard case .new = state else { return .cancelled }
            // The worker cannot overtake: it needs this lock to take the job.
            let ticket = workers.submit {
                if let continuation = self.take()?.continuation { continuation.resume(returning: .success(job())) }
            }
            guard let ticket else {
                state = .done
                return .busy
            }
            state = .waiting(continuation, ticket)
            return nil
        }
        if let refusal { continuation.resume(returning: .failure(refusal)) }
    }

    func cancel(on workers: Workers) {
        guard let (continuation, ticket) = take() else { return }
        workers.withdraw(ticket)
        continuation.resume(returning: .failure(.cancelled))
    }

    /// Ends the waiting; nil when there was none, or someone else has ended it.
    private func take() -> (continuation: Continuation, ticket: Workers.Ticket)? {
        state.withLock { state in
            defer { state = .done }
            guard case .waiting(let continuation, let ticket) = state else { return nil }
            return (continuation, ticket)
        }
    }
}

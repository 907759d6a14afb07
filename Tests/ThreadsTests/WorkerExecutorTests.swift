import Glibc
import Synchronization
import Testing
import Threads

@Suite("Tasks on workers", .timeLimit(.minutes(5)))
struct WorkerExecutorTests {
    @Test("T8: a task stays off the runtime's pool: at its start, after suspensions, on actors and in child tasks")
    func thread() async {
        let executor = WorkerExecutor(threadCount: 1)
        let threads = await Task.detached(executorPreference: executor) {
            var threads = [pthread_self()]
            threads.append(await currentThread())
            await Task.yield()
            threads.append(pthread_self())
            threads.append(await Place().thread())
            threads.append(pthread_self())
            await resumeFromElsewhere()
            threads.append(pthread_self())
            async let child = currentThread()
            threads.append(await child)
            return threads
        }.value
        #expect(Set(threads).count == 1 && threads.count == 7)
        let other = await Task.detached(executorPreference: WorkerExecutor(threadCount: 1)) { pthread_self() }.value
        #expect(threads.first != other)
    }

    @Test("L8: a task that blocks holds up no other while there is a thread left")
    func blocking() async {
        let executor = WorkerExecutor(threadCount: 2)
        let bolt = Bolt()
        let blocked = Task.detached(executorPreference: executor) { block(at: bolt) }
        // On the executor too: other tests may keep the runtime's own pool busy for long.
        await Task.detached(executorPreference: executor) {
            for number in 0..<10 {
                #expect(await Task.detached(executorPreference: executor) { number }.value == number)
            }
            bolt.open()
        }.value
        await blocked.value
    }

    @Test("A task that is resumed where that is asked for goes on there, and on its own threads afterwards")
    func resumedHere() async {
        let executor = WorkerExecutor(threadCount: 1)
        let (stream, started) = AsyncStream.makeStream(of: CheckedContinuation<Void, Never>.self)
        let task = Task.detached(executorPreference: executor) {
            let first = pthread_self()
            await withCheckedContinuation { started.yield($0) }
            let second = pthread_self()
            // A task that is resumed before it has quite stopped goes on where it is.
            for _ in 0..<1000 where pthread_self() == second { await Task.yield() }
            return (first, second, pthread_self())
        }
        var waiting = stream.makeAsyncIterator()
        let continuation = await waiting.next()
        let place = resume(continuation)
        let (first, second, third) = await task.value
        #expect(second == place && first != place)
        #expect(third == first)
    }

    /// Resumes on a thread that runs no task, and tells which.
    private func resume(_ continuation: CheckedContinuation<Void, Never>?) -> pthread_t {
        let workers = Workers(count: 1)
        let place = Mutex(pthread_self())
        _ = workers.submit {
            place.withLock { $0 = pthread_self() }
            WorkerExecutor.runningResumedTasksHere { continuation?.resume() }
        }
        workers.waitUntilIdle()
        return place.withLock(\.self)
    }

    @Test("Tasks beyond the threads take turns")
    func turns() async {
        let executor = WorkerExecutor(threadCount: 2)
        let tasks = (0..<200).map { number in
            Task.detached(executorPreference: executor) {
                for _ in 0..<10 { await Task.yield() }
                return number
            }
        }
        var sum = 0
        for task in tasks { sum += await task.value }
        #expect(sum == 199 * 200 / 2)
    }
}

/// An actor with no executor of its own.
private actor Place {
    func thread() -> pthread_t { pthread_self() }
}

private func currentThread() async -> pthread_t { pthread_self() }

private func block(at bolt: Bolt) { bolt.pass() }

/// Suspends the task and has a thread that is none of its executor's resume it.
private func resumeFromElsewhere() async {
    let workers = Workers(count: 1)
    await withCheckedContinuation { continuation in
        #expect(workers.submit { continuation.resume() } != nil)
    }
}

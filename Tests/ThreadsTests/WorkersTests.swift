import Dispatch
import Glibc
import OwnThreads
import Synchronization
import Testing
import Threads

@Suite("Workers", .ownThreads(), .timeLimit(.minutes(5)))
struct WorkersTests {
    @Test("A1: one worker runs jobs in the order of their arrival")
    func order() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        let workers = Workers(count: 1)
        for number in 0..<100 { #expect(workers.submit { continuation.yield(number) } != nil) }
        #expect(workers.submit { continuation.finish() } != nil)
        #expect(await stream.reduce(into: []) { $0.append($1) } == Array(0..<100))
    }

    @Test("A1: beyond the workers and the room to wait a job is refused; one that waits can be taken back")
    func capacity() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        let workers = Workers(count: 2, capacity: 2)
        let bolt = Bolt()
        for _ in 0..<2 { #expect(workers.submit { bolt.pass() } != nil) }
        let withdrawn = try #require(workers.submit { continuation.yield("withdrawn") })
        #expect(workers.submit { continuation.yield("kept") } != nil)
        #expect(workers.submit { continuation.yield("refused") } == nil)
        workers.withdraw(withdrawn)
        #expect(workers.submit { continuation.yield("accepted") } != nil)
        for _ in 0..<2 { bolt.open() }
        var done: Set<String> = []
        for await word in stream.prefix(2) { done.insert(word) }
        #expect(done == ["kept", "accepted"])
    }

    @Test("Threads step back as far as they are told, and others that were started before do not")
    func niceness() async {
        let ready = Workers(count: 2)
        ready.start()
        let before = await niceness(of: ready)
        let workers = Workers(count: 1, niceness: 3)
        #expect(await niceness(of: workers) == min(before + 3, 19))
        let (stream, continuation) = AsyncStream.makeStream(of: CInt.self)
        _ = workers.submit {
            _ = ready.submit { continuation.yield(ownNiceness()) }
        }
        #expect(await stream.first { _ in true } == before)
    }

    private func niceness(of workers: Workers) async -> CInt {
        await withCheckedContinuation { continuation in
            _ = workers.submit { continuation.resume(returning: ownNiceness()) }
        }
    }

    @Test("A1: what waits and what runs can be told")
    func load() async {
        let workers = Workers(count: 1)
        let bolt = Bolt()
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        _ = workers.submit {
            continuation.yield()
            bolt.pass()
        }
        for await _ in stream { break }
        for _ in 0..<3 { _ = workers.submit {} }
        #expect(workers.load == (3, 1))
        bolt.open()
        workers.waitUntilIdle()
        #expect(workers.load == (0, 0))
    }

    @Test("T8: many jobs at once are done by all threads, and no wake-up is lost")
    func wakeUps() {
        let workers = Workers(count: 4)
        let done = Mutex(0)
        for _ in 0..<2_000 {
            for _ in 0..<5 { _ = workers.submit { done.withLock { $0 += 1 } } }
            if done.withLock(\.self) % 7 == 0 { workers.waitUntilIdle() }
        }
        workers.waitUntilIdle()
        #expect(done.withLock(\.self) == 10_000)
    }

    @Test("waiting until idle waits for jobs that run and for those behind them")
    func idle() {
        let workers = Workers(count: 1)
        let bolt = Bolt()
        let done = Mutex(0)
        workers.waitUntilIdle()
        for _ in 0..<3 {
            _ = workers.submit {
                bolt.pass()
                done.withLock { $0 += 1 }
            }
        }
        for _ in 0..<3 { bolt.open() }
        workers.waitUntilIdle()
        #expect(done.withLock { $0 } == 3)
    }
}

/// Where a thread stops until the test lets it go on.
final class Bolt: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    /// Stops the thread; a test that never opens fails instead of hanging.
    func pass() {
        if semaphore.wait(timeout: .now() + .seconds(30)) == .timedOut { Issue.record("nobody opened the bolt") }
    }

    /// Lets one through.
    func open() { semaphore.signal() }
}

/// The niceness of the thread that calls, on Linux.
private func ownNiceness() -> CInt {
    getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
}

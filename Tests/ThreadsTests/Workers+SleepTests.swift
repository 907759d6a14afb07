import Testing
import Threads

@Suite("Sleeping on workers", .timeLimit(.minutes(5)))
struct WorkersSleepTests {
    @Test("Section 5: a sleep lasts as long as it was told to", arguments: [1, 30, 1100])
    func duration(milliseconds: Int) async throws {
        let start = ContinuousClock.now
        try await Workers(count: 1).sleep(for: .milliseconds(milliseconds))
        #expect(ContinuousClock.now - start >= .milliseconds(milliseconds))
    }

    @Test("A sleep of no time takes no worker", arguments: [Duration.zero, .seconds(-1)])
    func none(duration: Duration) async throws {
        let workers = Workers(count: 1)
        let bolt = Bolt()
        #expect(workers.submit { bolt.pass() } != nil)
        // The only one is at work until the sleep is over.
        try await workers.sleep(for: duration)
        bolt.open()
    }

    @Test("L8: a cancelled sleep ends at once")
    func cancellation() async {
        let workers = Workers(count: 1)
        let sleep = Task { try await workers.sleep(for: .seconds(3600)) }
        sleep.cancel()
        await #expect(throws: CancellationError.self) { try await sleep.value }
        // The worker is free again: nothing else would end this one.
        await withCheckedContinuation { continuation in
            #expect(workers.submit { continuation.resume() } != nil)
        }
    }

    @Test("L8: one cancelled before it begins does not begin", arguments: [Duration.zero, .seconds(3600)])
    func cancelledBefore(duration: Duration) async {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await Workers(count: 1).sleep(for: duration)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("Sleeps that share a worker end when each would alone")
    func sharing() async throws {
        let workers = Workers(count: 1)
        // One after the other they would take longer than a test may.
        try await withThrowingTaskGroup { group in
            for _ in 0..<200 { group.addTask { try await workers.sleep(for: .seconds(2)) } }
            try await group.waitForAll()
        }
    }
}

import AccountEngine
import Accounts
import Cryptography
import EngineTesting
import Glibc
import OwnThreads
import Synchronization
import Testing

@Suite("Hash queue", .ownThreads(), .timeLimit(.minutes(5)))
struct HashQueueTests {
    private let threads = OwnThreads.ownThreads().executor

    @Test("A1: one hash at a time per worker, 64 in the queue, beyond it busy")
    func capacity() async throws {
        // Each its own account: attempts on one take turns (A3).
        let everybody = try (0..<66 + 5).map { try credentials("ada\($0)", "k3jf9XqLw2") }
        let gate = Gate()
        let fixture = EngineFixture(hasher: CountingHasher(gate: gate), hashes: HashQueue(workerCount: 2))
        for credentials in everybody { _ = try await fixture.insert([credentials.name.text]) }

        try await withThrowingTaskGroup(of: Void.self) { group in
            let refused = Counter()
            for credentials in everybody {
                group.addTask(executorPreference: threads) {
                    do throws(ServiceError) {
                        _ = try await fixture.engine.logIn(credentials, from: fixture.peer)
                    } catch {
                        #expect(error == .busy)
                        refused.increment()
                    }
                }
            }
            #expect(await eventually { refused.value == 5 && gate.waitingCount == 2 })
            gate.open(for: 66)
            try await group.waitForAll()
            #expect(refused.value == 5)
        }
        #expect(fixture.hasher.count == 66)
        #expect(gate.mostWaiting == 2)
        let outcomes = try await fixture.attempts.map(\.outcome)
        #expect(outcomes.count { $0 == .busy } == 5)
        #expect(outcomes.count { $0 == .granted } == 66)
    }

    @Test("A1: cancelling while queued removes the job and frees its place")
    func cancellation() async throws {
        let gate = Gate()
        let queue = HashQueue(workerCount: 1, capacity: 1)
        let running = Task(executorPreference: threads) { try await queue.run { gate.pass() } }
        #expect(await eventually { gate.waitingCount == 1 })

        // Of two calls for the one place the second is refused; then the first is known to be in the queue.
        let (refusals, continuation) = AsyncStream.makeStream(of: Int.self)
        let calls = (0..<2).map { number in
            Task(executorPreference: threads) {
                do throws(ServiceError) {
                    _ = try await queue.run { Issue.record("a job that was taken back ran") }
                } catch {
                    if error == .busy { continuation.yield(number) }
                    throw error
                }
            }
        }
        let refused = await refusals.first { _ in true }
        let queued = calls[refused == 0 ? 1 : 0]
        queued.cancel()
        await #expect(throws: ServiceError.cancelled) { try await queued.value }

        let next = Task(executorPreference: threads) { try await queue.run { 7 } }
        gate.open(for: 1)
        try await running.value
        #expect(try await next.value == 7)
    }

    @Test("L8: a login cancelled while its hash runs opens no session")
    func cancellationWhileRunning() async throws {
        let ada = try credentials("ada", "k3jf9XqLw2")
        let gate = Gate()
        let fixture = EngineFixture(hasher: CountingHasher(gate: gate))
        gate.open(for: 1)
        _ = try await fixture.register("ada", "k3jf9XqLw2")
        let login = Task(executorPreference: threads) { try await fixture.engine.logIn(ada, from: fixture.peer) }
        #expect(await eventually { gate.waitingCount == 1 })
        login.cancel()
        gate.open(for: 1)
        await #expect(throws: ServiceError.cancelled) { try await login.value }
        #expect(try await fixture.attempts.map(\.outcome) == [.cancelled, .granted])
    }

    @Test("Section 9: workers step back behind other threads only where they are told to")
    func niceness() async throws {
        let own: @Sendable () -> CInt = { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }
        let usual = own()
        #expect(try await HashQueue(workerCount: 1).run(own) == usual)
        #expect(try await HashQueue(workerCount: 1, niceness: 3).run(own) == min(usual + 3, 19))
    }

    @Test("A1: a call cancelled before it begins hashes nothing")
    func cancelledBefore() async throws {
        let queue = HashQueue(workerCount: 1)
        let task = Task(executorPreference: threads) {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await queue.run { Issue.record("the job ran") }
        }
        await #expect(throws: ServiceError.cancelled) { try await task.value }
    }
}

import Accounts
import Cryptography
import EngineTesting
import Testing

@testable import AccountEngine

@Suite("Turns", .timeLimit(.minutes(5)))
struct TurnsTests {
    private let ada = Subject.account(AccountID(number: 1))
    private let eve = Subject.account(AccountID(number: 2))

    /// Starts a caller that notes its number when its turn comes, and waits until it stands in the line.
    private func call(
        _ number: Int, _ turns: Turns, _ order: Recorder<Int>
    ) async -> Task<Void, any Error> {
        let before = turns.waitingCount(for: ada)
        let task = Task {
            try await turns.enter(ada)
            order.append(number)
            turns.leave(ada)
        }
        #expect(await eventually { turns.waitingCount(for: ada) == before + 1 })
        return task
    }

    @Test("A3: callers have their turns in the order of their arrival; another account does not wait")
    func order() async throws {
        let (turns, order) = (Turns(), Recorder<Int>())
        try await turns.enter(ada)
        var tasks: [Task<Void, any Error>] = []
        for number in 0..<20 { tasks.append(await call(number, turns, order)) }
        try await turns.enter(eve)
        turns.leave(eve)
        #expect(order.values == [])
        turns.leave(ada)
        for task in tasks { try await task.value }
        #expect(order.values == Array(0..<20))
        try await turns.enter(ada)
    }

    @Test("A3, L8: who gives up leaves the line at once, and the others go on")
    func cancellation() async throws {
        let (turns, order) = (Turns(), Recorder<Int>())
        try await turns.enter(ada)
        let first = await call(1, turns, order)
        let second = await call(2, turns, order)
        first.cancel()
        await #expect(throws: ServiceError.cancelled) { try await first.value }
        turns.leave(ada)
        try await second.value
        #expect(order.values == [2])
    }

    @Test("A3: a full line sends away")
    func capacity() async throws {
        let (turns, order) = (Turns(capacity: 2), Recorder<Int>())
        try await turns.enter(ada)
        let waiting = [await call(1, turns, order), await call(2, turns, order)]
        await #expect(throws: ServiceError.busy) { try await turns.enter(ada) }
        turns.leave(ada)
        for task in waiting { try await task.value }
    }
}

import Accounts
import Synchronization

/// Lets callers who want the same account go one after another, in the order of their arrival (A3).
///
/// This is within one program; between programs the lease decides. Nobody wakes before their turn.
final class Turns: Sendable {
    private typealias Waiting = CheckedContinuation<Result<Void, ServiceError>, Never>

    /// Who waits behind the one whose turn it is.
    private struct Line {
        var waiting: [(number: UInt64, continuation: Waiting)] = []
    }

    private struct State {
        var lines: [Subject: Line] = [:]
        var lastNumber: UInt64 = 0
    }

    private let state = Mutex(State())
    private let capacity: Int

    /// Makes lines of at most `capacity` callers who wait.
    init(capacity: Int = 64) {
        self.capacity = capacity
    }

    /// Waits for the turn; ``leave(_:)`` ends it.
    ///
    /// - Throws: ``ServiceError/busy`` where the line is full, ``ServiceError/cancelled``; then there is no turn to
    ///   end.
    func enter(_ subject: Subject) async throws(ServiceError) {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { wait($0, number: number, subject) }
        } onCancel: {
            withdraw(number, subject)
        }
        try result.get()
    }

    /// Ends the turn; the next in the line has it.
    func leave(_ subject: Subject) {
        let next = state.withLock { state -> Waiting? in
            guard state.lines[subject]?.waiting.isEmpty == false else {
                state.lines[subject] = nil
                return nil
            }
            return state.lines[subject]?.waiting.removeFirst().continuation
        }
        next?.resume(returning: .success(()))
    }

    /// How many wait behind the one whose turn it is.
    func waitingCount(for subject: Subject) -> Int {
        state.withLock { $0.lines[subject]?.waiting.count ?? 0 }
    }

    private func wait(_ continuation: Waiting, number: UInt64, _ subject: Subject) {
        let answer = state.withLock { state -> Result<Void, ServiceError>? in
            // Whoever cancels later needs this lock to take the caller out of the line again.
            guard !Task.isCancelled else { return .failure(.cancelled) }
            guard let line = state.lines[subject] else {
                state.lines[subject] = Line()
                return .success(())
            }
            guard line.waiting.count < capacity else { return .failure(.busy) }
            state.lines[subject]?.waiting.append((number, continuation))
            return nil
        }
        if let answer { continuation.resume(returning: answer) }
    }

    private func withdraw(_ number: UInt64, _ subject: Subject) {
        let withdrawn = state.withLock { state -> Waiting? in
            guard let index = state.lines[subject]?.waiting.firstIndex(where: { $0.number == number }) else {
                return nil
            }
            return state.lines[subject]?.waiting.remove(at: index).continuation
        }
        withdrawn?.resume(returning: .failure(.cancelled))
    }
}

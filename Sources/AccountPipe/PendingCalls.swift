import AccountWire
import Accounts
import Cryptography

extension ServiceError {
    /// Whether it says nothing of an account or a session.
    fileprivate var isTrouble: Bool {
        switch self {
        case .trouble, .busy, .unsupported, .refused: true
        default: false
        }
    }
}

/// The calls that wait for a program, and the lines on their way to it.
///
/// Numbers rise from 1, so whatever the program says of a number that was never given out is nonsense, and what it
/// says of one that nobody waits for any more came too late.
struct PendingCalls {
    /// What a waiting call is told.
    typealias Outcome = Result<JSONValue, ServiceError>

    private struct Waiting {
        let continuation: CheckedContinuation<Outcome, Never>
        let deadline: ContinuousClock.Instant
    }

    private var calls: [Int64: Waiting] = [:]
    private var declarations: [Int64: CheckedContinuation<Outcome, Never>] = [:]
    private var lastID: Int64 = 0
    /// Lines, how much of each is written, and for calls their numbers.
    private var outgoing: [(call: Int64?, line: Secret, offset: Int)] = []
    /// The first line of the program; nil until it has come.
    private(set) var declaration: JSONValue?
    /// Why nothing more comes; nil while something may.
    private(set) var ending: ServiceError?

    /// A number that none had.
    mutating func makeID() -> Int64 {
        lastID += 1
        return lastID
    }

    /// Waits for the first line.
    mutating func awaitDeclaration(as id: Int64, _ continuation: CheckedContinuation<Outcome, Never>) {
        if let ending {
            continuation.resume(returning: .failure(ending))
        } else if let declaration {
            continuation.resume(returning: .success(declaration))
        } else {
            declarations[id] = continuation
        }
    }

    /// Sends a call and waits for its answer.
    mutating func send(
        _ call: Call, _ body: JSONValue, as id: Int64, until deadline: ContinuousClock.Instant,
        _ continuation: CheckedContinuation<Outcome, Never>
    ) {
        if let ending { return continuation.resume(returning: .failure(ending)) }
        guard let line = PipeRequest.call(id: id, name: call.rawValue, body: body).json.line else {
            return continuation.resume(returning: .failure(.trouble(.serviceFailed)))
        }
        outgoing.append((id, line, 0))
        calls[id] = Waiting(continuation: continuation, deadline: deadline)
    }

    /// Waits no longer for what has that number, and tells the program so, unless it has not heard of it.
    mutating func give(up id: Int64, _ error: ServiceError) {
        declarations.removeValue(forKey: id)?.resume(returning: .failure(error))
        guard let waiting = calls.removeValue(forKey: id) else { return }
        if let index = outgoing.firstIndex(where: { $0.call == id && $0.offset == 0 }) {
            outgoing.remove(at: index)
        } else if let line = PipeRequest.cancel(id: id).json.line {
            outgoing.append((nil, line, 0))
        }
        waiting.continuation.resume(returning: .failure(error))
    }

    /// Takes a line of the program.
    ///
    /// - Throws: why nothing more can be expected from it.
    mutating func take(_ line: JSONValue) throws(ServiceError) {
        do throws(MessageFault) {
            guard declaration != nil else { return try takeFirst(line) }
            let reply = try PipeReply(line)
            guard (1...max(1, lastID)).contains(reply.id) else { throw MessageFault(.outOfRange, at: "/id") }
            calls.removeValue(forKey: reply.id)?.continuation.resume(returning: reply.result)
        } catch {
            guard case .refused(let reason) = error.reason else { throw .trouble(.replyMalformed) }
            throw reason
        }
    }

    private mutating func takeFirst(_ line: JSONValue) throws(MessageFault) {
        if let failure = try? PipeReply(line), failure.id == 0, case .failure(let error) = failure.result {
            throw MessageFault(.refused(error.isTrouble ? error : .trouble(.serviceFailed)))
        }
        _ = try ServiceDeclaration(line)
        declaration = line
        for continuation in declarations.values { continuation.resume(returning: .success(line)) }
        declarations = [:]
    }

    /// Tells everybody that nothing more comes, and why.
    mutating func end(_ error: ServiceError) {
        guard ending == nil else { return }
        ending = error
        for continuation in declarations.values { continuation.resume(returning: .failure(error)) }
        for waiting in calls.values { waiting.continuation.resume(returning: .failure(error)) }
        (declarations, calls, outgoing) = ([:], [:], [])
    }

    // MARK: - Time

    /// When somebody's patience ends first; nil where nobody waits.
    var nextDeadline: ContinuousClock.Instant? { calls.values.map(\.deadline).min() }

    /// Ends the waiting of those whose patience is over.
    mutating func expire(at time: ContinuousClock.Instant) {
        for (id, waiting) in calls where waiting.deadline <= time { give(up: id, .trouble(.timedOut)) }
    }

    // MARK: - Writing

    /// Whether there is something to write.
    var hasOutput: Bool { !outgoing.isEmpty }

    /// Lets `write` write from the first line, and goes on behind what it says it has written.
    mutating func output(_ write: (UnsafeRawBufferPointer) -> Int) {
        guard let (_, line, offset) = outgoing.first else { return }
        let written = line.withUnsafeBytes { write(UnsafeRawBufferPointer(rebasing: $0[offset...])) }
        outgoing[0].offset += max(0, written)
        if outgoing[0].offset == line.count { outgoing.removeFirst() }
    }
}

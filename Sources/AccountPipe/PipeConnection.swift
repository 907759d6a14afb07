import AccountWire
import Accounts
import Glibc
import Processes
import Synchronization
import Threads

/// One run of a program that speaks on its standard input and output.
///
/// A thread of its own waits for whatever the program says, without waking (T8); nobody else waits for a descriptor.
final class PipeConnection: Sendable {
    private let child: ChildProcess
    /// Our ends: what the program reads, what it writes, and its complaints.
    private let requests: CInt, replies: CInt, complaints: CInt
    /// What the thread is woken through.
    private let bell: Pipe
    private let calls = Mutex(PendingCalls())
    private let firstLineDeadline: ContinuousClock.Instant
    private let log: @Sendable ([String]) -> Void
    private let thread = Workers(count: 1)

    /// How long a program may take to end by itself when it is asked to.
    private static let endPatience = Duration.milliseconds(200)

    /// Starts `program`; nil where that fails.
    ///
    /// - Parameters:
    ///   - program: what to run.
    ///   - patience: how long its first line may take.
    ///   - log: gets the lines of its complaints as they come; of a flood only a part.
    init?(_ program: Program, patience: Duration, log: @escaping @Sendable ([String]) -> Void) {
        var pipes: [Pipe] = []
        for _ in 0..<4 {
            guard let pipe = Pipe() else {
                for pipe in pipes { pipe.close() }
                return nil
            }
            pipes.append(pipe)
        }
        guard
            let child = ChildProcess(
                program, input: pipes[0].output, output: pipes[1].input, errorOutput: pipes[2].input)
        else {
            for pipe in pipes { pipe.close() }
            return nil
        }
        close(pipes[0].output)
        close(pipes[1].input)
        close(pipes[2].input)
        self.child = child
        (requests, replies, complaints, bell) = (pipes[0].input, pipes[1].output, pipes[2].output, pipes[3])
        for descriptor in [requests, replies, bell.output, bell.input] {
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        }
        firstLineDeadline = .now + patience
        self.log = log
        if thread.submit({ [self] in run() }) == nil { calls.withLock { $0.end(.busy) } }
    }

    deinit {
        for descriptor in [requests, replies, complaints] { close(descriptor) }
        bell.close()
    }

    /// Whether nothing more comes from this run.
    var isOver: Bool { calls.withLock { $0.ending != nil } }

    /// Waits for the first line.
    func declaration() async throws(ServiceError) -> JSONValue {
        try await wait { calls, id, continuation in calls.awaitDeclaration(as: id, continuation) }
    }

    /// Makes a call and waits for its answer; the first line must have come.
    func answer(
        to call: Call, _ body: JSONValue, until deadline: ContinuousClock.Instant
    ) async throws(ServiceError) -> JSONValue {
        try await wait { calls, id, continuation in calls.send(call, body, as: id, until: deadline, continuation) }
    }

    /// Ends the program, and waits until it has ended.
    func end() {
        calls.withLock { $0.end(.trouble(.programEnded)) }
        ring()
        thread.waitUntilIdle()
    }

    private func wait(
        _ begin: (inout PendingCalls, Int64, CheckedContinuation<PendingCalls.Outcome, Never>) -> Void
    ) async throws(ServiceError) -> JSONValue {
        let id = calls.withLock { $0.makeID() }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                calls.withLock { calls in
                    begin(&calls, id, continuation)
                    // Cancelled before there was anything to give up; later the handler does.
                    if Task.isCancelled { calls.give(up: id, .cancelled) }
                }
                ring()
            }
        } onCancel: {
            calls.withLock { $0.give(up: id, .cancelled) }
            ring()
        }
        return try outcome.get()
    }

    private func ring() {
        var byte: UInt8 = 0
        _ = write(bell.input, &byte, 1)
    }

    // MARK: - The thread

    private func run() {
        var complaints = Complaints(complaints)
        let reason = converse(&complaints)
        calls.withLock { $0.end(reason) }
        child.end(patience: Self.endPatience)
        // What is left; somebody who has the pipe as well may go on writing, so not all that comes.
        _ = hear(&complaints)
        let last = complaints.takeRest()
        if !last.isEmpty { log(last) }
    }

    /// Brings complaints to the log; false once there are no more.
    private func hear(_ complaints: inout Complaints) -> Bool {
        let isOpen = complaints.read()
        let lines = complaints.takeLines()
        if !lines.isEmpty { log(lines) }
        return isOpen
    }

    /// Brings lines to the program and back until there is a reason to stop.
    private func converse(_ complaints: inout Complaints) -> ServiceError {
        var reader = LineReader(replies)
        var (isComplaining, hasDeclared) = (true, false)
        while true {
            let (deadline, hasOutput, ending) = calls.withLock { ($0.nextDeadline, $0.hasOutput, $0.ending) }
            if let ending { return ending }
            var waits = [
                pollfd(fd: replies, events: Int16(POLLIN), revents: 0),
                pollfd(fd: isComplaining ? self.complaints : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: bell.output, events: Int16(POLLIN), revents: 0),
                pollfd(fd: hasOutput ? requests : -1, events: Int16(POLLOUT), revents: 0),
            ]
            poll(&waits, nfds_t(waits.count), Self.milliseconds(until: hasDeclared ? deadline : firstLineDeadline))
            if waits[2].revents != 0 { silenceBell() }
            if waits[1].revents != 0 { isComplaining = hear(&complaints) }
            if waits[3].revents != 0 {
                calls.withLock { calls in calls.output { write(requests, $0.baseAddress, $0.count) } }
            }
            if waits[0].revents != 0 {
                do throws(ServiceError) {
                    hasDeclared = try take(reader.read())
                } catch {
                    return error
                }
            }
            if !hasDeclared, firstLineDeadline <= .now { return .trouble(.timedOut) }
            calls.withLock { $0.expire(at: .now) }
        }
    }

    /// Takes what the program said; whether it has declared itself by now.
    private func take(_ outcome: LineReader.Outcome) throws(ServiceError) -> Bool {
        switch outcome {
        case .lines(let lines):
            return try calls.withLock { calls throws(ServiceError) in
                for line in lines {
                    guard case .success(let line) = line else { throw .trouble(.replyMalformed) }
                    try calls.take(line)
                }
                return calls.declaration != nil
            }
        case .tooLong: throw .trouble(.replyMalformed)
        case .ended: throw .trouble(isMissing ? .programMissing : .programEnded)
        }
    }

    /// Whether the shell says that there is no such program, or that it may not be run.
    private var isMissing: Bool {
        guard calls.withLock({ $0.declaration == nil }), let status = child.wait(until: .now + Self.endPatience) else {
            return false
        }
        return status == 126 << 8 || status == 127 << 8
    }

    private func silenceBell() {
        var bytes = [UInt8](repeating: 0, count: 64)
        _ = read(bell.output, &bytes, bytes.count)
    }

    /// What `poll` takes: not a moment too short, and −1 for ever.
    private static func milliseconds(until deadline: ContinuousClock.Instant?) -> CInt {
        guard let deadline else { return -1 }
        let left = max(.zero, deadline - .now).components
        return CInt(clamping: left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000 + 1)
    }
}

import Cryptography
import Glibc
import Processes
import Synchronization

/// An estimator in another process, started at the first estimate and ended with this one.
///
/// The front end is a static file, which the estimator's library cannot be part of. A process that does not answer
/// within a second is given up, and the next estimate starts another one.
public final class EstimatorProcess: PasswordEstimator {
    private let program: @Sendable () -> Program
    private let state = Mutex(State())

    private struct State {
        var connection: Connection?
        var isEnded = false
    }

    /// How long an answer may take, in milliseconds; it takes some four at the most.
    private static let patience: CInt = 1000

    /// Uses `program`, which is named at the first estimate, and need not exist before.
    public init(_ program: @autoclosure @escaping @Sendable () -> Program) {
        self.program = program
    }

    /// Asks the process; nil where there is none, or where it does not answer.
    public func estimate(_ password: Secret, account: String) -> PasswordEstimate? {
        state.withLock { state in
            guard !state.isEnded else { return nil }
            if state.connection == nil { state.connection = Connection(program()) }
            let request = EstimatorWire.request(password, account: account)
            guard let reply = state.connection?.ask(request, Self.patience) else {
                state.connection = nil
                return nil
            }
            return EstimatorWire.estimate(in: reply)
        }
    }

    /// Ends the process and waits for it; nothing is estimated from then on.
    ///
    /// For a program that another one is about to replace, which would be left with a child it does not know.
    public func end() {
        state.withLock { $0 = State(isEnded: true) }
    }
}

/// A running process and the two ends of its pipes; it ends with them.
private final class Connection: Sendable {
    private let process: ChildProcess
    private let requests: CInt
    private let replies: CInt

    /// Starts `program`; nil where that fails.
    init?(_ program: Program) {
        guard let down = Pipe() else { return nil }
        guard let up = Pipe() else {
            down.close()
            return nil
        }
        guard let process = ChildProcess(program, input: down.output, output: up.input) else {
            down.close()
            up.close()
            return nil
        }
        close(down.output)
        close(up.input)
        (self.process, requests, replies) = (process, down.input, up.output)
    }

    deinit {
        close(requests)
        close(replies)
    }

    /// Sends `request` and waits up to `patience` milliseconds for each part of the reply.
    func ask(_ request: Secret, _ patience: CInt) -> [UInt8]? {
        // A pipe takes 4 KiB at once, which a request never reaches.
        let isSent = request.withUnsafeBytes { write(requests, $0.baseAddress, $0.count) == $0.count }
        guard isSent else { return nil }
        var reply: [UInt8] = []
        while reply.count < EstimatorWire.replyCount {
            var wait = pollfd(fd: replies, events: Int16(POLLIN), revents: 0)
            let ready = poll(&wait, 1, patience)
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { return nil }
            var bytes = [UInt8](repeating: 0, count: EstimatorWire.replyCount - reply.count)
            let count = read(replies, &bytes, bytes.count)
            guard count > 0 else { return nil }
            reply += bytes[..<count]
        }
        return reply
    }
}

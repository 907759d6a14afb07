import AccountEngine
import AccountWire
import CMicroHTTPD
import Cryptography
import Glibc
import Synchronization

/// A client's connection, and the request on it.
///
/// The library's thread works on the request; the task that answers it and whoever watches the clock join in, so what
/// they share lies under a lock.
final class Connection: Sendable {
    /// Who is at the other end.
    let peer: Peer
    /// The request that is being read or answered; touched by the library's thread alone.
    nonisolated(unsafe) var reader: RequestReader?

    // The library's own; good until it says that it closes the connection.
    nonisolated(unsafe) private let handle: OpaquePointer
    private let descriptor: CInt
    private let state: Mutex<State>

    /// What the connection is at.
    private enum Phase {
        /// Waiting for a request's first line. Exits: receiving, closed.
        case idle
        /// Reading a request. Exits: answering, sending (refused), idle (given up), closed.
        case receiving
        /// Suspended in the library while this task looks for the answer. Exits: answered.
        case answering(Task<Void, Never>?)
        /// Resumed with the answer. Exits: sending.
        case answered(Response)
        /// Writing an answer. Exits: idle, closed.
        case sending
        /// Given back to the library; the descriptor may be another connection's. No exits.
        case closed
    }

    private struct State {
        var phase = Phase.idle
        /// Since when it is idle, or when the request's first line was there.
        var start: ContinuousClock.Instant
        /// When the answer began to be written.
        var sending: ContinuousClock.Instant?
        /// The library's thread that reads the request.
        var thread: pthread_t?

        mutating func finish(_ response: Response, on handle: OpaquePointer) {
            guard case .answering = phase else { return }
            phase = .answered(response)
            MHD_resume_connection(handle)
        }
    }

    /// Takes note of a connection of the library's, which is idle; nil where it has neither user nor address.
    init?(_ handle: OpaquePointer, time: ContinuousClock.Instant) {
        descriptor = vestibule_descriptor(handle)
        guard let peer = Peer(of: handle, descriptor: descriptor) else { return nil }
        self.handle = handle
        self.peer = peer
        state = Mutex(State(start: time))
    }

    // MARK: - What the library's thread does

    /// Notes that a request's first line is there.
    func beginRequest(at time: ContinuousClock.Instant) {
        state.withLock { $0 = State(phase: .receiving, start: time, thread: pthread_self()) }
    }

    /// Whether the library's thread that calls has read this connection's head, and not handed it in.
    var isHeadRead: Bool {
        let isReading = state.withLock { state in
            guard case .receiving = state.phase, let thread = state.thread else { return false }
            return pthread_equal(thread, pthread_self()) != 0
        }
        return isReading && reader?.route == nil && vestibule_header_size(handle) > 0
    }

    /// What the head says of the body's length, which nobody has judged; nil where it says nothing.
    var contentLength: String? {
        MHD_lookup_connection_value(handle, .HEADER_KIND, "Content-Length").map { String(cString: $0) }
    }

    /// Sends an answer past the library and ends the connection, so that nothing of the library's follows.
    func sendLast(_ response: Response) {
        response.lastMessage(at: time(nil)).withUnsafeBytes { bytes in
            vestibule_send_last(handle, bytes.baseAddress, bytes.count)
        }
        end()
    }

    /// Suspends the connection until ``finish(_:)``.
    func suspend() {
        state.withLock { state in
            MHD_suspend_connection(handle)
            state.phase = .answering(nil)
        }
    }

    /// Keeps the task that looks for the answer, unless it has found it already.
    func keep(_ task: Task<Void, Never>) {
        state.withLock { state in
            if case .answering = state.phase { state.phase = .answering(task) }
        }
    }

    /// The answer that was found, which is sent from now on; nil while there is none.
    func takeAnswer(at time: ContinuousClock.Instant) -> Response? {
        state.withLock { state in
            guard case .answered(let response) = state.phase else { return nil }
            state.phase = .sending
            state.sending = time
            return response
        }
    }

    /// Notes that an answer is sent that nobody had to look for.
    func beginSending(at time: ContinuousClock.Instant) {
        state.withLock { state in
            state.phase = .sending
            state.sending = time
        }
    }

    /// Notes that the request is over, one way or the other; how long it took.
    func endRequest(at time: ContinuousClock.Instant) -> Duration {
        state.withLock { state in
            defer { state = State(start: time) }
            return state.start.duration(to: time)
        }
    }

    /// Notes that the descriptor is about to be closed.
    func close() {
        state.withLock { $0.phase = .closed }
    }

    // MARK: - What others do

    /// Hands in the answer and resumes the connection, unless it has been answered.
    func finish(_ response: Response) {
        state.withLock { $0.finish(response, on: handle) }
    }

    /// Ends what takes longer than `limits` allow, and cancels the task of a client that has left.
    func check(at time: ContinuousClock.Instant, _ limits: Limits) {
        state.withLock { state in
            let age = state.start.duration(to: time)
            switch state.phase {
            case .idle where age > limits.idleTime, .receiving where age > limits.requestTime: hangUp()
            case .sending where (state.sending ?? time).duration(to: time) > limits.requestTime: hangUp()
            case .answering(let task) where age > limits.requestTime:
                task?.cancel()
                state.finish(Response(ProblemDetails(ProblemKind.timedOut)), on: handle)
            // Most answers are there by then; a client that only says that it will send no more gets those as well.
            case .answering(let task) where age > Self.patienceWithClients && vestibule_has_left(descriptor) != 0:
                task?.cancel()
            case .idle, .receiving, .answering, .answered, .sending, .closed: break
            }
        }
    }

    /// Reads no further request; what has arrived is still answered.
    func stopReading() {
        state.withLock { state in
            if case .idle = state.phase { shutdown(descriptor, CInt(SHUT_RD)) }
        }
    }

    /// Cancels the task that looks for the answer.
    func cancel() {
        state.withLock { state in
            if case .answering(let task) = state.phase { task?.cancel() }
        }
    }

    /// Ends the connection at once; the library notices and gives it back.
    func end() {
        state.withLock { state in
            if case .closed = state.phase { return }
            hangUp()
        }
    }

    /// How long a request runs before it is asked whether its client is still there.
    private static let patienceWithClients = Duration.milliseconds(500)

    /// The library closes the descriptor, as it is the library's.
    private func hangUp() {
        shutdown(descriptor, CInt(SHUT_RDWR))
    }
}

import Cryptography
import Glibc
import Synchronization

/// An estimator in another process, started at the first estimate and ended with this one.
///
/// The front end is a static file, which the estimator's library cannot be part of. A process that does not answer
/// within a second is given up, and the next estimate starts another one.
public final class EstimatorProcess: PasswordEstimator {
    private let path: String
    private let state = Mutex(State())

    private struct State {
        var connection: Connection?
        var isEnded = false
    }

    /// How long an answer may take, in milliseconds; it takes some four at the most.
    private static let patience: CInt = 1000

    /// Uses the program at `path`; it need not exist before the first estimate.
    public init(path: String) {
        self.path = path
    }

    /// Uses the program `name` that lies beside this process's own file, and looks nowhere else.
    public convenience init(besideThisProgram name: String) {
        var own = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = max(0, readlink("/proc/self/exe", &own, own.count))
        let slash = own[..<length].lastIndex(of: CChar(bitPattern: UInt8(ascii: "/")))
        let folder = slash.map { String(decoding: own[...$0].map(UInt8.init(bitPattern:)), as: UTF8.self) } ?? "./"
        self.init(path: folder + name)
    }

    /// Asks the process; nil where there is none, or where it does not answer.
    public func estimate(_ password: Secret, account: String) -> PasswordEstimate? {
        state.withLock { state in
            guard !state.isEnded else { return nil }
            if state.connection == nil { state.connection = Connection(path: path) }
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

/// A running process and the two ends of its pipes; it ends when they are closed.
private final class Connection: Sendable {
    private let process: pid_t
    private let requests: CInt
    private let replies: CInt

    /// Starts the program at `path`; nil where that fails.
    init?(path: String) {
        guard let down = Self.makePipe() else { return nil }
        guard let up = Self.makePipe() else {
            close(down.read)
            close(down.write)
            return nil
        }
        defer {
            close(down.read)
            close(up.write)
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, down.read, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, up.write, STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var identifier: pid_t = 0
        let name = strdup(path)
        defer { free(name) }
        var arguments = [name, nil]
        guard posix_spawn(&identifier, path, &actions, nil, &arguments, environ) == 0 else {
            close(down.write)
            close(up.read)
            return nil
        }
        (process, requests, replies) = (identifier, down.write, up.read)
    }

    deinit {
        close(requests)
        close(replies)
        kill(process, SIGKILL)
        var status: CInt = 0
        waitpid(process, &status, 0)
    }

    /// A pipe that no other program inherits; nil where there are no descriptors left.
    private static func makePipe() -> (read: CInt, write: CInt)? {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
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

import AccountEngine
import Accounts
import Cryptography
import Glibc
import Synchronization

/// Codes leave through a command that is given the message on its standard input (A6).
///
/// The command is run by `/bin/sh -c`, in a session of its own, so that it has no terminal and Ctrl-C does not reach it;
/// its output goes nowhere. It has to end with status 0 within the deadline, after which it and what it started are
/// killed. So they are when this program ends before, in whatever way: a shell beside the command waits for the end of
/// a pipe that only this program holds open.
public struct MessageCommand: CodeSender {
    private let command: String
    private let deadline: Duration

    private static let starting = Mutex(())

    /// Runs `$1`, and kills all of the session as soon as descriptor 3 comes to its end.
    private static let guarded = """
        (read -r line <&3; kill -KILL 0) &
        exec 3<&-
        /bin/sh -c "$1"
        status=$?
        kill $!
        exit $status
        """

    /// Will run `command`, for `deadline` at most.
    public init(_ command: String, deadline: Duration = .seconds(10)) {
        self.command = command
        self.deadline = deadline
    }

    /// To the person.
    public var route: CodeDispatch.Route { .message }

    /// Runs the command and waits for its end.
    public func send(_ message: CodeMessage) throws(SendingFailure) {
        let end = ContinuousClock.now + deadline
        // One after another from pipe to process, so that no other command inherits what this one's input hangs on.
        let started = Self.starting.withLock { _ -> (process: pid_t, lifeline: CInt)? in
            guard let input = Self.pipe(holding: message.text) else { return nil }
            defer { close(input) }
            guard let lifeline = Self.pipe() else { return nil }
            defer { close(lifeline.output) }
            if let process = start(input, lifeline: lifeline.output) { return (process, lifeline.input) }
            close(lifeline.input)
            return nil
        }
        guard let started else { throw SendingFailure() }
        defer { close(started.lifeline) }
        guard waitForSuccess(of: started.process, until: end) else { throw SendingFailure() }
    }

    /// A pipe that no other program inherits; nil where that fails.
    private static func pipe() -> (output: CInt, input: CInt)? {
        var ends: [CInt] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// A pipe that `text` has been written to and nothing can be added to; nil where that fails.
    ///
    /// A message is far smaller than a pipe, so writing neither waits nor needs a reader yet, and a command that does
    /// not read it raises no signal here.
    private static func pipe(holding text: Secret) -> CInt? {
        guard let pipe = pipe() else { return nil }
        defer { close(pipe.input) }
        let isWritten = text.withUnsafeBytes { write(pipe.input, $0.baseAddress, $0.count) == $0.count }
        guard isWritten else {
            close(pipe.output)
            return nil
        }
        return pipe.output
    }

    /// Starts the command, which is killed when nobody can write to `lifeline` any more; nil where that fails.
    private func start(_ input: CInt, lifeline: CInt) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, lifeline, 3)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Workers block all signals, and the front end handles some: the command begins as from a shell.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | Self.ownSession
        posix_spawnattr_setflags(&attributes, Int16(flags))

        let words = ["/bin/sh", "-c", Self.guarded, "sh", command]
        var arguments = words.map { strdup($0) } + [nil]
        var environment = Self.environment
        defer { for text in arguments + environment { free(text) } }
        var process: pid_t = 0
        guard posix_spawn(&process, "/bin/sh", &actions, &attributes, &arguments, &environment) == 0 else { return nil }
        return process
    }

    /// `POSIX_SPAWN_SETSID`, which glibc has behind `_GNU_SOURCE`.
    private static let ownSession: CInt = 0x80

    /// This program's environment without what opens the vault.
    private static var environment: [UnsafeMutablePointer<CChar>?] {
        var copies: [UnsafeMutablePointer<CChar>?] = []
        var next = environ
        while let entry = next.pointee {
            if strncmp(entry, "VESTIBULE_VAULT_KEY=", 20) != 0 { copies.append(strdup(entry)) }
            next += 1
        }
        return copies + [nil]
    }

    /// Waits until the process ends; whether that was in time and with status 0.
    ///
    /// The system has no wait with a deadline that a static program could call, so this asks again, ever less often.
    private func waitForSuccess(of process: pid_t, until end: ContinuousClock.Instant) -> Bool {
        var pause: UInt32 = 1000
        while true {
            var status: CInt = 0
            let ended = waitpid(process, &status, WNOHANG)
            if ended == process { return status == 0 }
            guard ended == 0 || errno == EINTR else { return false }
            guard ContinuousClock.now < end else {
                kill(-process, SIGKILL)
                while waitpid(process, &status, 0) < 0, errno == EINTR {}
                return false
            }
            usleep(pause)
            pause = min(pause * 2, 50_000)
        }
    }
}

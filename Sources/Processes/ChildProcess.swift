import CSpawn
import Glibc
import Synchronization

/// A process that was started here: it is ended, with what it has started, when the last reference goes.
///
/// It leads a session of its own, so it has no terminal and no Ctrl-C reaches it. It begins as from a shell: no signal
/// is blocked or ignored, nothing but the three standard descriptors, and a fourth where one is given, is open, and the
/// key of the vault is not in its environment.
public final class ChildProcess: Sendable {
    /// The number of the process, of its session and of its group.
    public let id: pid_t
    /// How it ended, as `waitpid` says; nil as long as nobody has noticed.
    ///
    /// From then on its number may be another's.
    private let status = Mutex<CInt?>(nil)

    /// Starts `program`; nil where that fails.
    ///
    /// - Parameters:
    ///   - program: what to run.
    ///   - input: what it reads from; nil for `/dev/null`, as for the others.
    ///   - output: where its output goes.
    ///   - errorOutput: where its complaints go.
    ///   - descriptor3: what it has open as descriptor 3; nil for nothing.
    public init?(
        _ program: Program, input: CInt? = nil, output: CInt? = nil, errorOutput: CInt? = nil, descriptor3: CInt? = nil
    ) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let streams = [
            (STDIN_FILENO, input, O_RDONLY), (STDOUT_FILENO, output, O_WRONLY), (STDERR_FILENO, errorOutput, O_WRONLY),
        ]
        for (own, given, mode) in streams {
            if let given {
                posix_spawn_file_actions_adddup2(&actions, given, own)
            } else {
                posix_spawn_file_actions_addopen(&actions, own, "/dev/null", mode, 0)
            }
        }
        if let descriptor3 { posix_spawn_file_actions_adddup2(&actions, descriptor3, 3) }
        posix_spawn_file_actions_addclosefrom_np(&actions, descriptor3 == nil ? 3 : 4)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | CInt(VESTIBULE_SPAWN_SETSID)
        posix_spawnattr_setflags(&attributes, Int16(flags))

        var arguments = ([program.path] + program.arguments).map { strdup($0) } + [nil]
        var environment = Self.environment
        defer { for text in arguments + environment { free(text) } }
        var id: pid_t = 0
        guard posix_spawn(&id, program.path, &actions, &attributes, &arguments, &environment) == 0 else { return nil }
        self.id = id
    }

    deinit { end() }

    /// Waits until the process ends, but no longer than `deadline`.
    ///
    /// The system has no wait with a deadline that a static program could call, so this asks again, ever less often.
    ///
    /// - Returns: its status as `waitpid` says, 0 for success; nil when it still runs.
    public func wait(until deadline: ContinuousClock.Instant) -> CInt? {
        hasEnded(by: deadline) ? reap() : nil
    }

    /// Ends the process and all of its group, and waits for it; nothing happens when its end has been noticed.
    ///
    /// - Parameter patience: how long it may take to end by itself, once it has been asked to by SIGTERM.
    public func end(patience: Duration = .zero) {
        if patience > .zero {
            signal(SIGTERM)
            _ = hasEnded(by: .now + patience)
        }
        // Not reaped yet, its number is still its group's, of which there may be others.
        signal(SIGKILL)
        _ = reap()
    }

    private func hasEnded(by deadline: ContinuousClock.Instant) -> Bool {
        var pause: UInt32 = 500
        while !hasEnded {
            guard ContinuousClock.now < deadline else { return false }
            usleep(pause)
            pause = min(pause * 2, 50_000)
        }
        return true
    }

    private var hasEnded: Bool {
        status.withLock { status in
            guard status == nil else { return true }
            var information = siginfo_t()
            // What does not exist for us any more has ended too.
            return waitid(P_PID, id_t(id), &information, WEXITED | WNOHANG | WNOWAIT) != 0
                || information.si_signo == SIGCHLD
        }
    }

    /// Waits for the end and takes the status.
    private func reap() -> CInt {
        status.withLock { status in
            if let status { return status }
            var ending: CInt = 0
            while waitpid(id, &ending, 0) < 0, errno == EINTR {}
            status = ending
            return ending
        }
    }

    /// Sends `signal` to the group, unless the process has been reaped.
    private func signal(_ signal: CInt) {
        status.withLock { status in
            if status == nil { kill(-id, signal) }
        }
    }

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
}

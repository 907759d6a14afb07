import CPseudoTerminal
import Glibc

/// A process that was started here, and nobody else's: it can be signalled until it has been reaped.
package final class ChildProcess {
    /// The process id, also that of its session and its first process group.
    package let pid: pid_t
    /// How it ended; nil as long as nobody has noticed.
    package private(set) var status: ExitStatus?
    /// Readable once the process has ended; -1 where the system has no such descriptors.
    let endDescriptor: CInt

    /// Starts `executable` on `terminal`, as the leader of a new session.
    ///
    /// `posix_spawn` does it, because a Swift process has threads and must not run its own code after a fork.
    /// Signals are set back to their defaults; no descriptor but the standard ones is passed on.
    package init(
        executable: String, arguments: [String], terminal: PseudoTerminal, options: TerminalProgram.Options
    ) throws(SystemError) {
        let path = try Self.find(executable, searchPath: options.environment["PATH"] ?? "/usr/bin:/bin")
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes, Int16(CInt(SPAWN_SETSID) | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        Self.connect(terminal, options, &actions)

        let environment = options.environment.map { "\($0.key)=\($0.value)" }.sorted()
        var pid: pid_t = 0
        let code = withCStrings([executable] + arguments) { arguments in
            withCStrings(environment) { environment in
                posix_spawn(&pid, path, &actions, &attributes, arguments, environment)
            }
        }
        guard code == 0 else { throw SystemError("start \(path)", code: code) }
        self.pid = pid
        endDescriptor = open_process(pid)
    }

    deinit {
        end()
        if endDescriptor >= 0 { close(endDescriptor) }
    }

    /// Looks whether the process has ended, without waiting.
    @discardableResult
    package func poll() -> ExitStatus? {
        var status: CInt = 0
        if self.status == nil, waitpid(pid, &status, WNOHANG) == pid {
            self.status = ExitStatus(waitStatus: status)
        }
        return self.status
    }

    /// Sends `signal`; nothing once the process has been reaped, since its number may be another's by then.
    package func send(signal: CInt) {
        if poll() == nil { kill(pid, signal) }
    }

    /// Kills the process and its process group, and reaps it.
    ///
    /// A shell's jobs are groups of their own; see ``TerminalProgram/end(within:)``.
    package func end() {
        guard poll() == nil else { return }
        kill(-pid, SIGKILL)
        kill(pid, SIGKILL)
        var status: CInt = 0
        while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
        self.status = ExitStatus(waitStatus: status)
    }

    /// Connects the standard descriptors; the order matters.
    private static func connect(
        _ terminal: PseudoTerminal, _ options: TerminalProgram.Options, _ actions: inout posix_spawn_file_actions_t
    ) {
        // The first terminal that a session leader opens becomes its controlling one, and stays so when closed.
        let slave: CInt = 3
        let flags = O_RDWR | (options.hasControllingTerminal ? 0 : O_NOCTTY)
        posix_spawn_file_actions_addopen(&actions, slave, terminal.path, flags, 0)
        let streams: [(CInt, TerminalProgram.Redirection, CInt)] = [
            (0, options.input, O_RDONLY),
            (1, options.output, O_WRONLY | O_CREAT | O_TRUNC),
            (2, options.errorOutput, O_WRONLY | O_CREAT | O_TRUNC),
        ]
        for (descriptor, redirection, flags) in streams {
            switch redirection {
            case .terminal: posix_spawn_file_actions_adddup2(&actions, slave, descriptor)
            case .file(let path): posix_spawn_file_actions_addopen(&actions, descriptor, path, flags, 0o600)
            case .null: posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
            case .closed: posix_spawn_file_actions_addclose(&actions, descriptor)
            }
        }
        posix_spawn_file_actions_addclosefrom_np(&actions, slave)
        if let directory = options.workingDirectory {
            posix_spawn_file_actions_addchdir_np(&actions, directory)
        }
    }

    /// The file that a shell would run for `name`.
    private static func find(_ name: String, searchPath: String) throws(SystemError) -> String {
        if name.hasPrefix("/") { return name }
        if name.contains("/") {
            // Made absolute here, since the working directory is changed before the program is looked for.
            guard let directory = getcwd(nil, 0) else { throw SystemError("getcwd") }
            defer { free(directory) }
            return "\(String(cString: directory))/\(name)"
        }
        for directory in searchPath.split(separator: ":") where access("\(directory)/\(name)", X_OK) == 0 {
            return "\(directory)/\(name)"
        }
        throw SystemError("find \(name) in \(searchPath)", code: ENOENT)
    }
}

/// Calls `body` with `strings` as C expects arguments: pointers, the last of them null.
private func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    let pointers = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: strings.count + 1)
    pointers.initialize(repeating: nil, count: strings.count + 1)
    for (index, string) in strings.enumerated() { pointers[index] = strdup(string) }
    defer {
        for index in strings.indices { free(pointers[index]) }
        pointers.deallocate()
    }
    return body(pointers)
}

import Foundation
import Glibc
import Processes
import ProgramTesting
import Synchronization

/// A MariaDB server of the tests' own: in a temporary folder, on a Unix socket, without a network.
///
/// A shell stands between it and the tests, and ends the server and its folder as soon as the tests' process is gone,
/// however that went.
package final class MariaDBServer: Sendable {
    /// Why a server does not run.
    package struct Failure: Error, CustomStringConvertible {
        /// What happened.
        package let description: String
    }

    private struct State {
        var guardian: Companion?
        var process: pid_t = 0
    }

    /// The folder with its data and socket.
    package let folder: String
    private let options: [String]
    private let state = Mutex(State())

    private static let starting = Task.detached {
        try await apart { try MariaDBServer(options: ["--innodb-flush-log-at-trx-commit=0"]) }
    }

    /// The server that tests share, started when the first asks for it.
    ///
    /// It does not wait for the disk, which tests of what the store does need not.
    package static func shared() async throws -> MariaDBServer { try await starting.value }

    /// The number of the server's process.
    package var process: pid_t { state.withLock { $0.process } }

    /// The path of its socket.
    package var socket: String { folder + "/socket" }

    /// Makes a folder and starts a server in it.
    package init(options: [String] = []) throws {
        var template = Array("/tmp/vestibule-mariadb-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(description: "no temporary folder: errno \(errno)") }
        folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        self.options = options
        // A server does not run as root unless told, and what it starts to copy itself to another node never does.
        if geteuid() == 0, let user = getpwnam("mysql") { chown(folder, user.pointee.pw_uid, user.pointee.pw_gid) }
        try Self.run(
            "mariadb-install-db",
            ["--no-defaults"] + Self.user
                + [
                    "--auth-root-authentication-method=normal", "--skip-test-db", "--datadir=" + folder + "/data",
                    // Servers that share a folder for temporary tables take each other's away.
                    "--tmpdir=" + folder,
                ])
        try start()
    }

    deinit {
        kill(SIGKILL)
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Starts the server again, on the same data, and waits until it answers.
    package func start() throws {
        let script = """
            folder=$1; shift
            "$@" >> "$folder/log" 2>&1 < /dev/null &
            echo $!
            server=$!
            # A line: another server will go on with the folder. The end of the input: the tests are over.
            read -r line || { kill -9 $server; rm -rf "$folder"; }
            """
        let arguments =
            ["-c", script, "sh", folder, "mariadbd", "--no-defaults"] + Self.user + [
                "--datadir=" + folder + "/data", "--socket=" + socket, "--skip-networking",
                "--pid-file=" + folder + "/pid", "--tmpdir=" + folder, "--innodb-buffer-pool-size=64M",
                "--max-connections=500",
            ] + options
        let guardian = try Companion(Program(path: "/bin/sh", arguments: arguments))
        guard let process = guardian.readLine().flatMap({ pid_t($0) }) else {
            throw Failure(description: "no shell to start mariadbd")
        }
        let earlier = state.withLock { state in
            defer { state = State(guardian: guardian, process: process) }
            return state.guardian
        }
        earlier?.write(line: "keep")
        try wait(seconds: 60, for: "mariadbd to answer; see \(folder)/log") { isReady }
    }

    /// Whether it answers, as a node of a cluster also with the others' state.
    private var isReady: Bool {
        // Nothing where the server is no node.
        let state = try? query("SHOW STATUS LIKE 'wsrep_local_state_comment'")
        return state.map { $0.isEmpty || $0.hasSuffix("Synced\n") } ?? false
    }

    /// Sends the server's process a signal.
    package func kill(_ signal: Int32) {
        let process = process
        if process > 0 { Glibc.kill(process, signal) }
    }

    /// Waits until the server's process has ended, after ``kill(_:)``.
    package func waitUntilEnded() throws {
        try wait(seconds: 60, for: "mariadbd to end") { !isRunning }
    }

    /// Whether the server's process is there, and not only its exit status.
    package var isRunning: Bool {
        // An ended process that nobody has asked for its status has no arguments left.
        FileManager.default.contents(atPath: "/proc/\(process)/cmdline")?.isEmpty == false
    }

    /// Runs statements as the server's administrator; the rows, tabs between their columns.
    @discardableResult
    package func query(_ sql: String, in database: String = "") throws -> String {
        try Self.run(
            "mariadb",
            ["--no-defaults", "--batch", "--skip-column-names", "--user=root", "--socket=" + socket]
                + (database.isEmpty ? [] : ["--database=" + database]) + ["--execute=" + sql])
    }

    /// The store URL of a database, which is made where it is missing.
    package func url(of database: String) throws -> String {
        try query("CREATE DATABASE IF NOT EXISTS `\(database)`")
        return "mysql://root@localhost/\(database)?socket=\(socket)"
    }

    private static let user = geteuid() == 0 ? ["--user=mysql"] : []

    @discardableResult
    private static func run(_ program: String, _ arguments: [String]) throws -> String {
        let run = try ProgramResult(of: program, arguments)
        guard run.status == 0 else {
            throw Failure(
                description: "\(program) ended with \(run.status); sh Resources/setup.sh --tests installs it. "
                    + "\(run.output.suffix(1000))\(run.errors.suffix(1000))")
        }
        return run.output
    }

    private func wait(seconds: Int, for event: String, until condition: () -> Bool) throws {
        guard comesTrue(within: .seconds(seconds), condition) else {
            throw Failure(description: "waited in vain for \(event)")
        }
    }
}

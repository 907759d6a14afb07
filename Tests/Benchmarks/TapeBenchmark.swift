import Glibc
import TerminalTesting

/// How much of a tape's time is the player's own (section 9): a wrong password, a login to the demo
/// service that answers at once, and leaving, at full speed.
struct TapeBenchmark {
    /// The plays, of which the median counts.
    private static let plays = 11
    private static let tape = """
        Type "vestibule --language en --service 'demo:?delay=0'" Enter
        Wait+Screen /Forgot password/
        Type "ada" Tab Type "not my password" Enter
        Wait+Screen /Login failed/
        Enter
        Wait+Settled
        Type "testApp123456" Enter
        Wait+Screen /User ID/
        Wait+Settled
        Expect /ada/
        Ctrl+C
        Wait
        """

    private let player: String
    private let directory: String

    /// Prepares to play by the program `vestibule-tape` in `folder`, where the front end is, too; files go to
    /// `directory`.
    init(programsIn folder: String, directory: String) throws {
        player = folder + "/vestibule-tape"
        self.directory = directory
        try writeFile(Array(Self.tape.utf8), to: directory + "/login.tape")
    }

    /// The processor time of the player itself, without what it plays, in per cent of the time that the play takes.
    func share() throws -> [Double] {
        try (0..<Self.plays).map { _ in
            let start = ContinuousClock.now
            let process = try spawn()
            var information = siginfo_t()
            guard waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) == 0 else {
                throw MeasurementFailure(description: "the player cannot be waited for")
            }
            let time = start.duration(to: .now)
            // Told as long as the process has not been reaped; its children do not count.
            let text = String(decoding: try readFile("/proc/\(process)/schedstat"), as: UTF8.self)
            var status: CInt = 0
            waitpid(process, &status, 0)
            guard status == 0, let own = text.split(separator: " ").first.flatMap({ Double($0) }) else {
                throw MeasurementFailure(description: "the tape did not pass")
            }
            return own / (time / .nanoseconds(1)) * 100
        }
    }

    private func spawn() throws -> pid_t {
        let words = [player, "play", directory + "/login.tape", "--speed", "max"]
        let folder = player.dropLast("/vestibule-tape".count)
        let variables = ["PATH=\(folder):/usr/bin:/bin", "LC_ALL=C.UTF-8", "HOME=\(directory)", "TMPDIR=\(directory)"]
        let (arguments, environment) = (words.map { strdup($0) } + [nil], variables.map { strdup($0) } + [nil])
        defer { for word in arguments + environment { free(word) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, player, nil, nil, arguments, environment)
        guard code == 0 else { throw MeasurementFailure(description: "\(player): \(String(cString: strerror(code)))") }
        return process
    }
}

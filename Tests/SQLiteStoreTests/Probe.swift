import Foundation
import Glibc
import Synchronization
import Testing

/// A run of `StoreProbe`, which lies beside the tests' own program.
final class Probe {
    private let process: pid_t
    private let output: UnsafeMutablePointer<FILE>
    private let input: Int32
    private var isReaped = false

    /// Held from a pipe's making to its descriptors' protection, so that no other child inherits them.
    private static let spawning = Mutex(())

    init(_ arguments: String...) throws {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        // Swift Testing's own helper may run the bundle; then the build folder is where the bundle is.
        let candidates = [own] + CommandLine.arguments
        let program = try #require(
            candidates.map { String($0.prefix(upTo: $0.lastIndex(of: "/") ?? $0.startIndex)) + "/StoreProbe" }
                .first { access($0, X_OK) == 0 }, "StoreProbe was not built")
        let (process, input, output) = try Self.spawning.withLock { _ in
            try Self.spawn([program] + arguments)
        }
        self.process = process
        self.input = input
        self.output = try #require(fdopen(output, "r"))
    }

    private static func spawn(_ arguments: [String]) throws -> (process: pid_t, input: Int32, output: Int32) {
        var toChild: [Int32] = [0, 0]
        var fromChild: [Int32] = [0, 0]
        let status = (pipe(&toChild), pipe(&fromChild))
        try #require(status == (0, 0))
        for descriptor in toChild + fromChild { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, toChild[0], 0)
        posix_spawn_file_actions_adddup2(&actions, fromChild[1], 1)
        let argv = arguments.map { strdup($0) } + [nil]
        defer { argv.forEach { free($0) } }
        var process = pid_t()
        let spawned = posix_spawn(&process, arguments[0], &actions, nil, argv, environ)
        close(toChild[0])
        close(fromChild[1])
        try #require(spawned == 0)
        return (process, toChild[1], fromChild[0])
    }

    deinit {
        kill()
        fclose(output)
        close(input)
    }

    /// The next line; nil at the end.
    func readLine() -> String? {
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        guard getline(&line, &capacity, output) > 0, let line else { return nil }
        return String(cString: line).trimmingSuffix { $0 == "\n" }
    }

    /// Ends the process as a loss of power would end it.
    func kill() {
        guard !isReaped else { return }
        isReaped = true
        Glibc.kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }
}

extension String {
    fileprivate func trimmingSuffix(while condition: (Character) -> Bool) -> String {
        var view = Substring(self)
        while let last = view.last, condition(last) { view.removeLast() }
        return String(view)
    }
}

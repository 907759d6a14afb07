import Foundation
import Glibc
import Synchronization

/// A run of one of the tests' own programs, which lie beside the tests' own bundle.
package final class Probe {
    private let process: pid_t
    private let output: UnsafeMutablePointer<FILE>
    private let input: Int32
    private var isReaped = false

    /// Why a probe did not start.
    package enum Failure: Error {
        /// There is no such program.
        case missing(String)
        /// The system refused; the number is its `errno`.
        case system(Int32)
    }

    /// Held from a pipe's making to its descriptors' protection, so that no other child inherits them.
    private static let spawning = Mutex(())

    /// Starts the program `name` with `arguments`.
    package init(_ name: String, _ arguments: String...) throws {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        // Swift Testing's own helper may run the bundle; then the build folder is where the bundle is.
        let candidates = [own] + CommandLine.arguments
        let program =
            candidates.map { String($0.prefix(upTo: $0.lastIndex(of: "/") ?? $0.startIndex)) + "/" + name }
            .first { access($0, X_OK) == 0 }
        guard let program else { throw Failure.missing(name) }
        let (process, input, output) = try Self.spawning.withLock { _ in
            try Self.spawn([program] + arguments)
        }
        guard let stream = fdopen(output, "r") else { throw Failure.system(errno) }
        self.process = process
        self.input = input
        self.output = stream
    }

    private static func spawn(_ arguments: [String]) throws -> (process: pid_t, input: Int32, output: Int32) {
        var toChild: [Int32] = [0, 0]
        var fromChild: [Int32] = [0, 0]
        guard pipe(&toChild) == 0, pipe(&fromChild) == 0 else { throw Failure.system(errno) }
        for descriptor in toChild + fromChild { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, toChild[0], 0)
        posix_spawn_file_actions_adddup2(&actions, fromChild[1], 1)
        let argv = arguments.map { strdup($0) } + [nil]
        defer { argv.forEach { free($0) } }
        var process = pid_t()
        let status = posix_spawn(&process, arguments[0], &actions, nil, argv, environ)
        close(toChild[0])
        close(fromChild[1])
        guard status == 0 else { throw Failure.system(status) }
        return (process, toChild[1], fromChild[0])
    }

    deinit {
        kill()
        fclose(output)
        close(input)
    }

    /// The next line; nil at the end.
    package func readLine() -> String? {
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        guard getline(&line, &capacity, output) > 0, let line else { return nil }
        return String(cString: line).trimmingSuffix { $0 == "\n" }
    }

    /// Ends the process as a loss of power would end it.
    package func kill() {
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

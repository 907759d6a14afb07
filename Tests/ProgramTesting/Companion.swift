import Foundation
import Glibc
import Processes

/// A program that runs beside the tests, talks with them by lines, and ends with this object.
package final class Companion: Sendable {
    private let process: ChildProcess
    // Read by one at a time.
    private nonisolated(unsafe) let output: UnsafeMutablePointer<FILE>
    private let input: CInt

    /// Why a program did not start, or a file was not to be had.
    package enum Failure: Error {
        /// There is no such program.
        case missing(String)
        /// The system refused; the number is its `errno`.
        case system(CInt)
    }

    /// Starts a program; what it complains of is lost, unless `errorOutput` takes it.
    package init(_ program: Program, errorOutput: CInt? = nil) throws {
        guard let down = Processes.Pipe(), let up = Processes.Pipe(), let stream = fdopen(up.output, "r") else {
            throw Failure.system(errno)
        }
        defer {
            close(down.output)
            close(up.input)
        }
        guard
            let process = Processes.ChildProcess(
                program, input: down.output, output: up.input, errorOutput: errorOutput)
        else { throw Failure.missing(program.path) }
        (self.process, input, output) = (process, down.input, stream)
    }

    /// Starts one of the tests' own programs, which lie beside the tests' own bundle.
    package convenience init(_ name: String, _ arguments: String...) throws {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        // Swift Testing's own helper may run the bundle; then the build folder is where the bundle is.
        let candidates = [own] + CommandLine.arguments
        let path =
            candidates.map { String($0.prefix(upTo: $0.lastIndex(of: "/") ?? $0.startIndex)) + "/" + name }
            .first { access($0, X_OK) == 0 }
        guard let path else { throw Failure.missing(name) }
        try self.init(Program(path: path, arguments: arguments), errorOutput: STDERR_FILENO)
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
        guard case let length = getline(&line, &capacity, output), length > 0, let line else { return nil }
        let isWhole = line[length - 1] == CChar(bitPattern: UInt8(ascii: "\n"))
        return String(
            decoding: UnsafeRawBufferPointer(start: line, count: isWhole ? length - 1 : length), as: UTF8.self)
    }

    /// Writes a line to its standard input.
    package func write(line: String) {
        let bytes = Array((line + "\n").utf8)
        Glibc.write(input, bytes, bytes.count)
    }

    /// Ends the process, and those that it has started, as a loss of power would end them.
    package func kill() { process.end() }
}

import Glibc
import TerminalCore
import TerminalTesting

/// A program to measure and what its first screen looks like in bytes.
struct Subject {
    /// Its file and arguments.
    var command: [String]
    /// Text that its first screen writes.
    var marker: String
    /// The key that leads from the first field to the second.
    var nextField: String
    /// Its environment beyond the terminal and the locale.
    var environment: [String: String] = [:]
}

/// Something that went otherwise than a measurement needs.
struct MeasurementFailure: Error, CustomStringConvertible {
    /// What it was.
    let description: String
}

/// A program under measurement on a pseudo-terminal, whose bytes are timed and otherwise left alone.
final class Probe {
    /// What a program wrote in answer to something.
    struct Answer {
        /// From the cause to the last byte.
        var time: Duration
        /// The number of bytes.
        var byteCount: Int
    }

    /// From the start to the last byte of the first screen.
    let firstScreen: Answer
    private let terminal: PseudoTerminal
    private let child: ChildProcess

    /// Starts `subject` in a window of 80 by 24 and waits for its first screen.
    init(_ subject: Subject) throws {
        var options = TerminalProgram.Options()
        options.environment.merge(subject.environment) { $1 }
        terminal = try PseudoTerminal(size: options.size)
        let start = ContinuousClock.now
        child = try ChildProcess(
            executable: subject.command[0], arguments: Array(subject.command.dropFirst()), terminal: terminal,
            options: options)
        let (answer, bytes) = Self.answer(of: terminal, since: start, patience: .seconds(5), quiet: .milliseconds(150))
        guard String(decoding: bytes, as: UTF8.self).contains(subject.marker) else {
            throw MeasurementFailure(description: "\(subject.command[0]) never wrote \(subject.marker)")
        }
        firstScreen = answer
    }

    deinit { child.end() }

    /// Sends `key` and waits for the answer.
    func press(_ key: String) throws -> Answer {
        let start = ContinuousClock.now
        _ = terminal.write(Array(key.utf8)[...])
        let (answer, _) = Self.answer(
            of: terminal, since: start, patience: .milliseconds(500), quiet: .milliseconds(40))
        // Without the program, the terminal itself would echo.
        if let status = child.poll() { throw MeasurementFailure(description: "the program has \(status)") }
        return answer
    }

    /// Leaves the program alone for `duration`.
    ///
    /// - Returns: the bytes that it wrote and its context switches, of either kind and of all its threads.
    func idle(for duration: Duration) throws -> (byteCount: Int, switches: Int) {
        let before = try contextSwitches()
        let answer = Self.answer(of: terminal, since: .now, patience: duration, quiet: duration).answer
        return (answer.byteCount, try contextSwitches() - before)
    }

    /// The most memory that it has had resident, in KiB.
    func peakMemory() throws -> Int {
        try Self.field("VmHWM", of: "/proc/\(child.pid)/status")
    }

    private func contextSwitches() throws -> Int {
        guard let directory = opendir("/proc/\(child.pid)/task") else {
            throw MeasurementFailure(description: "the program has ended")
        }
        defer { closedir(directory) }
        var total = 0
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard !name.hasPrefix(".") else { continue }
            let status = "/proc/\(child.pid)/task/\(name)/status"
            total += try Self.field("voluntary_ctxt_switches", of: status)
            total += try Self.field("nonvoluntary_ctxt_switches", of: status)
        }
        return total
    }

    /// The number in the line of the file at `path` that begins with `name`.
    private static func field(_ name: String, of path: String) throws -> Int {
        let text = String(decoding: try readFile(path), as: UTF8.self)
        for line in text.split(separator: "\n") where line.hasPrefix(name + ":") {
            if let number = line.split(whereSeparator: { " \t:".contains($0) }).dropFirst().first.flatMap({ Int($0) }) {
                return number
            }
        }
        throw MeasurementFailure(description: "\(path) has no \(name)")
    }

    /// Reads until nothing has come for `quiet` after something has, or nothing at all for `patience`.
    private static func answer(
        of terminal: PseudoTerminal, since start: ContinuousClock.Instant, patience: Duration, quiet: Duration
    ) -> (answer: Answer, bytes: [UInt8]) {
        var (last, bytes): (ContinuousClock.Instant, [UInt8]) = (start, [])
        while true {
            let end = bytes.isEmpty ? start + patience : last + quiet
            let left = ContinuousClock.now.duration(to: end)
            guard left > .zero else { break }
            terminal.poll(milliseconds: CInt((left / .milliseconds(1)).rounded(.up)))
            if case .bytes(let chunk) = terminal.read() {
                last = .now
                bytes += chunk
            }
        }
        return (Answer(time: start.duration(to: last), byteCount: bytes.count), bytes)
    }
}

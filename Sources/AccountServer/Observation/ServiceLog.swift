import Glibc
import JSONText
import Synchronization
import Threads

/// Writes a JSON object a line, from a thread of its own, so that a slow reader of the log holds no request up.
///
/// Lines that come faster than they are read are dropped beyond a bound, and the next line says how many.
public final class ServiceLog: Sendable {
    private struct State {
        var lines: [UInt8] = []
        var droppedCount = 0
        var isWriting = false
    }

    private let state = Mutex(State())
    private let worker = Workers(count: 1)
    private let write: @Sendable ([UInt8]) -> Void
    private let clock: @Sendable () -> (seconds: Int64, milliseconds: Int)

    /// How long a line waits for others to be written together with, in microseconds.
    private static let patience: UInt32 = 20_000
    /// The most bytes that wait to be written.
    private static let limit = 1 << 20

    /// Makes a log.
    ///
    /// - Parameters:
    ///   - clock: the time, in UTC since 1970.
    ///   - write: writes all bytes, which are whole lines.
    public init(
        clock: @escaping @Sendable () -> (seconds: Int64, milliseconds: Int),
        write: @escaping @Sendable ([UInt8]) -> Void
    ) {
        self.clock = clock
        self.write = write
    }

    /// What a field may hold.
    public enum Value: Sendable {
        /// Text.
        case text(String)
        /// A whole number.
        case integer(Int)
        /// Seconds, to the microsecond.
        case duration(Duration)
    }

    /// Adds a line; the values must hold no secret.
    public func write(_ event: StaticString, _ fields: [(name: StaticString, value: Value)] = []) {
        var line = LogLine(event: event, time: clock())
        for (name, value) in fields { line.add(name, value) }
        let isFirst = state.withLock { state in
            if state.droppedCount > 0, state.lines.count < Self.limit {
                var note = LogLine(event: "lines-dropped", time: clock())
                note.add("count", .integer(state.droppedCount))
                state.lines += note.bytes
                state.droppedCount = 0
            }
            guard state.lines.count < Self.limit else {
                state.droppedCount += 1
                return false
            }
            state.lines += line.bytes
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if isFirst { _ = worker.submit(drain) }
    }

    /// Waits, on the calling thread, until all lines are written.
    public func flush() {
        worker.waitUntilIdle()
    }

    private func drain() {
        usleep(Self.patience)
        while let lines = next() { write(lines) }
    }

    private func next() -> [UInt8]? {
        state.withLock { state in
            guard !state.lines.isEmpty else {
                state.isWriting = false
                return nil
            }
            defer { state.lines = [] }
            return state.lines
        }
    }
}

/// One line: `{"time":"2026-01-31T12:00:00.123Z","event":"…",…}`.
private struct LogLine {
    private var line: [UInt8] = []

    init(event: StaticString, time: (seconds: Int64, milliseconds: Int)) {
        line.reserveCapacity(256)
        line.add("{\"time\":\"")
        UTCTime(seconds: time.seconds).add(to: &line, milliseconds: time.milliseconds)
        line.add("\",\"event\":\"")
        line.add(event)
        line.add("\"")
    }

    mutating func add(_ name: StaticString, _ value: ServiceLog.Value) {
        line.add(",\"")
        line.add(name)
        line.add("\":")
        switch value {
        case .text(let value): line += JSONText.string(value).utf8
        case .integer(let number): line += String(number).utf8
        case .duration(let duration):
            let (seconds, attoseconds) = duration.components
            line += String(seconds).utf8
            line.add(".")
            line.add(Int(attoseconds / 1_000_000_000_000), digitCount: 6)
        }
    }

    var bytes: [UInt8] { line + "}\n".utf8 }
}

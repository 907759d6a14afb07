import FoundationEssentials
import Glibc

/// Reads a state log (D1) while a program writes it.
public final class StateLog {
    /// The file.
    public let path: String
    /// All frames that have been read, oldest first.
    public private(set) var frames: [StateFrame] = []
    /// The first line that could not be understood, and why.
    public private(set) var malformed: String?

    private var offset = 0
    private var pending: [UInt8] = []

    /// Prepares to read the file at `path`, which need not exist yet.
    public init(path: String) {
        self.path = path
    }

    /// Passes over the lines that are there already, which another run has written.
    func skipExisting() {
        update()
        frames = []
        malformed = nil
    }

    /// The newest frame.
    public var latest: StateFrame? { frames.last }

    /// Reads the lines that were completed since the last time.
    ///
    /// - Returns: the new frames, oldest first.
    @discardableResult
    public func update() -> [StateFrame] {
        var information = stat()
        guard stat(path, &information) == 0, Int(information.st_size) > offset,
            let bytes = try? readFile(path, from: offset)
        else { return [] }
        offset += bytes.count
        pending += bytes
        let lines = pending.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        pending = Array(lines.last ?? [])
        let new = lines.dropLast().compactMap { line -> StateFrame? in
            do {
                return try JSONDecoder().decode(StateFrame.self, from: Data(line))
            } catch {
                if malformed == nil { malformed = "\(String(decoding: line, as: UTF8.self)): \(error)" }
                return nil
            }
        }
        frames += new
        return new
    }
}

extension TerminalProgram {
    /// The frames of the program's state log by now, oldest first; empty unless ``Options/stateLog`` is set.
    public var frames: [StateFrame] {
        stateLog?.update()
        return stateLog?.frames ?? []
    }

    /// Waits until a frame of the program's state log fulfils `condition`.
    ///
    /// The frames that have come since the last look, or else the newest one, are looked at first, then each one that
    /// comes, so nothing is missed. The file is looked at after each piece of output and every 5 ms. The program writes
    /// a frame after it has painted it, so that ``screen`` shows the frame, or a later one, when this returns.
    ///
    /// ```swift
    /// try program.press(.tab)
    /// let frame = try program.waitForFrame("the focus on the password") { $0.focus == "password" }
    /// ```
    ///
    /// - Parameters:
    ///   - expectation: the condition in words that follow "expected".
    ///   - frame: a frame; only later ones count.
    ///   - limit: how long; nil is the options' deadline.
    ///   - file: the test's file.
    ///   - line: the test's line.
    ///   - condition: what the frame must fulfil.
    /// - Returns: the first such frame.
    /// - Throws: ``TerminalFailure``, also when a line of the log is malformed.
    @discardableResult
    public func waitForFrame(
        _ expectation: String, after frame: StateFrame? = nil, within limit: Duration? = nil,
        file: StaticString = #fileID, line: UInt = #line, _ condition: (StateFrame) -> Bool
    ) throws(TerminalFailure) -> StateFrame {
        guard let stateLog else {
            throw failure(expecting: expectation, .unavailable("the options name no state log"), file, line)
        }
        let knownCount = stateLog.frames.count
        stateLog.update()
        // What came since the last look may be what the caller's last key did.
        var examined = stateLog.frames.count > knownCount ? knownCount : max(0, knownCount - 1)
        let found: StateFrame? = try wait(for: "a frame with \(expectation)", within: limit, file, line) { _ in
            stateLog.update()
            if stateLog.malformed != nil { return .some(nil) }
            let new = stateLog.frames[examined...]
            examined = stateLog.frames.count
            return new.first { $0.frame > frame?.frame ?? .min && condition($0) }.map(Optional.some)
        }
        drain()
        if let found { return found }
        throw failure(
            expecting: "a frame with \(expectation)", .mismatch(stateLog.malformed ?? "malformed"), file, line)
    }
}

import Glibc
import TerminalCore

/// A program running on a pseudo-terminal of its own, with an emulator showing what a person would see.
///
/// ```swift
/// let program = try TerminalProgram("sh", ["-c", "printf 'Name: '; read name; echo Hello, $name"])
/// defer { program.close() }
/// try program.waitForText("Name: ")
/// try program.type("Ada")
/// try program.press(.enter)
/// try program.waitForText(/Hello, \w+/)
/// #expect(try program.waitForExit() == .exited(0))
/// ```
///
/// Output is read, and queries of the program are answered, only while a call waits; nothing happens behind the
/// test's back. Every wait has a deadline and nothing sleeps for a guessed time. What fails throws a
/// ``TerminalFailure``, whatever test library is in use.
///
/// It is meant for one task at a time and is not `Sendable`. The program is killed and reaped at the latest
/// when this object goes away.
public final class TerminalProgram {
    /// How often a wait looks at what no descriptor tells: a condition of the test's own, a file that has grown.
    static let tick = Duration.milliseconds(5)
    /// The number of inputs that a failure names.
    private static let rememberedInputs = 12

    /// The screen as far as output has been read.
    public let screen: TerminalEmulator
    let options: Options
    let terminal: PseudoTerminal
    let stateLog: StateLog?
    private let name: String
    private let child: ChildProcess
    private(set) var history: OutputHistory
    /// Hears all output in the order it is read, after ``screen`` has been fed.
    package var onOutput: (([UInt8]) -> Void)?
    private var lastInputs: [String] = []
    private var isHungUp = false
    /// Those of the options, as long as their owner reads them.
    private var wakers: [Int32]

    /// Starts `executable`, looked for in the `PATH` of the options' environment if it has no slash.
    ///
    /// - Throws: ``TerminalFailure`` if there is no such program, or no pseudo-terminal to be had.
    public convenience init(
        _ executable: String, _ arguments: [String] = [], options: Options = Options(),
        file: StaticString = #fileID, line: UInt = #line
    ) throws(TerminalFailure) {
        try self.init(executable, arguments, options: options, location: "\(file):\(line)")
    }

    /// Starts `executable` as the public initializer does; a failure tells `location`.
    package init(
        _ executable: String, _ arguments: [String], options: Options, location: String
    ) throws(TerminalFailure) {
        self.options = options
        wakers = options.wakers
        name = String(executable.split(separator: "/").last ?? "program")
        screen = TerminalEmulator(size: options.size)
        history = OutputHistory(size: options.size, capacity: options.historyCapacity)
        stateLog = options.stateLog.map(StateLog.init(path:))
        stateLog?.skipExisting()
        do throws(SystemError) {
            terminal = try PseudoTerminal(size: options.size)
            _ = terminal.write(options.typedAhead[...])
            child = try ChildProcess(
                executable: executable, arguments: arguments, terminal: terminal, options: options)
        } catch {
            throw TerminalFailure(
                expectation: "the program \(executable) to start", reason: .unavailable(error.description),
                screen: "", lastInputs: [], exitStatus: nil, recording: nil, location: location)
        }
    }

    // MARK: The process

    /// The program's process id, which is also that of its session.
    public var processIdentifier: Int32 { child.pid }

    /// How the program ended; nil while it runs.
    public var exitStatus: ExitStatus? { child.poll() }

    /// Sends `signal` to the program, nothing if it has ended.
    public func send(signal: Int32) {
        note("signal \(signal)")
        child.send(signal: signal)
    }

    /// Closes the terminal, as when its window is closed: the program's session is hung up.
    ///
    /// The screen stays readable and ``waitForExit(within:file:line:)`` still works.
    public func hangUp() {
        drain()
        note("hang-up")
        terminal.close()
        isHungUp = true
    }

    /// Hangs up, gives the program and what it runs in the foreground `limit` to end, and kills what is left of them.
    ///
    /// What ignores the hang-up in the background is left running, as it is when a window is closed.
    package func end(within limit: Duration) {
        let foreground = terminal.foregroundGroup.flatMap { $0 == child.pid ? nil : ForeignGroup($0) }
        wakers = []
        hangUp()
        let deadline = Deadline(in: limit)
        _ = pump(until: deadline) { $0 != nil }
        foreground?.end(until: deadline)
        close()
    }

    /// Kills the program with its process group, if it still runs, and lets go of the terminal.
    public func close() {
        child.end()
        terminal.close()
        isHungUp = true
    }

    // MARK: The terminal

    /// Whether something else than the program itself, such as a job of a shell, is in the foreground.
    package var hasOtherInForeground: Bool { terminal.foregroundGroup.map { $0 != child.pid } ?? false }

    /// Whether input that was sent still waits for somebody to read it.
    package var hasUnreadInput: Bool { terminal.unreadByteCount > 0 }

    /// Whether a process in the foreground runs, or would if a processor or a disk were free for it.
    ///
    /// Then its silence does not tell that it has nothing to write. False where the system does not say.
    package var isComputing: Bool {
        terminal.foregroundGroup.map { ProcessTree(root: child.pid).computes(inGroup: $0) } ?? false
    }

    /// The settings of the program's terminal at this moment, also after it has ended; nil once closed.
    ///
    /// Comparable with what `stty -g` prints.
    public var modes: TerminalModes? { terminal.modes }

    /// The number of bytes that the program has written to the terminal, as far as they have been read.
    public var receivedByteCount: Int { history.byteCount }

    /// The bytes that the program has written, the last ``Options/historyCapacity`` of them at the most.
    public var rawOutput: [UInt8] { history.bytes }

    // MARK: Moving bytes

    /// Reads what the program has written by now, feeds the screen and answers queries; never waits.
    ///
    /// - Returns: whether there was anything.
    @discardableResult
    public func drain() -> Bool {
        // Bounded, so that a program that never stops writing cannot keep a wait from its deadline.
        var budget = 1 << 18
        var hasRead = false
        while budget > 0, !isHungUp {
            switch terminal.read() {
            case .bytes(let bytes):
                budget -= bytes.count
                hasRead = true
                history.append(.output(bytes))
                screen.feed(bytes)
                onOutput?(bytes)
                // An answer that does not fit is lost, as it is on a real line that nobody reads.
                let replies = screen.takeReplies()
                if !replies.isEmpty { _ = terminal.write(replies[...]) }
            case .nothing: return hasRead
            case .hungUp: isHungUp = true
            }
        }
        return hasRead
    }

    /// Waits until there is output, the program ends, one of ``Options/wakers`` is readable, or `deadline` or `limit`
    /// has passed.
    func waitForOutput(until deadline: Deadline, orRoomToWrite: Bool = false, atMost limit: Duration = tick) {
        // The end as it is known here: one that nobody has noticed yet must end the sleep.
        let end = child.status == nil ? child.endDescriptor : -1
        terminal.poll(
            milliseconds: deadline.milliseconds(atMost: end < 0 ? min(limit, Self.tick) : limit),
            orWrite: orRoomToWrite, others: [end] + wakers)
    }

    /// Changes the window and tells the program by SIGWINCH.
    public func resize(to size: Size) {
        drain()
        note("resize to \(size.columns)×\(size.rows)")
        history.append(.resize(size))
        screen.resize(to: size)
        terminal.resize(to: size)
    }

    /// Remembers an input for a failure's description.
    package func note(_ input: String) {
        lastInputs.append(input)
        if lastInputs.count > Self.rememberedInputs { lastInputs.removeFirst() }
    }

    /// The failure of `expectation`, with the screen and a recording.
    func failure(
        expecting expectation: String, _ reason: TerminalFailure.Reason, _ file: StaticString, _ line: UInt
    ) -> TerminalFailure {
        failure(expecting: expectation, reason, at: "\(file):\(line)")
    }

    /// The failure of `expectation` that stands at `location`, with the screen and a recording.
    package func failure(
        expecting expectation: String, _ reason: TerminalFailure.Reason, at location: String
    ) -> TerminalFailure {
        TerminalFailure(
            expectation: expectation, reason: reason, screen: ScreenSnapshot(screen, includesStyles: false).drawing,
            lastInputs: lastInputs, exitStatus: exitStatus, recording: Recording(history).write(name: name),
            location: location)
    }
}

import Glibc
import TerminalCore
import TerminalTesting

/// Plays a tape: runs its shell on a pseudo-terminal, does what the steps say, and tells an observer.
///
/// Nothing sleeps for a guessed time: it waits in `poll`, and reads the program's output meanwhile. It is meant for
/// one thread and plays once.
public final class Player {
    /// Everything besides the tape.
    public struct Options {
        /// How fast.
        public var speed = PlaySpeed.factor(1)
        /// The environment of the shell, before the tape's own.
        public var environment: [String: String] = [:]
        /// A descriptor that is readable once the play is to be interrupted; the owner reads it.
        public var interruption: Int32?
        /// How long the program may take to make room for what is typed, once the terminal holds no more.
        public var inputLimit = Duration.seconds(10)
        /// Where a folder may be made for the time of the play, the `TMPDIR` of its programs.
        public var temporaryDirectory = "/tmp"

        /// Makes the options of a play at the tape's own speed, in an empty environment.
        public init() {}
    }

    /// How a play ended.
    public enum Ending {
        /// All steps were carried out and all that was expected came to pass.
        case passed
        /// Something that was expected did not come to pass.
        case failed(TerminalFailure)
        /// The shell ended, or could not be started.
        case died(TerminalFailure)
        /// The interruption came.
        case interrupted
    }

    /// Why a step ends the play.
    enum Stop: Error {
        case failed(TerminalFailure)
        case died(TerminalFailure)
        case interrupted
    }

    /// How long a program may take to answer a key before it is taken as it is.
    static let answerLimit = Duration.seconds(1)

    let tape: Tape
    let options: Options
    let program: TerminalProgram
    let frames: SettledFrames?
    private let folder: PlayFolder?
    private let observer: any PlayObserver
    private let start: ContinuousClock.Instant
    /// The pause after each key.
    var typingSpeed: Duration
    /// What `Copy` has copied; the machine's own clipboard is left alone.
    var clipboard = ""
    /// How often something was sent to the program.
    var inputCount = 0
    /// What had happened when the screen was seen at rest; nil if it never was.
    var activityAtRest: Activity?
    /// The frames that were told before the last input.
    var framesBeforeInput = 0
    /// The bytes that had been read from the program before the last input.
    var bytesBeforeInput = 0
    /// Where the step stands that is being carried out.
    var position: TapePosition

    /// Starts the shell of `tape`, which must have no errors.
    ///
    /// - Throws: ``TerminalFailure`` if there is no such shell, or no pseudo-terminal.
    public init(_ tape: Tape, options: Options = Options(), observer: any PlayObserver) throws(TerminalFailure) {
        self.tape = tape
        self.options = options
        self.observer = observer
        typingSpeed = tape.setup.typingSpeed
        let first = tape.steps.first?.position ?? TapePosition(file: tape.path, line: 1, column: 1)
        position = first
        let folder = PlayFolder(in: options.temporaryDirectory)
        self.folder = folder
        frames = folder.flatMap { SettledFrames(in: $0) }
        let start = ContinuousClock.now
        self.start = start
        let shell = tape.setup.shell
        program = try TerminalProgram(
            shell.program, shell.arguments, options: Self.programOptions(tape, options, folder, frames),
            location: "\(first)")
        observer.observe(.began(tape.setup.size), at: .zero, screen: program.screen)
        program.onOutput = { [unowned program] bytes in
            observer.observe(.output(bytes), at: start.duration(to: .now), screen: program.screen)
        }
    }

    private static func programOptions(
        _ tape: Tape, _ options: Options, _ folder: PlayFolder?, _ frames: SettledFrames?
    ) -> TerminalProgram.Options {
        var result = TerminalProgram.Options()
        result.size = tape.setup.size
        result.environment = options.environment
        // They would freeze the size.
        result.environment["LINES"] = nil
        result.environment["COLUMNS"] = nil
        result.environment["TERM"] = "xterm-256color"
        if ["LC_ALL", "LC_CTYPE", "LANG"].allSatisfy({ options.environment[$0] ?? "" == "" }) {
            result.environment["LANG"] = "C.UTF-8"
        }
        if let folder { result.environment["TMPDIR"] = folder.path }
        result.environment[SettledFrames.variable] = frames?.path
        result.environment.merge(tape.setup.shell.environment) { $1 }
        result.environment.merge(tape.setup.environment) { $1 }
        result.wakers = [frames?.descriptor, options.interruption].compactMap(\.self).filter { $0 >= 0 }
        return result
    }

    /// Carries out all steps, then ends the shell and what it runs in the foreground.
    public func play() -> Ending {
        var ending = Ending.passed
        do throws(Stop) {
            try waitForPrompt()
            for step in tape.steps {
                position = step.position
                try checkInterruption()
                program.drain()
                guard try carryOut(step) else { continue }
            }
            // What was typed last is read and answered, at any speed.
            _ = try settle(until: Deadline(in: Self.answerLimit))
        } catch {
            ending =
                switch error {
                case .failed(let failure): .failed(failure)
                case .died(let failure): .died(failure)
                case .interrupted: .interrupted
                }
        }
        tell(.ended)
        program.end(within: .seconds(1))
        return ending
    }

    /// Tells the observer of `event`.
    func tell(_ event: PlayEvent) {
        observer.observe(event, at: start.duration(to: .now), screen: program.screen)
    }

    // MARK: - Failing

    /// The end of the play because `expectation` did not come to pass, told with the step's place.
    func failure(expecting expectation: String, _ reason: TerminalFailure.Reason) -> Stop {
        let failure = program.failure(expecting: expectation, reason, at: "\(position)")
        return reason == .programEnded ? .died(failure) : .failed(failure)
    }

    // MARK: - Waiting

    /// Waits until `condition` holds, the program ends, or `deadline` has passed.
    func wait(
        until deadline: Deadline, orRoomToWrite: Bool = false, _ condition: (_ end: ExitStatus?) -> Bool
    ) throws(Stop) -> PumpResult {
        var isInterrupted = false
        let result = program.pump(until: deadline, orRoomToWrite: orRoomToWrite) { end in
            isInterrupted = self.isInterrupted
            frames?.update()
            return isInterrupted || condition(end)
        }
        if isInterrupted { throw .interrupted }
        return result
    }

    private var isInterrupted: Bool {
        guard let descriptor = options.interruption else { return false }
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) > 0
    }

    private func checkInterruption() throws(Stop) {
        if isInterrupted { throw .interrupted }
    }

    /// Lets `duration` pass at the play's speed; a program that has ended is not waited for.
    func pause(_ duration: Duration) throws(Stop) {
        let pause = options.speed.applied(to: duration)
        guard pause > .zero else { return }
        _ = try wait(until: Deadline(at: .now + pause)) { _ in false }
    }
}

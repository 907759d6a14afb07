import Asciicast
import CommandLineOptions
import Glibc
import Recordings
import TapeScript
import TerminalCore
import TerminalTesting

/// The program from its arguments to its exit status (section 7).
struct TapeProgram {
    private let arguments: [String]

    /// Takes the command line, the program's own name the first of its words.
    init(arguments: [String]) {
        self.arguments = arguments
    }

    /// Does what was asked for.
    ///
    /// - Returns: the exit status.
    func run() -> CInt {
        let options: Options
        do throws(Options.Fault) {
            options = try Options(arguments: arguments)
        } catch { return Self.fail(error.message) }
        switch options.request {
        case .help: return Self.show(HelpText.usage)
        case .version: return Self.show(HelpText.version)
        case .check(let files): return Self.check(files, isStrict: options.isStrict)
        case .convert(let recording, let file, let format): return Self.convert(recording, to: file, format)
        case .play(let file): return Self.play(file, options)
        }
    }

    private static func show(_ text: String) -> CInt {
        print(text, terminator: "")
        do throws(StandardOutput.Fault) {
            try StandardOutput.flush()
            return 0
        } catch { return fail(error.message) }
    }

    private static func fail(_ message: String) -> CInt {
        complain("vestibule-tape: \(message)")
        return 2
    }

    /// Prints `message` on stderr.
    static func complain(_ message: String) {
        // File names, patterns and screens come back in messages; none of their bytes may command the terminal (T6).
        var rest = Array((TextLayout.harmlessLines(message) + "\n").utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
            guard count > 0 || count < 0 && errno == EINTR else { return }
            rest = rest.dropFirst(max(0, count))
        }
    }

    // MARK: - Checking

    private static func check(_ files: [String], isStrict: Bool) -> CInt {
        let tapes = files.map { read($0, isStrict: isStrict) }
        return tapes.allSatisfy { $0?.errors.isEmpty == true } ? 0 : 2
    }

    /// Reads the tape `file` and prints what is wrong with it.
    private static func read(_ file: String, isStrict: Bool) -> Tape? {
        let tape = Tape(
            path: file, isStrict: isStrict, readsTheme: { CastTheme(vhs: $0) != nil }, findProgram: isOnPath)
        if tape == nil { complain("vestibule-tape: cannot read \(file): \(String(cString: strerror(errno)))") }
        for error in tape?.errors ?? [] { complain("\(error.position): error: \(error.message)") }
        for note in tape?.notes ?? [] { complain("\(note.position): note: \(note.message)") }
        return tape
    }

    private static func isOnPath(_ program: String) -> Bool {
        guard !program.contains("/") else { return access(program, X_OK) == 0 }
        let path = getenv("PATH").map { String(cString: $0) } ?? ""
        return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
    }

    // MARK: - Converting

    private static func convert(_ recording: String, to file: String, _ format: RecordingFormat) -> CInt {
        do {
            try writeWithFolder(Cast(reading: try readFile(recording)).contents(format), to: file)
            return 0
        } catch let error as CastError {
            complain("vestibule-tape: \(recording) is no recording: \(error.description)")
        } catch {
            complain("vestibule-tape: cannot \(error)")
        }
        return 2
    }

    // MARK: - Playing

    private static func play(_ file: String, _ options: Options) -> CInt {
        guard let tape = read(file, isStrict: options.isStrict), tape.errors.isEmpty else { return 2 }
        let interruption = Interruption()
        let outputs = Outputs(tape, options, timestamp: time(nil))
        var play = Player.Options()
        play.speed = options.speed
        play.environment = environment()
        play.interruption = interruption?.descriptor
        if let directory = getenv("TMPDIR") { play.temporaryDirectory = String(cString: directory) }
        let status: CInt
        do throws(TerminalFailure) {
            let player = try Player(tape, options: play, observer: outputs)
            status = report(player.play(), interruption)
        } catch {
            complain(error.description)
            status = 3
        }
        let faults = outputs.finish()
        for fault in faults { complain("vestibule-tape: \(fault)") }
        return status == 0 && !faults.isEmpty ? 2 : status
    }

    private static func report(_ ending: Player.Ending, _ interruption: Interruption?) -> CInt {
        switch ending {
        case .passed: return 0
        case .failed(let failure):
            complain(failure.description)
            return 1
        case .died(let failure):
            complain(failure.description)
            return 3
        case .interrupted: return 128 + (interruption?.signal ?? SIGINT)
        }
    }

    private static func environment() -> [String: String] {
        var result: [String: String] = [:]
        var entry = environ
        while let text = entry.pointee {
            let parts = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { result[String(parts[0])] = String(parts[1]) }
            entry += 1
        }
        return result
    }
}

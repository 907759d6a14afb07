import CommandLineOptions
import Recordings
import TapeScript

/// What the command line asks for (section 7).
struct Options {
    /// What to do at all.
    enum Request: Equatable {
        /// Play the tape at a path.
        case play(String)
        /// Check the tapes at the paths.
        case check([String])
        /// Turn the recording at a path into a file of a format.
        case convert(from: String, to: String, RecordingFormat)
        /// Print and leave.
        case help, version
    }

    var request = Request.help
    var speed = PlaySpeed.factor(1)
    /// Whether words that are swallowed as text are errors.
    var isStrict = false
    /// Where a dump of the screen after each command goes.
    var textFile: String?
    /// Where a recording goes.
    var castFile: String?
    /// The folder for a picture after each command.
    var pictureFolder: String?
    /// What a recording is turned into, where the name of the file does not tell.
    private var format: RecordingFormat?

    /// Wrong usage, in one line (status 2).
    struct Fault: Error {
        let message: String
    }

    private static let names = [
        "speed:", "strict", "text:", "record:", "svg:", "format:", "version", "help",
    ]

    /// The options that go with each command.
    private static let ownNames = [
        "play": ["speed", "strict", "text", "record", "svg"], "check": ["strict"], "convert": ["format"],
    ]

    /// Reads the arguments, the program's own name the first of them.
    init(arguments: [String]) throws(Fault) {
        let parsed: ParsedOptions
        do throws(ParsedOptions.Fault) {
            parsed = try ParsedOptions(arguments, names: Self.names, operands: .anywhere, final: ["version", "help"])
        } catch {
            switch error {
            case .needsValue(let option): throw Fault(message: "option '\(option)' needs a value")
            case .unknown(let option): throw Fault(message: "unknown option '\(option)'; see vestibule-tape --help")
            }
        }
        for option in parsed.options { try apply(option.name, option.value ?? "") }
        guard !parsed.options.contains(where: { ["help", "version"].contains($0.name) }) else { return }
        request = try request(parsed.operands)
        guard let command = parsed.operands.first, let names = Self.ownNames[command] else { return }
        if let other = parsed.options.first(where: { !names.contains($0.name) }) {
            throw Fault(message: "--\(other.name) does not go with \(command); see vestibule-tape --help")
        }
    }

    private mutating func apply(_ name: String, _ value: String) throws(Fault) {
        switch name {
        case "speed":
            guard let speed = PlaySpeed(value) else {
                throw Fault(message: "--speed takes max or a number from 0.01 to 1000, not '\(value)'")
            }
            self.speed = speed
        case "strict": isStrict = true
        case "text": textFile = value
        case "record": castFile = value
        case "svg": pictureFolder = value
        case "format":
            guard let format = RecordingFormat(rawValue: value) else {
                let names = RecordingFormat.allCases.map(\.rawValue).joined(separator: ", ")
                throw Fault(message: "--format takes one of \(names), not '\(value)'")
            }
            self.format = format
        case "version": request = .version
        default: request = .help
        }
    }

    private func request(_ words: [String]) throws(Fault) -> Request {
        let files = Array(words.dropFirst())
        switch words.first {
        case "play":
            guard files.count == 1 else { throw Fault(message: "play takes one tape") }
            return .play(files[0])
        case "check":
            guard !files.isEmpty else { throw Fault(message: "check takes at least one tape") }
            return .check(files)
        case "convert":
            guard files.count == 2 else { throw Fault(message: "convert takes a recording and the file to make of it") }
            guard let format = format ?? RecordingFormat(path: files[1]) else {
                throw Fault(message: "'\(files[1])' is no .cast, .svg or .txt, and there is no --format")
            }
            return .convert(from: files[0], to: files[1], format)
        case nil: throw Fault(message: "what to do is missing: play, check or convert; see vestibule-tape --help")
        case let word?: throw Fault(message: "'\(word)' is not play, check or convert; see vestibule-tape --help")
        }
    }
}

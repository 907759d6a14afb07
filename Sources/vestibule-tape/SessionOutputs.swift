import Asciicast
import Recordings
import TapeScript
import TerminalCore
import TerminalTesting

/// The recordings and pictures that are made of a tape's session while it is played.
///
/// Recordings grow event by event. A file that cannot be written is said so at the end and does not stop the play.
final class SessionOutputs: PlayObserver {
    /// What is to be made.
    struct Request {
        /// The files of recordings, in asciicast v3.
        var casts: [String] = []
        /// The files of moving pictures of the whole session.
        var animations: [String] = []
        /// A folder for a picture after each command, and for `session.svg`, which moves.
        var pictureFolder: String?

        /// Makes a request for nothing.
        init() {}
    }

    private let tape: Tape
    private let request: Request
    private let theme: CastTheme?
    /// The time of the start in seconds since 1970.
    private let timestamp: Int
    private let complain: (String) -> Void

    private var files: [LineFile] = []
    private var encoder = CastEncoder(version: .v3)
    private var session: Cast?
    private var recorder: SessionRecorder?
    private var isShown = true
    private var lastPicture: ScreenPicture?
    /// How many commands have been carried out.
    private var stepCount = 0

    /// Prepares what `request` asks for.
    ///
    /// - Parameters:
    ///   - tape: what is played.
    ///   - request: what is to be made of it.
    ///   - timestamp: the time in seconds since 1970.
    ///   - complain: hears of what cannot be written.
    init(
        _ tape: Tape, _ request: Request, timestamp: Int, complain: @escaping (String) -> Void
    ) {
        self.tape = tape
        self.request = request
        theme = tape.setup.theme.flatMap { CastTheme(vhs: $0) }
        self.timestamp = timestamp
        self.complain = complain
    }

    func observe(_ event: PlayEvent, at time: Duration, screen: TerminalEmulator) {
        switch event {
        case .began(let size): begin(size)
        case .stepBegan(let step): recorder?.mark(step.command.name, place: place(of: step), at: time)
        case .output(let bytes): recorder?.output(bytes, at: time)
        case .resized(let size): recorder?.resize(to: size, at: time)
        case .hidden:
            isShown = false
            recorder?.hide(at: time)
        case .shown:
            isShown = true
            recorder?.show(screen, at: time)
        case .snapshot(let path) where path.hasSuffix(".svg"): write(picture(of: screen).svg, path)
        case .snapshot: break
        case .stepEnded(let step): takePicture(after: step, screen)
        case .ended: end()
        }
    }

    /// The line of `step`, with the file's name where that is not the tape itself.
    private func place(of step: TapeStep) -> String {
        let position = step.position
        return position.file == tape.path ? "\(position.line)" : "\(name(of: position.file)):\(position.line)"
    }

    private func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    // MARK: - Recording

    private func begin(_ size: Size) {
        var header = CastHeader(size: size)
        header.timestamp = timestamp
        header.title = name(of: tape.path)
        header.terminalType = "xterm-256color"
        header.theme = theme
        for path in request.casts {
            do throws(SystemError) {
                makeFolder(of: path)
                files.append(try LineFile(path: path))
            } catch { complain("cannot \(error.description)") }
        }
        append(encoder.line(for: header))
        if !request.animations.isEmpty || request.pictureFolder != nil { session = Cast(header: header, events: []) }
        guard !files.isEmpty || session != nil else { return }
        recorder = SessionRecorder { [unowned self] event in
            if !files.isEmpty { append(encoder.line(for: event)) }
            session?.events.append(event)
        }
    }

    /// Writes `line` to all recordings; those that cannot take it end before it.
    private func append(_ line: String) {
        files = files.filter { file in
            do throws(SystemError) {
                try file.append(line)
                return true
            } catch {
                complain("cannot \(error.description); the recording ends there")
                return false
            }
        }
    }

    private func end() {
        guard let session else { return }
        let animation = session.animatedSVG
        for path in request.animations + [request.pictureFolder.map { $0 + "/session.svg" }].compactMap(\.self) {
            write(animation, path)
        }
    }

    private func write(_ text: String, _ path: String) {
        do throws(SystemError) {
            try writeWithFolder(text, to: path)
        } catch { complain("cannot \(error.description)") }
    }

    // MARK: - Pictures

    private func picture(of screen: TerminalEmulator) -> ScreenPicture {
        ScreenPicture(screen, theme: theme.map(PictureTheme.init) ?? .standard)
    }

    /// Draws the screen into the folder, unless it is the same as in the picture before; `007-Enter.svg` is the one
    /// after the seventh command.
    private func takePicture(after step: TapeStep, _ screen: TerminalEmulator) {
        stepCount += 1
        guard let folder = request.pictureFolder, isShown else { return }
        let picture = picture(of: screen)
        guard picture != lastPicture else { return }
        lastPicture = picture
        let number = String(stepCount)
        let digits = String(repeating: "0", count: max(0, 3 - number.count)) + number
        write(picture.svg, "\(folder)/\(digits)-\(step.command.name).svg")
    }
}

import TerminalCore

/// What a tape asks for, one case a command of the language.
public enum TapeCommand: Hashable, Sendable {
    /// `Output FILE`.
    case output(TapeOutput)
    /// `Require PROGRAM`.
    case require(String)
    /// `Set NAME VALUE`.
    case set(TapeSetting)
    /// `Env NAME VALUE`.
    case environment(name: String, value: String)
    /// `Type[@PAUSE] TEXT…`; the pause is after each character.
    case type(String, pause: Duration?)
    /// A key with a name: `KEY[@PAUSE] [COUNT]`.
    case press(TapeKey, count: Int, pause: Duration?)
    /// `ScrollUp` and `ScrollDown`, which send nothing.
    case scroll(isUp: Bool, count: Int)
    /// `Ctrl…`, `Alt+…`, `Shift+…`.
    case chord(Chord)
    /// `Sleep TIME`.
    case sleep(Duration)
    /// `Wait…`.
    case wait(WaitTarget, timeout: Duration?)
    /// `Hide` and `Show`.
    case hide, show
    /// `Screenshot FILE`.
    case screenshot(String)
    /// `Copy TEXT…` and `Paste`.
    case copy(String), paste
    /// `Resize COLUMNS ROWS`.
    case resize(Size)
    /// `Click ROW COLUMN`, from 0.
    case click(Position)
    /// `Expect /PATTERN/`.
    case expect(TapePattern)
    /// `ExpectAttr ROW COLUMN LOOK…`.
    case expectLook(Position, ExpectedLook)
    /// `ExpectCursor ROW COLUMN`.
    case expectCursor(Position)
    /// `Snapshot FILE`.
    case snapshot(String)

    /// What a `Wait` waits for.
    public enum WaitTarget: Hashable, Sendable {
        /// A pattern in the cursor's row; nil is the setting's.
        case line(TapePattern?)
        /// A pattern on the screen; nil is the setting's.
        case screen(TapePattern?)
        /// The screen at rest.
        case settled
    }

    /// The command's name, as a tape spells it, with nothing of what it types.
    public var name: String {
        switch self {
        case .output: "Output"
        case .require: "Require"
        case .set: "Set"
        case .environment: "Env"
        case .type: "Type"
        case .press(let key, _, _): key.name
        case .scroll(let isUp, _): isUp ? "ScrollUp" : "ScrollDown"
        case .chord(let chord): chord.name
        case .sleep: "Sleep"
        case .wait(.line, _): "Wait"
        case .wait(.screen, _): "Wait+Screen"
        case .wait(.settled, _): "Wait+Settled"
        case .hide: "Hide"
        case .show: "Show"
        case .screenshot: "Screenshot"
        case .copy: "Copy"
        case .paste: "Paste"
        case .resize: "Resize"
        case .click: "Click"
        case .expect: "Expect"
        case .expectLook: "ExpectAttr"
        case .expectCursor: "ExpectCursor"
        case .snapshot: "Snapshot"
        }
    }
}

/// A command and where it stands.
public struct TapeStep: Hashable, Sendable {
    /// Where it begins; in a sourced tape, there.
    public var position: TapePosition
    /// What it asks for.
    public var command: TapeCommand

    /// Makes the step `command` at `position`.
    public init(_ position: TapePosition, _ command: TapeCommand) {
        self.position = position
        self.command = command
    }
}

/// Where a tape is to be recorded to, by the file's name.
public struct TapeOutput: Hashable, Sendable {
    /// What becomes of it.
    public enum Kind: Hashable, Sendable {
        /// A dump of the screen after each command: `.txt`, `.ascii`, `.test`.
        case text
        /// A recording: `.cast`.
        case cast
        /// A picture that moves: `.svg`.
        case svg
        /// A video, which is not made: `.gif`, `.mp4`, `.webm` and whatever else.
        case video
        /// Frames, which are not made: `.png` or a folder.
        case frames
    }

    /// The file or folder.
    public var path: String
    /// What becomes of it.
    public var kind: Kind

    /// Tells from `path` what is to be made.
    public init(path: String) {
        self.path = path
        kind =
            switch TapeOutput.fileExtension(of: path) {
            case "txt", "ascii", "test": .text
            case "cast": .cast
            case "svg": .svg
            case "png", "": .frames
            default: .video
            }
    }

    /// What is behind the last dot of the last part of `path`; empty where there is none.
    static func fileExtension(of path: String) -> String {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        return name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? ""
    }
}

import Foundation
import TerminalCore
import TerminalTesting

/// The built front end on a terminal of its own, with a folder of its own for accounts and the state log.
///
/// The program is killed and the folder removed when this object goes away.
final class Vestibule {
    /// Where the package manager has put the program: beside the test bundle.
    static let path = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("vestibule").path

    /// The program.
    let program: TerminalProgram
    private let folder: URL
    /// The index of the frame that the last wait ended with.
    private var position = 0

    /// Starts the program and waits for nothing.
    ///
    /// - Parameters:
    ///   - arguments: more of the command line, behind the language, the data directory and the state log.
    ///   - look: the window and the language.
    ///   - script: what a shell does instead, the program and its arguments being `"$0" "$@"`.
    ///   - typedAhead: what lies in the terminal before the start.
    /// - Throws: a failure to start it.
    init(
        _ arguments: String..., look: Look = Look(), script: String? = nil, typedAhead: String = ""
    ) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("vestibule-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var options = TerminalProgram.Options()
        options.size = look.size
        options.environment = ["TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"]
        options.workingDirectory = folder.path
        options.typedAhead = Array(typedAhead.utf8)
        options.deadline = .seconds(30)
        let log = folder.path + "/state"
        options.stateLog = log
        let words = ["--language", look.language.rawValue, "--data-dir", folder.path + "/data", "--state-log", log]
        if let script {
            program = try TerminalProgram("sh", ["-c", script, Self.path] + words + arguments, options: options)
        } else {
            program = try TerminalProgram(Self.path, words + arguments, options: options)
        }
    }

    deinit {
        program.close()
        try? FileManager.default.removeItem(at: folder)
    }

    // MARK: - Waiting

    /// Waits for a frame that fulfils `condition`: the one that the last wait ended with, or one that came after it.
    ///
    /// No frame is skipped, however short it showed.
    @discardableResult
    func wait(
        for expectation: String, file: StaticString = #fileID, line: UInt = #line, _ condition: (StateFrame) -> Bool
    ) throws -> StateFrame {
        var found: StateFrame?
        try program.waitFor("a frame with \(expectation)", file: file, line: line) { _ in
            let frames = program.frames
            while found == nil, position < frames.count {
                if condition(frames[position]) { found = frames[position] } else { position += 1 }
            }
            return found != nil
        }
        // A frame is told after it has been painted.
        program.drain()
        return found ?? frame
    }

    /// Waits for `screen`, without an alert and idle.
    @discardableResult
    func wait(forScreen screen: String, file: StaticString = #fileID, line: UInt = #line) throws -> StateFrame {
        try wait(for: "the screen \(screen)", file: file, line: line) {
            $0.screen == screen && $0.alert == nil && !$0.busy
        }
    }

    /// Waits for the alert `id`.
    @discardableResult
    func wait(forAlert id: String, file: StaticString = #fileID, line: UInt = #line) throws -> StateFrame {
        try wait(for: "the alert \(id)", file: file, line: line) { $0.alert?.id == id }
    }

    /// Waits until the focus is on `id`.
    @discardableResult
    func wait(forFocus id: String, file: StaticString = #fileID, line: UInt = #line) throws -> StateFrame {
        try wait(for: "the focus on \(id)", file: file, line: line) { $0.focus == id }
    }

    /// Waits until the password has so many code points, no alert being open.
    @discardableResult
    func wait(
        forPasswordLength length: Int, file: StaticString = #fileID, line: UInt = #line
    ) throws -> StateFrame {
        try wait(for: "a password of \(length)", file: file, line: line) {
            $0.node("password")?.length == length && $0.alert == nil
        }
    }

    // MARK: - Looking

    /// The frame that the last wait ended with.
    var frame: StateFrame {
        let frames = program.frames
        return frames[min(position, frames.count - 1)]
    }

    /// The bullets that stand in the password field.
    var bullets: [ScreenCell] {
        guard let rect = frame.node("password")?.rect, rect.count == 4 else { return [] }
        return program.screen.cells(ofRow: rect[0])[rect[1]..<rect[1] + rect[3]].filter { $0.text == "•" }
    }

    // MARK: - Doing

    /// Presses the middle of `node`.
    func click(_ node: StateFrame.Node?, file: StaticString = #fileID, line: UInt = #line) throws {
        let rect = node?.rect ?? [0, 0, 1, 1]
        try program.click(row: rect[0] + rect[2] / 2, column: rect[1] + rect[3] / 2, file: file, line: line)
    }

    /// Types the account, goes on, types the password, and sends the form by Enter.
    func logIn(_ account: String, _ password: String) throws {
        try program.type(account)
        try program.press(.enter)
        try program.type(password)
        try program.press(.enter)
    }
}

/// A window and a language.
struct Look: CustomStringConvertible, Sendable {
    /// The languages of the screens.
    enum Language: String, CaseIterable, Sendable {
        /// English.
        case english = "en"
        /// Simplified Chinese.
        case chinese = "zh-Hans"
    }

    /// The language that is asked for.
    var language = Language.english
    /// The window.
    var size = Size(columns: 80, rows: 24)

    /// Each language, in a window with room and in the smallest one.
    static let all = Language.allCases.flatMap { language in
        [Size(columns: 80, rows: 24), Size(columns: 40, rows: 12)].map { Look(language: language, size: $0) }
    }

    /// The language and the size.
    var description: String { "\(language.rawValue) \(size.columns)x\(size.rows)" }

    /// The words of this language.
    func text(_ english: String, _ chinese: String) -> String { language == .english ? english : chinese }
}

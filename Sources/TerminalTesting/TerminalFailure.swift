/// Why something that was expected of a program did not come to pass, with the screen as it was.
///
/// Its description is made to be read in a test's log:
///
/// ```
/// expected the text "Welcome", but 10.0 seconds passed (LoginTests/LoginTests.swift:21)
///    ┌────────────────────┐
///   0│Password:           │ ◂ cursor at column 10
///    └────────────────────┘ 20×1
/// last input: type(3 characters), tab
/// recording: /tmp/terminal-testing/sh-3121-1.cast
/// ```
///
/// What was typed is told by its length only, since it may be a password.
public struct TerminalFailure: Error, CustomStringConvertible, Sendable {
    /// What went wrong.
    public enum Reason: Sendable, Equatable {
        /// It had not happened after so long.
        case deadlinePassed(Duration)
        /// The program had ended before.
        case programEnded
        /// The program could not be started, or the terminal or a file not be used; the text says why.
        case unavailable(String)
        /// Something that was compared differs; the text says how.
        case mismatch(String)
        /// The screen had come to rest otherwise; the text says how it was.
        case settled(String)
    }

    /// What was expected, as words that follow "expected".
    public let expectation: String
    /// What went wrong.
    public let reason: Reason
    /// The screen at that moment, drawn with a border and the cursor; empty if there was none.
    public let screen: String
    /// The last inputs: names of keys, and lengths of what was typed.
    public let lastInputs: [String]
    /// How the program ended, if it has.
    public let exitStatus: ExitStatus?
    /// The recording's path, in asciicast v3, if one could be written.
    public let recording: String?
    /// Where the expectation is in the test's source.
    public let location: String

    /// The whole story.
    public var description: String {
        let happened =
            switch reason {
            case .deadlinePassed(let time):
                "but \(Self.words(for: time)) passed"
            case .programEnded: "but the program had \(exitStatus.map(\.description) ?? "closed its terminal")"
            case .unavailable(let text), .settled(let text): "but \(text)"
            case .mismatch(let text): "but it differs:\n\(text)"
            }
        var lines = ["expected \(expectation), \(happened) (\(location))"]
        if !screen.isEmpty { lines.append(screen) }
        if !lastInputs.isEmpty { lines.append("last input: " + lastInputs.joined(separator: ", ")) }
        if let exitStatus { lines.append("the program has \(exitStatus)") }
        if let recording { lines.append("recording: \(recording)") }
        return lines.joined(separator: "\n")
    }

    /// `time` in seconds with one decimal, or in milliseconds where that would tell too little.
    private static func words(for time: Duration) -> String {
        time < .seconds(1)
            ? "\(Int((time / .milliseconds(1)).rounded())) ms"
            : "\((time / .milliseconds(100)).rounded() / 10) seconds"
    }
}

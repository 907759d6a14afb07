/// One `Set`: a name and its value.
public enum TapeSetting: Hashable, Sendable {
    /// The shell.
    case shell(TapeShell)
    /// The pause after each key.
    case typingSpeed(Duration)
    /// How long a `Wait` waits at the most.
    case waitTimeout(Duration)
    /// What a `Wait` without a pattern waits for.
    case waitPattern(TapePattern)
    /// The window in cells, of the superset.
    case columns(Int), rows(Int)
    /// A measure of the picture, from which the window follows; see ``TapeGrid``.
    case measure(Measure, Double)
    /// What only a video shows.
    case videoOnly(VideoOnly, String)

    /// Measures that decide on the window.
    public enum Measure: String, CaseIterable, Sendable {
        case fontSize = "FontSize"
        case letterSpacing = "LetterSpacing"
        case lineHeight = "LineHeight"
        case width = "Width"
        case height = "Height"
        case padding = "Padding"
        case margin = "Margin"
        case windowBarSize = "WindowBarSize"
    }

    /// Settings that are accepted and change nothing here.
    public enum VideoOnly: String, CaseIterable, Sendable {
        case fontFamily = "FontFamily"
        case marginFill = "MarginFill"
        case windowBar = "WindowBar"
        case borderRadius = "BorderRadius"
        case framerate = "Framerate"
        case playbackSpeed = "PlaybackSpeed"
        case loopOffset = "LoopOffset"
        case theme = "Theme"
        case cursorBlink = "CursorBlink"
    }

    /// The setting's name.
    public var name: String {
        switch self {
        case .shell: "Shell"
        case .typingSpeed: "TypingSpeed"
        case .waitTimeout: "WaitTimeout"
        case .waitPattern: "WaitPattern"
        case .columns: "Columns"
        case .rows: "Rows"
        case .measure(let measure, _): measure.rawValue
        case .videoOnly(let setting, _): setting.rawValue
        }
    }

    /// The names of VHS.
    static let vhsNames: Set<String> = Set(
        ["Shell", "TypingSpeed", "WaitTimeout", "WaitPattern"] + Measure.allCases.map(\.rawValue)
            + VideoOnly.allCases.map(\.rawValue))
}

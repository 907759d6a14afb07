/// Screens as VHS writes them to `.txt` and `.ascii` files.
///
/// The rows come without the blanks at their ends, and a line of 80 dashes below each screen. Colours and the cursor
/// are not told.
public struct ScreenDump {
    /// Below each screen.
    private static let separator = String(repeating: "─", count: 80)

    /// All screens so far.
    public private(set) var text = ""

    /// Makes an empty dump.
    public init() {}

    /// Adds what `screen` shows.
    public mutating func append(_ screen: TerminalEmulator) {
        for row in screen.rows { text += row + "\n" }
        text += Self.separator + "\n"
    }
}

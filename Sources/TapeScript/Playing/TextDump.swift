import TerminalTesting

/// The dump of `Output FILE.txt`, as VHS writes it: after each command that is shown, every row and a line of 80 dashes.
public final class TextDump: PlayObserver {
    private static let separator = String(repeating: "─", count: 80)

    /// The dump so far.
    public private(set) var text = ""
    private var isShown = true

    /// Makes an empty dump.
    public init() {}

    /// Takes note of `event`.
    public func observe(_ event: PlayEvent, at time: Duration, screen: TerminalEmulator) {
        switch event {
        case .hidden: isShown = false
        case .shown: isShown = true
        case .stepEnded where isShown:
            for row in screen.rows { text += row + "\n" }
            text += Self.separator + "\n"
        default: break
        }
    }
}

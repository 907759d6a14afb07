import Asciicast
import TerminalTesting

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

extension Cast {
    /// The screen after each command of the tape that was recorded, that is, at each marker but the first, and at the
    /// end; of a recording without markers the last screen alone.
    public var screenDump: String {
        let replay = Replay(self)
        var dump = ScreenDump()
        var hasMarker = false
        for event in events {
            if case .marker = event.kind {
                if hasMarker { dump.append(replay.screen) }
                hasMarker = true
            }
            replay.play(event)
        }
        dump.append(replay.screen)
        return dump.text
    }
}

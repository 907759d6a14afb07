import Asciicast
import TerminalCore
import TerminalTesting

/// A screen that `text` was written to.
func screen(_ text: String, columns: Int = 20, rows: Int = 4) -> TerminalEmulator {
    let screen = TerminalEmulator(size: Size(columns: columns, rows: rows))
    screen.feed(Array(text.utf8))
    return screen
}

/// A recording of what is written at which time in milliseconds.
func cast(_ outputs: [(Int, String)], columns: Int = 10, rows: Int = 2) -> Cast {
    Cast(
        header: CastHeader(size: Size(columns: columns, rows: rows)),
        events: outputs.map { CastEvent(.output($0.1), at: .milliseconds($0.0)) })
}

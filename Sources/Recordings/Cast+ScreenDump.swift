import Asciicast
import TerminalTesting

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

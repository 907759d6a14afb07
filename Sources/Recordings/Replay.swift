import Asciicast
import TerminalCore
import TerminalTesting

/// Plays a recording into a terminal in memory, without waiting.
struct Replay {
    /// The terminal.
    let screen: TerminalEmulator

    /// Makes the terminal that `cast` was recorded on, as it was at the start.
    init(_ cast: Cast) {
        screen = TerminalEmulator(size: cast.header.size)
    }

    /// Plays one event.
    func play(_ event: CastEvent) {
        switch event.kind {
        case .output(let text): screen.feed(Array(text.utf8))
        case .resize(let size): screen.resize(to: size)
        case .input, .marker, .exit, .other: break
        }
        // Nobody is there to hear the answers to what the program asked.
        _ = screen.takeReplies()
    }
}

extension Cast {
    /// The screen at the end, in the header's colours.
    public var lastPicture: ScreenPicture {
        let replay = Replay(self)
        events.forEach(replay.play)
        return ScreenPicture(replay.screen, theme: pictureTheme)
    }

    /// The header's colours, or the usual ones.
    var pictureTheme: PictureTheme { header.theme.map(PictureTheme.init) ?? .standard }
}

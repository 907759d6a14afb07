import Asciicast
import TerminalCore
import TerminalTesting

/// The different pictures that a recording shows, each with the time at which it appears.
struct FrameSequence {
    /// What shows from a moment on.
    struct Frame: Equatable {
        /// The moment, from the start.
        let time: Duration
        /// What shows.
        let picture: ScreenPicture
    }

    /// How far apart pictures are at least: what a program draws within it is one picture.
    static let step = Duration.milliseconds(40)
    /// How long the last picture stays.
    static let ending = Duration.seconds(2)

    /// The frames; the first is at 0, and each differs from the one before.
    private(set) var frames: [Frame] = []
    /// The whole time, the last picture's included.
    private(set) var duration = FrameSequence.ending

    /// Finds the frames of `cast`, whose pauses count at most as its header's limit says.
    init(_ cast: Cast) {
        let replay = Replay(cast)
        let theme = cast.pictureTheme
        let limit = cast.header.idleTimeLimit.map { Duration.seconds($0) }
        var last = Duration.zero
        // How long the pauses have been made shorter by now.
        var cut = Duration.zero
        var slot = 0
        for event in cast.events {
            if let limit, event.time - last > limit { cut += event.time - last - limit }
            last = event.time
            let next = Int((event.time - cut) / Self.step)
            if next > slot {
                append(ScreenPicture(replay.screen, theme: theme), slot: slot)
                slot = next
            }
            replay.play(event)
        }
        append(ScreenPicture(replay.screen, theme: theme), slot: slot)
        duration = Self.step * slot + Self.ending
    }

    private mutating func append(_ picture: ScreenPicture, slot: Int) {
        if frames.last?.picture != picture { frames.append(Frame(time: Self.step * slot, picture: picture)) }
    }
}

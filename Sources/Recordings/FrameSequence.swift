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

    private let cast: Cast

    /// Prepares to find the frames of `cast`, whose pauses count at most as its header's limit says.
    init(_ cast: Cast) {
        self.cast = cast
    }

    /// Calls `body` with each frame; the first is at 0, and each differs from the one before.
    ///
    /// Frames are made one by one, since those of a long session would not fit the memory.
    ///
    /// - Returns: the whole time, the last picture's included.
    @discardableResult
    func forEach(_ body: (Frame) -> Void) -> Duration {
        let replay = Replay(cast)
        let theme = cast.pictureTheme
        let limit = cast.header.idleTimeLimit.map { Duration.seconds($0) }
        var last = Duration.zero
        // How long the pauses have been made shorter by now.
        var cut = Duration.zero
        var slot = 0
        var shown: ScreenPicture?
        func show() {
            let picture = ScreenPicture(replay.screen, theme: theme)
            if picture != shown { body(Frame(time: Self.step * slot, picture: picture)) }
            shown = picture
        }
        for event in cast.events {
            if let limit, event.time - last > limit { cut += event.time - last - limit }
            last = event.time
            let next = Int((event.time - cut) / Self.step)
            if next > slot {
                show()
                slot = next
            }
            replay.play(event)
        }
        show()
        return Self.step * slot + Self.ending
    }
}

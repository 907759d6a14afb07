import TerminalCore
import TerminalTesting

/// One thing that happens while a tape is played.
public enum PlayEvent {
    /// The shell has started in a window of this size and has written nothing yet.
    case began(Size)
    /// A step begins; what comes until the next one is its doing.
    case stepBegan(TapeStep)
    /// The program wrote something; the screen shows it already. A character may be cut at either end.
    case output([UInt8])
    /// The window changed.
    case resized(Size)
    /// `Hide` or `Show`.
    case hidden, shown
    /// The screen is to be written to a file, now, in the form that the file's extension says.
    case snapshot(path: String)
    /// A step has been carried out.
    case stepEnded(TapeStep)
    /// Nothing comes any more: the tape is through, has failed, or was interrupted.
    case ended
}

/// Hears of everything that happens while a tape is played: what recordings are made of.
public protocol PlayObserver: AnyObject {
    /// Takes note of `event`.
    ///
    /// - Parameters:
    ///   - event: what happened.
    ///   - time: the time since the tape began.
    ///   - screen: the screen as it is now.
    func observe(_ event: PlayEvent, at time: Duration, screen: TerminalEmulator)
}

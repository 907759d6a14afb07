/// Wakes a ``Terminal`` from another thread.
public protocol Waker: Sendable {
    /// Makes the wait that is under way, or else the next one, return; never blocks.
    func wake()
}

/// What a wait on a terminal ended with.
public enum TerminalEvent: Equatable, Sendable {
    /// Something was typed, pasted or clicked.
    case input(Input)
    /// The window has another size; ``Terminal/size`` already tells the new one.
    case resized
    /// The program was stopped and goes on; the terminal has been prepared anew and shows nothing yet.
    case resumed
    /// Somebody rang the ``Waker``.
    case woken
    /// The terminal is gone: no input will come and nothing can be shown.
    case hungUp
}

/// A terminal that shows pictures and reports input, the one seam between the program and ncurses.
///
/// All calls come from one thread.
public protocol Terminal: AnyObject {
    /// The window's present extent.
    var size: Size { get }

    /// The colours that may be used; monochrome where `NO_COLOR` asks for it.
    var colorDepth: ColorDepth { get }

    /// Rings this terminal's ``wait(until:)`` from any thread.
    var waker: any Waker { get }

    /// Waits for events, without a time limit or up to `deadline`, and returns all that are at hand.
    ///
    /// An empty answer means that the deadline has passed. Without one, nothing wakes the process but an
    /// event (T8), save for the time that an unfinished escape sequence needs (T5).
    func wait(until deadline: ContinuousClock.Instant?) -> [TerminalEvent]

    /// Shows `picture`, sending only what differs from what is on the screen.
    func show(_ picture: Buffer)

    /// Forgets what is on the screen, so that the next ``show(_:)`` sends everything (Ctrl-L).
    func invalidate()

    /// Stops the program as Ctrl-Z does, the terminal restored; returns once it goes on.
    ///
    /// Where stopping is impossible (session leader, orphaned process group) it returns at once (T1). Either way
    /// the screen must be shown anew.
    func suspend()

    /// Restores the terminal exactly as it was found (T1); further calls do nothing.
    func close()
}

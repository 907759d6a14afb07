import TerminalTesting

/// The dump of `Output FILE.txt`, as VHS writes it: the screen after each command that is shown.
public final class TextDump: PlayObserver {
    private var dump = ScreenDump()
    private var isShown = true

    /// The dump so far.
    public var text: String { dump.text }

    /// Makes an empty dump.
    public init() {}

    /// Takes note of `event`.
    public func observe(_ event: PlayEvent, at time: Duration, screen: TerminalEmulator) {
        switch event {
        case .hidden: isShown = false
        case .shown: isShown = true
        case .stepEnded where isShown: dump.append(screen)
        default: break
        }
    }
}

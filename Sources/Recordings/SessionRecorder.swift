import Asciicast
import TerminalCore
import TerminalTesting

/// Makes the events of a recording from what happens in a session.
///
/// What is typed is not recorded, in no form: it may be a password. Markers name commands, never their arguments. While
/// the session is hidden, time stands still and nothing is recorded; when it is shown again, the recording goes on
/// with the screen as it is then.
package struct SessionRecorder {
    private let record: (CastEvent) -> Void
    private var joiner = UTF8Joiner()
    /// Since when the session is hidden.
    private var hiddenSince: Duration?
    /// How long it has been hidden before.
    private var hiddenTime = Duration.zero
    private var lastPlace: String?

    /// Makes a recorder that hands each event to `record`.
    package init(_ record: @escaping (CastEvent) -> Void) {
        self.record = record
    }

    /// The program wrote `bytes`, which may begin and end within a character.
    ///
    /// Half a character that nothing follows is not recorded: the screen does not show it either.
    package mutating func output(_ bytes: [UInt8], at time: Duration) {
        // Also while hidden, so that a character cut by the showing is whole.
        let text = joiner.text(of: bytes)
        if !text.isEmpty, hiddenSince == nil { add(.output(text), at: time) }
    }

    /// The window changed.
    package mutating func resize(to size: Size, at time: Duration) {
        add(.resize(size), at: time)
    }

    /// A command of a tape begins: one marker for each line, with its place and the command's name.
    ///
    /// - Parameters:
    ///   - command: the name, such as `Type`.
    ///   - place: the line, or the file and the line.
    ///   - time: the time since the start.
    package mutating func mark(_ command: String, place: String, at time: Duration) {
        guard place != lastPlace else { return }
        lastPlace = place
        add(.marker("\(place) \(command)"), at: time)
    }

    /// What follows is not to be seen.
    package mutating func hide(at time: Duration) {
        if hiddenSince == nil { hiddenSince = time }
    }

    /// What follows is to be seen again, on `screen` as it is now.
    package mutating func show(_ screen: TerminalEmulator, at time: Duration) {
        guard let since = hiddenSince else { return }
        hiddenTime += time - since
        hiddenSince = nil
        add(.output(ScreenRepaint(screen).text), at: time)
    }

    private func add(_ kind: CastEvent.Kind, at time: Duration) {
        record(CastEvent(kind, at: (hiddenSince ?? time) - hiddenTime))
    }
}

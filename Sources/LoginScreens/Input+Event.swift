import LoginFlow
import TerminalCore

extension Frame {
    /// What `input` means to somebody who sees this picture; nil for keys that mean nothing.
    public func event(for input: Input) -> Event? {
        switch input {
        case .key(.character(let scalar)): .typed(scalar)
        case .key(let key): KeyBinding.command(for: key).map(Event.pressed)
        case .paste(let paste): .pasted(paste.bytes, isTruncated: paste.isTruncated)
        case .click(let click): .clicked(target(at: click.position))
        case .pasteUnfinished: .pasteUnfinished
        case .malformed: .malformedInputReceived
        }
    }
}

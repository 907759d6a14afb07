import LoginFlow
import TerminalCore

/// Which key means what; the help and the help line are drawn from the same table (L5).
struct KeyBinding: Sendable {
    /// The keys, the first of them being the one that is shown in the help line.
    let keys: [Key]
    /// What they mean.
    let command: Command
    /// What the help says they do.
    let word: Word
    /// A key that is text in a field and means the same everywhere else, as the flow decides; and what the help says.
    var outsideFields: (key: Key, word: Word)?

    /// All bindings, in the help's order.
    static let all = [
        KeyBinding(keys: [.tab, .down], command: .next, word: .keyNext),
        KeyBinding(keys: [.backTab, .up], command: .previous, word: .keyPrevious),
        KeyBinding(
            keys: [.enter], command: .activate, word: .keyActivate,
            outsideFields: (.character(" "), .keyPressOrToggle)),
        KeyBinding(keys: [.escape], command: .cancel, word: .keyCancel),
        KeyBinding(keys: [.control("r")], command: .reveal, word: .keyReveal),
        KeyBinding(keys: [.function(1), .alt("h")], command: .help, word: .keyHelp),
        KeyBinding(keys: [.control("c")], command: .close, word: .keyClose),
        KeyBinding(keys: [.left], command: .left, word: .keyLeft),
        KeyBinding(keys: [.right], command: .right, word: .keyRight),
        KeyBinding(keys: [.home, .control("a")], command: .start, word: .keyStart),
        KeyBinding(keys: [.end, .control("e")], command: .end, word: .keyEnd),
        KeyBinding(keys: [.backspace], command: .deleteBackward, word: .keyDeleteBackward),
        KeyBinding(keys: [.delete], command: .deleteForward, word: .keyDeleteForward),
        KeyBinding(keys: [.control("w")], command: .deleteWord, word: .keyDeleteWord),
        KeyBinding(keys: [.control("k")], command: .deleteToEnd, word: .keyDeleteToEnd),
        KeyBinding(keys: [.control("u")], command: .clear, word: .keyClear),
        KeyBinding(keys: [.control("z")], command: .suspend, word: .keySuspend),
        KeyBinding(keys: [.control("l")], command: .repaint, word: .keyRepaint),
    ]

    /// What `key` means; nil where it is text or nothing.
    static func command(for key: Key) -> Command? {
        // Alt sends what the shift key makes of the letter.
        let key = key == .alt("H") ? .alt("h") : key
        return all.first { $0.keys.contains(key) }?.command
    }

    /// The name of the key that the help line shows for `command`.
    static func keyName(for command: Command) -> String {
        all.first { $0.command == command }?.keys.first?.name ?? ""
    }
}

extension Key {
    /// What stands on the key, in ASCII.
    var name: String {
        switch self {
        case .character(" "): "Space"
        case .character(let scalar): String(Character(scalar))
        case .control(let scalar): "Ctrl-" + String(Character(scalar)).uppercased()
        case .alt(let scalar): "Alt-" + String(Character(scalar)).uppercased()
        case .enter: "Enter"
        case .tab: "Tab"
        case .backTab: "Shift-Tab"
        case .backspace: "Backspace"
        case .delete: "Delete"
        case .insert: "Insert"
        case .home: "Home"
        case .end: "End"
        case .pageUp: "PageUp"
        case .pageDown: "PageDown"
        case .up: "Up"
        case .down: "Down"
        case .left: "Left"
        case .right: "Right"
        case .escape: "Esc"
        case .function(let number): "F\(number)"
        }
    }
}

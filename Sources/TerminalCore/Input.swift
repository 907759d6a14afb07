import Cryptography

/// A key, as the terminal's bytes name it.
public enum Key: Hashable, Sendable {
    /// A printable character, as typed.
    case character(Unicode.Scalar)
    /// Control with a letter (lower case) or one of ``@ [ \ ] ^ _``; never one that has a name of its own here.
    case control(Unicode.Scalar)
    /// Alt with a character, sent as Escape and the character.
    case alt(Unicode.Scalar)
    /// Return or line feed.
    case enter
    /// Tab, and Shift-Tab.
    case tab, backTab
    /// The key that erases to the left: 0x08 or 0x7F.
    case backspace
    /// Keys of the editing pad.
    case delete, insert, home, end, pageUp, pageDown
    /// The arrows.
    case up, down, left, right
    /// Escape on its own.
    case escape
    /// F1 to F12, by number.
    case function(Int)
}

/// A press of the main mouse button.
public struct Click: Hashable, Sendable {
    /// The cell that was pressed.
    public let position: Position

    /// Makes a click on the cell at `position`.
    public init(position: Position) {
        self.position = position
    }
}

/// What a bracketed paste held.
public struct Paste: Equatable, Sendable {
    /// The most bytes that a paste keeps; far above what any field takes, so that a field can say why it refuses.
    public static let capacity = 4096

    /// The pasted bytes, the first ``capacity`` of them, as they came.
    public let bytes: Secret
    /// Whether there were more.
    public let isTruncated: Bool

    /// Makes a paste of `bytes`.
    public init(bytes: Secret, isTruncated: Bool = false) {
        self.bytes = bytes
        self.isTruncated = isTruncated
    }
}

/// One thing that came from the terminal's input.
public enum Input: Equatable, Sendable {
    /// A key press.
    case key(Key)
    /// A bracketed paste.
    case paste(Paste)
    /// A press of the main mouse button.
    case click(Click)
    /// A paste has begun whose end has not come for a while; keys belong to it meanwhile.
    case pasteUnfinished
    /// A byte sequence that is not UTF-8, reported once a sequence.
    case malformed
}

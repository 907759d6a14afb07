import TerminalCore

/// A key that a tape names.
public enum TapeKey: Hashable, Sendable {
    case enter, space, tab, backspace, delete, insert, escape
    case up, down, left, right, pageUp, pageDown
    /// Of the superset.
    case home, end
    /// F1 to F12, of the superset.
    case function(Int)

    /// All of them by name, those of the superset included.
    static let named: [String: TapeKey] = Dictionary(
        uniqueKeysWithValues: (vhs + superset).map { ($0.name, $0) })

    /// Those of VHS.
    static let vhs: [TapeKey] = [
        .enter, .space, .tab, .backspace, .delete, .insert, .escape, .up, .down, .left, .right, .pageUp, .pageDown,
    ]
    /// Those of the superset.
    static let superset: [TapeKey] = [.home, .end] + (1...12).map(TapeKey.function)

    /// The name in the language.
    public var name: String {
        switch self {
        case .enter: "Enter"
        case .space: "Space"
        case .tab: "Tab"
        case .backspace: "Backspace"
        case .delete: "Delete"
        case .insert: "Insert"
        case .escape: "Escape"
        case .up: "Up"
        case .down: "Down"
        case .left: "Left"
        case .right: "Right"
        case .pageUp: "PageUp"
        case .pageDown: "PageDown"
        case .home: "Home"
        case .end: "End"
        case .function(let number): "F\(number)"
        }
    }

    /// The key as the terminal knows it.
    var key: Key {
        switch self {
        case .enter: .enter
        case .space: .character(" ")
        case .tab: .tab
        case .backspace: .backspace
        case .delete: .delete
        case .insert: .insert
        case .escape: .escape
        case .up: .up
        case .down: .down
        case .left: .left
        case .right: .right
        case .pageUp: .pageUp
        case .pageDown: .pageDown
        case .home: .home
        case .end: .end
        case .function(let number): .function(number)
        }
    }
}

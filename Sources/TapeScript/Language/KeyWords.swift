/// The words that are no strings unless they are quoted.
enum KeyWords {
    /// Units and values, which VHS keeps for itself.
    static let units: Set<String> = ["em", "px", "ms", "s", "m", "true", "false"]

    /// All words of VHS, wherever they stand.
    static let vhs: Set<String> = units.union(TapeSetting.vhsNames).union(TapeKey.vhs.map(\.name)).union([
        "Alt", "Copy", "Ctrl", "End", "Env", "Hide", "Output", "Paste", "Require", "Screenshot", "ScrollDown",
        "ScrollUp", "Set", "Shift", "Show", "Sleep", "Source", "Type", "Wait",
    ])

    /// The commands of the superset, which are key words only at the beginning of a line, so that VHS's tapes keep
    /// their meaning where they type them.
    static let superset: Set<String> = Set(TapeKey.superset.map(\.name)).union([
        "Click", "Expect", "ExpectAttr", "ExpectCursor", "Resize", "Snapshot",
    ])

    /// Whether `token` is one of them, where a command could also go on.
    static func contains(_ token: Token) -> Bool {
        token.kind == .word && (vhs.contains(token.text) || token.beginsLine && superset.contains(token.text))
    }
}

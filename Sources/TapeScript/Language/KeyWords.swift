/// The words that are no strings unless they are quoted.
enum KeyWords {
    /// Units and values, which VHS keeps for itself.
    static let units: Set<String> = ["em", "px", "ms", "s", "m", "true", "false"]

    /// The commands of VHS.
    private static let vhsCommands: Set<String> = Set(TapeKey.vhs.map(\.name)).union([
        "Alt", "Copy", "Ctrl", "End", "Env", "Hide", "Output", "Paste", "Require", "Screenshot", "ScrollDown",
        "ScrollUp", "Set", "Shift", "Show", "Sleep", "Source", "Type", "Wait",
    ])

    /// All words of VHS, wherever they stand.
    static let vhs: Set<String> = units.union(TapeSetting.vhsNames).union(vhsCommands)

    /// The commands of the superset, which are key words only at the beginning of a line, so that VHS's tapes keep
    /// their meaning where they type them.
    static let superset: Set<String> = Set(TapeKey.superset.map(\.name)).union([
        "Click", "Expect", "ExpectAttr", "ExpectCursor", "Resize", "Snapshot",
    ])

    /// The commands of both.
    private static let commands = vhsCommands.union(superset)

    /// Whether `token` is one of them, where a command could also go on.
    static func contains(_ token: Token) -> Bool {
        token.kind == .word && (vhs.contains(token.text) || token.beginsLine && superset.contains(token.text))
    }

    /// Whether `token` is the name of a command and the first in its line, where it is not meant as anything else.
    static func beginsCommand(_ token: Token) -> Bool {
        token.kind == .word && token.beginsLine && commands.contains(token.text)
    }

    /// Whether `word` is, or may be meant to be, the name of a command.
    ///
    /// So is one in other letters of upper and lower case, and one with a capital that differs by a slip of the
    /// fingers: a letter too few, too many or wrong, or two that have changed places; two slips in a long one. What is
    /// shorter than three letters has to be the name itself.
    static func resemblesCommand(_ word: String) -> Bool {
        let isCapital = word.first?.isUppercase == true
        return commands.contains { name in
            if word == name { return true }
            guard word.count >= 3, name.count >= 3 else { return false }
            if word.lowercased() == name.lowercased() { return true }
            return isCapital && slips(from: name, to: word) <= (name.count > 5 ? 2 : 1)
        }
    }

    /// How many letters are added, left out, replaced, or changed with their neighbours to make `other` of `word`.
    private static func slips(from word: String, to other: String) -> Int {
        let (word, other) = (Array(word.lowercased().utf8), Array(other.lowercased().utf8))
        var rows = [Array(0...other.count)]
        for (row, letter) in word.enumerated() {
            var counts = [row + 1]
            for (column, otherLetter) in other.enumerated() {
                var least = min(rows[row][column] + (letter == otherLetter ? 0 : 1), rows[row][column + 1] + 1)
                least = min(least, counts[column] + 1)
                if row > 0, column > 0, letter == other[column - 1], word[row - 1] == otherLetter {
                    least = min(least, rows[row - 1][column - 1] + 1)
                }
                counts.append(least)
            }
            rows.append(counts)
        }
        return rows[word.count][other.count]
    }
}

import TerminalCore

extension TextLayout {
    /// As much of `text` as `columns` cells hold, cut between clusters.
    public static func clipped(_ text: String, to columns: Int) -> String {
        guard Self.columns(of: text) > columns else { return text }
        var used = 0
        return String(
            text.prefix { cluster in
                used += Self.columns(of: cluster)
                return used <= columns
            })
    }

    /// `text`, or as much of it as `columns` cells hold beside `mark`, which then stands at its end.
    public static func truncated(_ text: String, to columns: Int, mark: String) -> String {
        guard Self.columns(of: text) > columns else { return text }
        return marked(text, to: columns, mark: mark)
    }

    /// `text` as at most `rows` lines of at most `columns` cells; `mark` stands at the end where there is more.
    public static func wrapped(_ text: String, to columns: Int, rows: Int, mark: String) -> [String] {
        let lines = wrapped(text, to: columns)
        guard lines.count > rows, rows > 0 else { return Array(lines.prefix(max(0, rows))) }
        return lines[..<(rows - 1)] + [marked(lines[rows - 1], to: columns, mark: mark)]
    }

    /// As much of `text` as `columns` cells hold, with `mark` at the end.
    private static func marked(_ text: String, to columns: Int, mark: String) -> String {
        clipped(clipped(text, to: columns - Self.columns(of: mark)) + mark, to: columns)
    }

    /// `text` as lines of at most `columns` cells, broken at spaces and between wide characters.
    ///
    /// Between wide characters rather behind a pause, where that takes no more lines: nothing else tells where their
    /// words begin. A word that is longer than a line is cut. Line ends in `text` are kept.
    public static func wrapped(_ text: String, to columns: Int) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
            let full = lines(of: paragraph, to: columns, breaksBehindPauses: false)
            guard full.count > 1 else { return full }
            let paused = lines(of: paragraph, to: columns, breaksBehindPauses: true)
            return paused.count > full.count ? full : paused
        }
    }

    private static func lines(of paragraph: Substring, to columns: Int, breaksBehindPauses: Bool) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in words(of: paragraph) {
            let joint = line.isEmpty ? word.text : (word.followsSpace ? " " : "") + word.text
            if Self.columns(of: line + joint) <= columns {
                line += joint
                continue
            }
            if breaksBehindPauses, !word.followsSpace, let pause = line.lastIndex(where: isPause) {
                let (head, tail) = (line[...pause], line[line.index(after: pause)...])
                // A line of which half is empty looks worse than a word in two lines.
                if Self.columns(of: String(head)) * 2 >= columns, Self.columns(of: tail + word.text) <= columns {
                    lines.append(String(head))
                    line = tail + word.text
                    continue
                }
            }
            if !line.isEmpty { lines.append(line) }
            line = word.text
            while Self.columns(of: line) > columns {
                let head = clipped(line, to: columns)
                guard !head.isEmpty else { break }
                lines.append(head)
                line.removeFirst(head.count)
            }
        }
        return lines + [line]
    }

    /// Whether a pause in reading follows `cluster`.
    private static func isPause(_ cluster: Character) -> Bool { "，。、；：？！".contains(cluster) }

    /// What must stay on one line: a run of narrow characters or one wide character, and the signs that close it.
    private static func words(of paragraph: Substring) -> [(text: String, followsSpace: Bool)] {
        var words: [(text: String, followsSpace: Bool)] = []
        var followsSpace = false
        var isOpen = false
        for cluster in paragraph {
            if cluster == " " {
                followsSpace = true
                isOpen = false
                continue
            }
            let isWide = columns(of: cluster) > 1
            let joins = isClosing(cluster) ? !followsSpace && !words.isEmpty : isOpen && !isWide
            if joins {
                words[words.count - 1].text.append(cluster)
            } else {
                words.append((String(cluster), followsSpace))
            }
            followsSpace = false
            isOpen = !isWide
        }
        return words
    }

    /// Whether no line may begin with `cluster`.
    private static func isClosing(_ cluster: Character) -> Bool {
        "，。、；：？！）」』》”’%".contains(cluster)
    }
}

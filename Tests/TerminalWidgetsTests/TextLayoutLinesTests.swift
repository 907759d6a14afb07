import TerminalCore
import TerminalWidgets
import Testing

@Suite("Lines of text")
struct TextLayoutLinesTests {
    init() {
        TextLayout.useUTF8Widths()
    }

    /// A text, a width, and the lines that come of it.
    static let wrapped: [(String, Int, [String])] = [
        ("", 5, [""]), ("ab", 5, ["ab"]), ("ab cd", 5, ["ab cd"]), ("ab cd", 4, ["ab", "cd"]),
        ("ab  cd", 6, ["ab cd"]), (" ab ", 5, ["ab"]), ("a\nb", 5, ["a", "b"]), ("a\n\nb", 5, ["a", "", "b"]),
        ("one two three", 7, ["one two", "three"]), ("one two three", 8, ["one two", "three"]),
        // A word that is too long is cut.
        ("abcdefgh", 3, ["abc", "def", "gh"]), ("a bcdefgh", 3, ["a", "bcd", "efg", "h"]),
        ("密码密码", 5, ["密码", "密码"]), ("密码密码", 4, ["密码", "密码"]), ("密码密码密", 3, ["密", "码", "密", "码", "密"]),
        ("密码abc", 4, ["密码", "abc"]), ("abc密码", 5, ["abc密", "码"]), ("密 码", 5, ["密 码"]),
        // No line begins with a sign that closes.
        ("密码，密码", 6, ["密码，", "密码"]), ("密码，密码", 4, ["密", "码，", "密码"]), ("密，abc", 4, ["密，", "abc"]),
        ("密码。）", 6, ["密", "码。）"]), ("还差50%，", 6, ["还差", "50%，"]), ("密 ，码", 4, ["密", "，码"]),
        ("，密", 2, ["，", "密"]),
        // Behind a pause in the line's second half, where that takes no more lines.
        ("对不起，您输入的账号不存在，是否前去注册？", 34, ["对不起，您输入的账号不存在，", "是否前去注册？"]),
        ("密，码密码密码", 8, ["密，码密", "码密码"]), ("密码，密码密", 8, ["密码，", "密码密"]),
        ("密码，密码密码密", 8, ["密码，密", "码密码密"]), ("密码，密码 ab", 10, ["密码，密码", "ab"]),
        // A column that a wide character does not fit into.
        ("密", 1, ["密"]),
    ]

    @Test("Lines break at spaces and between wide characters", arguments: wrapped)
    func wrap(_ text: String, _ columns: Int, _ lines: [String]) {
        #expect(TextLayout.wrapped(text, to: columns) == lines)
    }

    @Test("No line is too long, and nothing but spaces is lost", arguments: 2...30)
    func wrapping(_ columns: Int) {
        let text = "Sorry, that account does not exist. 对不起，您输入的账号不存在，是否前去注册？ vestibule-strength e\u{301}x"
        let lines = TextLayout.wrapped(text, to: columns)
        #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
        for line in lines {
            #expect(TextLayout.columns(of: line) <= columns && !line.hasPrefix(" ") && !line.hasSuffix(" "))
        }
        guard columns >= 4 else { return }
        for line in lines { #expect(!"，？。".contains(line.prefix(1)) || line.isEmpty, "\(line)") }
    }

    /// A text, a width, and what stands there with the mark of what is missing.
    static let truncated: [(String, Int, String)] = [
        ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("密码", 4, "密码"), ("密码箱", 5, "密码…"), ("密码箱", 4, "密…"), ("ab", 1, "…"),
        ("ab", 0, ""), ("", 0, ""),
    ]

    @Test("Text that is cut says so", arguments: truncated)
    func truncate(_ text: String, _ columns: Int, _ result: String) {
        #expect(TextLayout.truncated(text, to: columns, mark: "…") == result)
        #expect(TextLayout.columns(of: TextLayout.truncated(text, to: columns, mark: "...")) <= columns)
    }

    @Test("Lines that are left out are marked in the last one")
    func wrapRows() {
        func wrap(_ text: String, _ rows: Int) -> [String] { TextLayout.wrapped(text, to: 5, rows: rows, mark: "…") }
        #expect(wrap("aaa bbb ccc", 3) == ["aaa", "bbb", "ccc"] && wrap("aaa bbb ccc", 9) == ["aaa", "bbb", "ccc"])
        #expect(wrap("aaa bbb ccc", 2) == ["aaa", "bbb…"] && wrap("aaaaa bbb", 1) == ["aaaa…"])
        #expect(wrap("aaa bbb", 0) == [] && wrap("aaa", -1) == [] && wrap("", 1) == [""])
    }

    /// A text, a width, and what of the text fits.
    static let clipped: [(String, Int, String)] = [
        ("abc", 3, "abc"), ("abc", 2, "ab"), ("abc", 0, ""), ("密码", 4, "密码"), ("密码", 3, "密"), ("密码", 1, ""),
        ("a密", 2, "a"), ("e\u{301}x", 1, "e\u{301}"), ("", 3, ""), ("abc", -1, ""),
    ]

    @Test("Clipped text ends between characters", arguments: clipped)
    func clip(_ text: String, _ columns: Int, _ result: String) {
        #expect(TextLayout.clipped(text, to: columns) == result)
    }
}

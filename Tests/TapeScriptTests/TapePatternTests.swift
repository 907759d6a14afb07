import Testing

@testable import TapeScript

/// Patterns as RE2 has them: found anywhere, the ends those of the whole text.
@Suite struct TapePatternTests {
    @Test(
        "What matches and what does not",
        arguments: [
            ("ell", "hello", true), ("^ell", "hello", false), (">$", "a\n>", true), (">$", ">\na", false),
            (">$", "> ", false), ("^b", "a\nb", false), ("(?m)^b$", "a\nb\nc", true), ("a.b", "a\nb", false),
            ("(?s)a.b", "a\nb", true), ("(?i)HELLO", "hello", true), ("\\d+ \\w", "12 x", true), ("登录", "请登录", true),
            ("^..$", "登录", true), ("\\pL", "登", true), ("\\PL", "登", false), ("\\\\pL", "\\pL", true),
            ("\\p{Han}", "登", true), ("[[:alpha:]]", "1", false), ("a\\/b", "a/b", true), ("\\Qa.b\\E", "axb", false),
            ("", "x", true), ("$", "x", true), ("o$", "o\n", false), ("aab", "aaab", true), ("ab", "a", false),
            ("\\\\PL", "\\PL", true), ("\\P{L}", "1", true), ("录$", "登录", true),
        ])
    func matching(_ source: String, _ text: String, _ matches: Bool) throws {
        #expect(try TapePattern(source).matcher().matches(text) == matches)
    }

    @Test("What is no regular expression", arguments: ["(", "[a", "*a", "a{2,1}", "a)"])
    func malformed(_ source: String) {
        #expect(throws: TapePattern.Malformed.self) { try TapePattern(source) }
    }
}

import Testing

@testable import TapeScript

/// The lexer's rules as VHS has them, traps included (section 7).
@Suite struct LexerTests {
    /// The tokens of `text` without the end, as `kind(text)`.
    private func tokens(_ text: String) -> [String] {
        Lexer.tokens(of: Array(text.utf8), file: "t.tape").dropLast().map { "\($0.kind)(\($0.text))" }
    }

    @Test(
        "Each kind of token",
        arguments: [
            ("Type", ["word(Type)"]), ("a.b_c/d%e-f", ["word(a.b_c/d%e-f)"]), ("./x.tape", ["word(./x.tape)"]),
            (".5", ["number(.5)"]), ("1.2.3", ["number(1.2.3)"]), ("500ms", ["number(500)", "word(ms)"]),
            ("@=+-%^\\[]", "@=+-%^\\[]".map { "symbol(\($0))" }),
            ("'a\"b' `c'd` \"e`f\"", ["string(a\"b)", "string(c'd)", "string(e`f)"]),
            ("\"a\\\"b", ["string(a\\)", "word(b)"]),
            ("{ \"a\": 1,\n\"b\": 2 } x", ["json({ \"a\": 1,\n\"b\": 2 })", "word(x)"]),
            ("{ {} }", ["json({ {})", "illegal(})"]),
            ("/a\\/b/ /c\\\\/d/", ["regex(a\\/b)", "regex(c\\\\)", "word(d/)"]),
            ("/abs/path", ["regex(abs)", "word(path)"]),
            ("Type # \"no\"\nx", ["word(Type)", "word(x)"]), ("\"#a\" #b", ["string(#a)"]),
            ("登 ~", ["illegal(登)", "illegal(~)"]), ("a\u{0}b", ["word(a)", "illegal(\u{0})", "word(b)"]),
            ("Wait+Line@2s", ["word(Wait)", "symbol(+)", "word(Line)", "symbol(@)", "number(2)", "word(s)"]),
            ("123abc", ["number(123)", "word(abc)"]), ("-la", ["symbol(-)", "word(la)"]), ("", []), ("\r\n\t ", []),
        ])
    func kinds(_ text: String, _ expected: [String]) {
        #expect(tokens(text) == expected)
    }

    @Test("Strings and patterns end unclosed with their line, a pattern not behind a backslash")
    func unclosed() {
        let tokens = Lexer.tokens(of: Array("\"a\n'b\r/c\n/d\\\ne/ {f".utf8), file: "t")
        #expect(tokens.map(\.text) == ["a", "b", "c", "d\\\ne", "{f", ""])
        #expect(tokens.map(\.isClosed) == [false, false, false, true, false, true])
    }

    @Test("Places are lines and bytes from 1, and the first token of a line is known")
    func places() {
        let tokens = Lexer.tokens(of: Array("Type \"登\" x\r\n\n  {a\n} y\nz".utf8), file: "t")
        #expect(
            tokens.dropLast().map { "\($0.position.line):\($0.position.column) \($0.beginsLine)" } == [
                "1:1 true", "1:6 false", "1:12 false", "3:3 true", "4:3 false", "5:1 true",
            ])
    }
}

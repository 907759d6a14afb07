import Cryptography
import TerminalCore
import TerminalWidgets
import Testing
import Text

@Suite("Text fields")
struct TextFieldTests {
    private let theme = Theme(depth: .palette)

    init() {
        TextLayout.useUTF8Widths()
    }

    /// A field of `columns` cells between two bars; the cursor's column counts from the field's own left edge.
    private func draw<Bytes>(
        _ content: EditBuffer<Bytes>, masking: TextField.Masking = .none, columns: Int, placeholder: String = ""
    ) -> (line: String, cursor: Int, buffer: Buffer) {
        var buffer = Buffer(size: Size(columns: columns + 2, rows: 1))
        buffer.write("|", at: Position(row: 0, column: 0))
        buffer.write("|", at: Position(row: 0, column: columns + 1))
        let cursor = TextField(content, masking: masking).draw(
            in: &buffer, at: Position(row: 0, column: 1), columns: columns, placeholder: placeholder, theme: theme)
        #expect(cursor.row == 0)
        return (buffer.lines[0], cursor.column - 1, buffer)
    }

    /// A field that holds `text`, the cursor `left` characters before its end.
    private func field(_ text: String, left: Int = 0) -> EditBuffer<PlainText> {
        var buffer = EditBuffer(text)
        for _ in 0..<left { _ = buffer.apply(.moveLeft) }
        return buffer
    }

    /// A text, how far the cursor is from its end, a width, what is seen, and the cursor's column.
    static let scrolled: [(String, Int, Int, String, Int)] = [
        ("", 0, 5, "|     |", 0), ("abc", 0, 5, "|abc  |", 3), ("abc", 3, 5, "|abc  |", 0),
        ("abcd", 0, 5, "|abcd |", 4), ("abcde", 0, 5, "|bcde |", 4), ("abcdefgh", 0, 5, "|efgh |", 4),
        ("abcdefgh", 4, 5, "|abcde|", 4), ("abcdefgh", 8, 5, "|abcde|", 0), ("abcdefgh", 2, 5, "|cdefg|", 4),
        ("密码", 0, 5, "|密码 |", 4), ("密码密", 0, 5, "|码密 |", 4), ("密码密", 0, 6, "|码密  |", 4),
        ("密码密", 1, 5, "|密码 |", 4), ("密码密", 3, 5, "|密码 |", 0), ("a密码", 0, 5, "|密码 |", 4),
        ("a密码", 1, 5, "|a密码|", 3), ("e\u{301}xyz", 0, 5, "|e\u{301}xyz |", 4), ("密", 0, 2, "|  |", 0),
    ]

    @Test("L4: text that is longer than the field scrolls under the cursor", arguments: scrolled)
    func scrolling(_ text: String, _ left: Int, _ columns: Int, _ line: String, _ cursor: Int) {
        let drawn = draw(field(text, left: left), columns: columns)
        #expect(drawn.line == line && drawn.cursor == cursor)
    }

    @Test("L4: the cursor is inside at every place in every width", arguments: 2...12)
    func cursorInside(_ columns: Int) {
        var buffer = EditBuffer("a密码b👩\u{200D}💻c\u{FF21}e\u{301}密xyz密密\u{202E}end")
        let clusters = buffer.clusters.count
        _ = buffer.apply(.moveToStart)
        for index in 0...clusters {
            let drawn = draw(buffer, columns: columns)
            #expect((0..<columns).contains(drawn.cursor), "character \(index)")
            #expect(drawn.buffer.cells.first?.text == "|" && drawn.buffer.cells.last?.text == "|")
            // What is seen left of the cursor ends with what is left of it in the text.
            let before = buffer.bytes.withUnsafeBytes { String(decoding: $0[..<buffer.cursor], as: UTF8.self) }
            let seen = drawn.buffer.cells[1...drawn.cursor + 1].dropLast().map(\.text).joined()
            let shown = TextLayout.glyphs(of: before).map(\.text).joined()
            #expect(shown.hasSuffix(seen), "character \(index): \(seen)")
            _ = buffer.apply(.moveRight)
        }
    }

    @Test("L3: one mark a character, however many code points or columns it has")
    func masked() {
        var buffer = EditBuffer<Secret>()
        for text in ["密", "码", "a", "e", "\u{301}", "👩", "\u{200D}", "💻"] {
            for scalar in text.unicodeScalars { _ = buffer.apply(.insert(scalar)) }
        }
        var drawn = draw(buffer, masking: .glyph("•"), columns: 8)
        #expect(drawn.line == "|•••••   |" && drawn.cursor == 5)
        _ = buffer.apply(.moveLeft)
        drawn = draw(buffer, masking: .glyph("*"), columns: 8)
        #expect(drawn.line == "|*****   |" && drawn.cursor == 4)
        drawn = draw(buffer, columns: 10)
        #expect(drawn.line == "|密码ae\u{301}\u{FFFD}   |" && drawn.cursor == 6)
    }

    @Test("L3: an empty field shows its placeholder dim, clipped, with the cursor before it")
    func placeholder() {
        let drawn = draw(EditBuffer(""), columns: 5, placeholder: "用户名")
        #expect(drawn.line == "|用户 |" && drawn.cursor == 0)
        #expect(drawn.buffer.cells[1...4].allSatisfy { $0.style == Style(attributes: .dim) })
        #expect(draw(EditBuffer("x"), columns: 5, placeholder: "用户名").line == "|x    |")
    }

    @Test("L9: selected text is shown in reverse, and nothing else is")
    func selected() {
        var buffer = EditBuffer<Secret>()
        for scalar in "abc".unicodeScalars { _ = buffer.apply(.insert(scalar)) }
        #expect(draw(buffer, masking: .glyph("•"), columns: 5).buffer.cells.allSatisfy { $0.style == .plain })
        buffer.selectAll()
        let drawn = draw(buffer, masking: .glyph("•"), columns: 5)
        #expect(
            drawn.buffer.cells.map { $0.style == Style(attributes: .reverse) } == [
                false, true, true, true, false, false, false,
            ])
        #expect(drawn.cursor == 3)
    }
}

import TerminalCore
import Testing

@Suite("Buffer")
struct BufferTests {
    private let size = Size(columns: 6, rows: 2)
    private let red = Style(foreground: Color(1))

    init() {
        #expect(TextLayout.useUTF8Widths())
    }

    /// The first row after writing `text` at `column` over `old`.
    private func row(_ text: String, at column: Int, over old: String = "", columns: Int = .max) -> String {
        var buffer = Buffer(size: size)
        buffer.write(old, at: Position(row: 0, column: 0))
        buffer.write(text, at: Position(row: 0, column: column), columns: columns)
        #expect(buffer.cells.count == 12)
        // Every right half has its left one.
        for (index, cell) in buffer.cells.enumerated() where cell.text.isEmpty {
            #expect(index % 6 > 0 && TextLayout.columns(of: buffer.cells[index - 1].text) == 2)
        }
        for (index, cell) in buffer.cells.enumerated() where TextLayout.columns(of: cell.text) == 2 {
            #expect(index % 6 < 5 && buffer.cells[index + 1].text.isEmpty)
        }
        return buffer.lines[0]
    }

    @Test("A new picture is blank")
    func blank() {
        let buffer = Buffer(size: size)
        #expect(buffer.lines == ["", ""])
        #expect(buffer.cells == Array(repeating: Cell(), count: 12))
        #expect(buffer.cursor == nil)
        #expect(Buffer(size: Size(columns: 0, rows: 0)).cells.isEmpty)
        #expect(Buffer(size: Size(columns: -1, rows: -1)).cells.isEmpty)
    }

    static let clippedTexts: [(String, Int, String)] = [
        ("abc", 0, "abc"), ("abc", 3, "   abc"), ("abc", 4, "    ab"), ("abc", 6, ""), ("abc", 99, ""),
        ("abc", -1, "bc"), ("abc", -3, ""), ("abc", -99, ""), ("0123456789", -2, "234567"),
        // Wide characters that do not fit whole are left out.
        ("密码", 0, "密码"), ("密码", 3, "   密"), ("密码", 4, "    密"), ("密码", 5, ""), ("密码", -1, " 码"), ("密码", -2, "码"),
        ("a密b", 4, "    a"), ("密b", -1, " b"),
    ]

    @Test("Text is clipped at each edge", arguments: clippedTexts)
    func clipping(_ text: String, _ column: Int, _ expected: String) {
        #expect(row(text, at: column) == expected)
    }

    @Test("Rows outside take nothing", arguments: [-1, 2, 99])
    func otherRows(_ index: Int) {
        var buffer = Buffer(size: size)
        #expect(buffer.write("abc", at: Position(row: index, column: 0)) == 0)
        #expect(buffer == Buffer(size: size))
    }

    static let limited: [(String, Int, String, Int)] = [
        ("abc", 2, "ab", 2), ("abc", 0, "", 0), ("密码", 3, "密", 2), ("密码", 1, "", 0), ("a密b", 2, "a", 1),
        ("abc", 9, "abc", 3),
    ]

    @Test("Text is clipped after so many cells, and the cells are told", arguments: limited)
    func limit(_ text: String, _ columns: Int, _ expected: String, _ used: Int) {
        #expect(row(text, at: 0, columns: columns) == expected)
        var buffer = Buffer(size: size)
        #expect(buffer.write(text, at: Position(row: 0, column: 0), columns: columns) == used)
    }

    static let halvedTexts: [(String, String, Int, String)] = [
        ("密码字", "x", 0, "x 码字"), ("密码字", "x", 1, " x码字"), ("密码字", "x", 2, "密x 字"), ("密码字", "x", 5, "密码 x"),
        ("密码字", "新", 0, "新码字"), ("密码字", "新", 1, " 新 字"), ("密码字", "新", 3, "密 新"), ("密码字", "xy", 1, " xy 字"),
        ("密码字", "新", 4, "密码新"), ("a密b", "新", 0, "新 b"), ("a密b", "新", 2, "a 新"),
    ]

    @Test("Wide characters cut in half are blanked", arguments: halvedTexts)
    func halves(_ old: String, _ text: String, _ column: Int, _ expected: String) {
        #expect(row(text, at: column, over: old) == expected)
    }

    @Test("T6: what is written is made harmless")
    func harmless() {
        #expect(row("a\u{1B}]0;\u{9B}\u{202E}", at: 0) == "a\u{FFFD}]0;\u{FFFD}")
        #expect(row("👩\u{200D}💻b", at: 0) == "\u{FFFD}b")
        #expect(row("e\u{301}b", at: 0) == "e\u{301}b")
    }

    @Test("Both halves of a wide character have its style")
    func style() {
        var buffer = Buffer(size: size)
        buffer.write("a密", at: Position(row: 1, column: 0), style: red)
        #expect(buffer[Position(row: 1, column: 1)] == Cell("密", style: red))
        #expect(buffer[Position(row: 1, column: 2)] == Cell("", style: red))
        #expect(buffer[Position(row: 1, column: 3)] == Cell())
        #expect(buffer[Position(row: 0, column: 0)] == Cell())
    }

    static let filledBlocks: [(Rect, [String])] = [
        (Rect(row: 0, column: 1, rows: 1, columns: 2), [" ##", ""]),
        (Rect(row: -1, column: -1, rows: 2, columns: 2), ["#", ""]),
        (Rect(row: 1, column: 4, rows: 9, columns: 9), ["", "    ##"]),
        (Rect(row: 5, column: 9, rows: 1, columns: 1), ["", ""]),
        (Rect(row: -5, column: -9, rows: 1, columns: 1), ["", ""]),
        (Rect(row: 0, column: 0, rows: 0, columns: 3), ["", ""]),
        (Rect(row: 0, column: 0, rows: -1, columns: 3), ["", ""]),
        (Rect(row: 0, column: 3, rows: 1, columns: -2), ["", ""]),
        (Rect(row: -9, column: -9, rows: 99, columns: 99), ["######", "######"]),
    ]

    @Test("Blocks are filled and restyled as far as they lie inside", arguments: filledBlocks)
    func blocks(_ rect: Rect, _ expected: [String]) {
        var filled = Buffer(size: size)
        filled.fill(rect, with: Cell("#"))
        #expect(filled.lines == expected)
        var restyled = Buffer(size: size)
        restyled.restyle(rect) { $0 = red }
        #expect(restyled.cells.map { $0.style == red } == filled.cells.map { $0.text == "#" })
    }

    @Test("Filling blanks the other halves of wide characters")
    func fillingHalves() {
        var buffer = Buffer(size: size)
        buffer.write("密码字", at: Position(row: 0, column: 0))
        buffer.fill(Rect(row: 0, column: 1, rows: 1, columns: 2), with: Cell("#"))
        #expect(buffer.lines[0] == " ## 字")
    }

    @Test("T6: a cell to fill with is made harmless")
    func fillingHarmless() {
        var buffer = Buffer(size: size)
        buffer.fill(Rect(row: 0, column: 0, rows: 1, columns: 2), with: Cell("\u{1B}"))
        #expect(buffer.lines[0] == "\u{FFFD}\u{FFFD}")
    }
}

@Suite("Geometry")
struct GeometryTests {
    @Test("A block holds its own cells only")
    func contains() {
        let rect = Rect(row: 1, column: 2, rows: 3, columns: 4)
        #expect(rect.endRow == 4 && rect.endColumn == 6)
        #expect(rect.contains(Position(row: 1, column: 2)))
        #expect(rect.contains(Position(row: 3, column: 5)))
        #expect(!rect.contains(Position(row: 4, column: 5)))
        #expect(!rect.contains(Position(row: 3, column: 6)))
        #expect(!rect.contains(Position(row: 0, column: 2)))
        #expect(rect.moved(columns: -2, rows: 1) == Rect(row: 2, column: 0, rows: 3, columns: 4))
    }

    @Test("A block of no or negative extent holds nothing", arguments: [0, -3])
    func empty(_ extent: Int) {
        #expect(!Rect(row: 1, column: 1, rows: extent, columns: extent).contains(Position(row: 1, column: 1)))
    }
}

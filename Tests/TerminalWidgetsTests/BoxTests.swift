import TerminalCore
import TerminalWidgets
import Testing

@Suite("Boxes")
struct BoxTests {
    init() {
        TextLayout.useUTF8Widths()
    }

    /// A window of 12 by 4 full of dots, with a box in it.
    private func lines(_ rect: Rect, title: String = "") -> [String] {
        var buffer = Buffer(size: Size(columns: 12, rows: 4))
        buffer.fill(Rect(row: 0, column: 0, rows: 4, columns: 12), with: Cell("."))
        buffer.drawBox(rect, title: title)
        return buffer.lines
    }

    @Test("A box has an edge, a title in its middle, and a blank inside")
    func box() {
        let rect = Rect(row: 0, column: 1, rows: 3, columns: 10)
        #expect(lines(rect, title: "ab") == [".┌── ab ──┐.", ".│        │.", ".└────────┘.", "............"])
        #expect(lines(rect)[0] == ".┌────────┐.")
        #expect(lines(rect, title: "登录")[0] == ".┌─ 登录 ─┐.")
        #expect(lines(rect, title: "abc")[0] == ".┌─ abc ──┐.")
        #expect(lines(rect, title: "abcdef")[0] == ".┌ abcdef ┐.")
        #expect(lines(rect, title: "abcdefgh")[0] == ".┌ abcdef ┐.")
        #expect(lines(rect, title: "登录登录")[0] == ".┌ 登录登 ┐.")
    }

    @Test("The smallest box is four corners")
    func smallest() {
        #expect(lines(Rect(row: 1, column: 1, rows: 2, columns: 2))[1...2] == [".┌┐.........", ".└┘........."])
    }

    @Test("L7: a box is clipped at the window's edges")
    func clipped() {
        #expect(
            lines(Rect(row: -1, column: -1, rows: 4, columns: 5), title: "ab") == [
                "   │........", "   │........", "───┘........", "............",
            ])
        #expect(
            lines(Rect(row: 2, column: 9, rows: 4, columns: 6)) == [
                "............", "............", ".........┌──", ".........│",
            ])
    }

    @Test("Frame, title and inside have their own looks")
    func styles() {
        var buffer = Buffer(size: Size(columns: 8, rows: 3))
        let (edge, title, fill) = (
            Style(attributes: .bold), Style(attributes: .underline), Style(background: Color(1))
        )
        buffer.drawBox(
            Rect(row: 0, column: 0, rows: 3, columns: 8), title: "a", style: edge, titleStyle: title, fill: fill)
        #expect(buffer[Position(row: 0, column: 0)] == Cell("┌", style: edge))
        #expect(buffer[Position(row: 0, column: 3)] == Cell("a", style: title))
        #expect(buffer[Position(row: 1, column: 1)] == Cell(" ", style: fill))
        #expect(buffer[Position(row: 2, column: 7)] == Cell("┘", style: edge))
    }

    /// A text, a width, and how it stands in it.
    static let centered: [(String, Int, String)] = [
        ("ab", 6, "  ab"), ("abc", 6, " abc"), ("abcdef", 6, "abcdef"), ("abcdefg", 6, "abcdef"), ("密码", 7, " 密码"),
        ("密码密码", 7, "密码密"),
    ]

    @Test("Text stands in the middle, what is too long is clipped", arguments: centered)
    func center(_ text: String, _ columns: Int, _ line: String) {
        var buffer = Buffer(size: Size(columns: 20, rows: 1))
        buffer.writeCentered(text, at: Position(row: 0, column: 0), columns: columns)
        #expect(buffer.lines == [line])
    }
}

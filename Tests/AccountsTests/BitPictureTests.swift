import Accounts
import Testing

@Suite("A5: pictures of one bit a pixel")
struct BitPictureTests {
    /// A picture's text, `columns` by `rows`, all of it ink.
    private static func full(_ columns: Int, _ rows: Int) -> String {
        Array(repeating: String(repeating: "#", count: columns), count: rows).joined(separator: "\n")
    }

    @Test("6.1: a picture is read as it is written")
    func roundTrip() throws {
        let picture = try #require(BitPicture(rows: [[true, false, false], [false, true, true]]))
        #expect(picture.text == "#..\n.##")
        #expect(BitPicture(text: picture.text) == picture)
        #expect(picture.columns == 3 && picture.rows == 2)
        #expect(picture[0, 0] && !picture[0, 2] && !picture[1, 0] && picture[1, 2])
        #expect(picture != BitPicture(text: "#..\n..#"))
        #expect(picture != BitPicture(text: "#.\n.."))
    }

    @Test("L10: up to 36 by 12 pixels", arguments: [(1, 1), (36, 12), (36, 1), (1, 12), (35, 11)])
    func sizes(_ columns: Int, _ rows: Int) throws {
        let text = Self.full(columns, rows)
        let picture = try #require(BitPicture(text: text))
        #expect(picture.columns == columns && picture.rows == rows && picture.text == text)
        #expect(text.utf8.count <= 443)
    }

    @Test("L10: nothing larger, and nothing without pixels", arguments: [(37, 1), (1, 13), (37, 12), (36, 13), (0, 3)])
    func otherSizes(_ columns: Int, _ rows: Int) {
        #expect(BitPicture(text: Self.full(columns, rows)) == nil)
        #expect(BitPicture(rows: .init(repeating: .init(repeating: true, count: columns), count: rows)) == nil)
    }

    @Test(
        "6.1: what a service sends that is no picture is refused",
        arguments: [
            "", "\n", "#.\n#", "#\n#.", "#.\n\n#.", "\n#.", "#.\n", "#.\r\n.#", "#. \n.#.", "#0\n.#", "#.\0.", "# #",
            "＃．", "#\u{301}", "\u{1B}[2J", "iVBORw0KGgo=", full(36, 12) + "\n", full(36, 11) + "\n" + full(35, 1),
            String(repeating: "#", count: 100_000), String(repeating: "\n", count: 100_000),
        ])
    func refused(_ text: String) {
        #expect(BitPicture(text: text) == nil)
    }

    @Test("Rows of unequal lengths, or none, are no picture")
    func rows() {
        #expect(BitPicture(rows: []) == nil)
        #expect(BitPicture(rows: [[]]) == nil)
        #expect(BitPicture(rows: [[true], [true, false]]) == nil)
        #expect(BitPicture(rows: [[true, false], [true]]) == nil)
    }
}

import TerminalCore
import Testing

@Suite("L4, T6: text as cells")
struct TextLayoutTests {
    init() {
        #expect(TextLayout.useUTF8Widths())
    }

    private func glyphs(_ text: String) -> [String] {
        TextLayout.glyphs(of: text).map { "\($0.columns):\($0.text)" }
    }

    static let widths: [(String, Int)] = [
        ("", 0), ("a", 1), ("密", 2), ("密码a", 5), ("e\u{301}", 1), ("é", 1), ("Ａ", 2), ("ｱ", 1), ("한", 2), ("~", 1),
        ("\u{1112}\u{1161}\u{11AB}", 2), ("😀", 2), ("👩\u{200D}💻", 1), ("\u{3000}", 2), ("\u{A0}", 1), ("\t", 1),
        ("नि", 2), ("\u{301}", 1),
    ]

    @Test("L4: a cluster is as wide as libc says its characters are", arguments: widths)
    func width(_ text: String, _ columns: Int) {
        #expect(TextLayout.columns(of: text) == columns)
        #expect(TextLayout.glyphs(of: text).reduce(0) { $0 + $1.columns } == columns)
    }

    @Test("L4: marks share their base's cell, a mark alone gets a base")
    func marks() {
        #expect(glyphs("e\u{301}x") == ["1:e\u{301}", "1:x"])
        #expect(glyphs("密\u{20DD}") == ["2:密\u{20DD}"])
        #expect(glyphs("\u{301}") == ["1: \u{301}"])
    }

    @Test("L4: more marks than a cell holds give one replacement")
    func manyMarks() {
        let mark = "\u{301}"
        #expect(glyphs("e" + String(repeating: mark, count: 4)) == ["1:e" + String(repeating: mark, count: 4)])
        #expect(glyphs("e" + String(repeating: mark, count: 5)) == ["1:\u{FFFD}"])
        #expect(glyphs("e" + String(repeating: mark, count: 50) + "x") == ["1:\u{FFFD}", "1:x"])
    }

    @Test(
        "L4: what a joiner holds together is one replacement",
        arguments: ["👩\u{200D}💻", "👨\u{200D}👩\u{200D}👧\u{200D}👦", "क\u{94D}\u{200D}ष"])
    func joined(_ cluster: String) {
        #expect(glyphs("a" + cluster + "b") == ["1:a", "1:\u{FFFD}", "1:b"])
    }

    static let harmful: [ClosedRange<UInt32>] = [
        0x00...0x1F, 0x7F...0x9F, 0x061C...0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069,
    ]

    @Test("T6: controls and bidirectional controls are replaced", arguments: harmful)
    func controls(_ range: ClosedRange<UInt32>) throws {
        for value in range {
            let scalar = try #require(Unicode.Scalar(value))
            #expect(glyphs("a\(scalar)b").joined() == "1:a1:\u{FFFD}1:b", "U+\(String(value, radix: 16))")
        }
    }

    @Test("T6: a line end of two characters is two replacements")
    func lineEnd() {
        #expect(glyphs("\r\n") == ["1:\u{FFFD}", "1:\u{FFFD}"])
    }

    @Test("T6: no character of Unicode lets a control through")
    func everyCharacter() {
        let controls = Self.harmful.map { $0 }
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let glyphs = TextLayout.glyphs(of: Character(scalar))
            let isHarmless = glyphs.allSatisfy { glyph in
                (1...2).contains(glyph.columns)
                    && glyph.text.unicodeScalars.allSatisfy { shown in
                        !controls.contains { $0.contains(shown.value) }
                    }
            }
            if !isHarmless || glyphs.count != 1 { Issue.record("U+\(String(value, radix: 16)): \(glyphs)") }
        }
    }
}

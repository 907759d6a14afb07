import Cryptography
import Testing

@testable import Text

/// The code points, for strings compare equal whatever their form.
private func scalars(_ text: String) -> [Unicode.Scalar] {
    Array(text.unicodeScalars)
}

@Suite("A1, A2: Unicode's forms")
struct UnicodeFormTests {
    /// A text and its NFC.
    static let composed: [(String, String)] = [
        ("", ""), ("a", "a"), ("密码", "密码"), ("e\u{301}", "\u{E9}"), ("\u{E9}", "\u{E9}"),
        ("q\u{307}\u{323}", "q\u{323}\u{307}"),
        ("\u{1112}\u{1161}\u{11AB}", "\u{D55C}"), ("\u{212B}", "\u{C5}"), ("\u{2126}", "\u{3A9}"), ("ﬁ", "ﬁ"),
        ("Ａ", "Ａ"),
        // Left out of composition, and decomposing into four.
        ("\u{958}", "\u{915}\u{93C}"), ("\u{1F82}", "\u{1F82}"), ("\u{3B1}\u{313}\u{300}\u{345}", "\u{1F82}"),
        ("\u{1D160}", "\u{1D158}\u{1D165}\u{1D16E}"),
        ("a\u{0}b", "a\u{0}b"), ("👩\u{200D}💻", "👩\u{200D}💻"), ("\u{10FFFF}", "\u{10FFFF}"), ("\u{E0080}", "\u{E0080}"),
    ]

    @Test("A1: NFC of text and of secrets agree", arguments: composed)
    func nfc(_ text: String, _ expected: String) {
        #expect(scalars(UnicodeForm.nfc.apply(to: text)) == scalars(expected))
        let secret = Secret(text.utf8)
        #expect(secret.nfc == Secret(expected.utf8))
        #expect(secret.nfcLength == scalars(expected).count)
        #expect(secret.nfc.nfc == secret.nfc)
    }

    @Test("A1: the longest decomposition has its room")
    func longest() {
        let text = String(repeating: "\u{1F82}", count: 170)
        #expect(Secret(text.utf8).nfc == Secret(text.utf8))
        #expect(Secret(text.utf8).nfcLength == 170)
        let marks = "e" + String(repeating: "\u{301}", count: 255)
        #expect(Secret(marks.utf8).nfcLength == 255)
    }

    @Test(
        "A1: bytes that are not UTF-8 stay as they are",
        arguments: [[0xFF], [0x61, 0xC3], [0xED, 0xA0, 0x80]] as [[UInt8]])
    func malformed(_ bytes: [UInt8]) {
        #expect(Secret(bytes).nfc == Secret(bytes))
        #expect(Secret(bytes).nfcLength == bytes.count)
    }

    /// A text and its NFKC, case folded.
    static let folded: [(String, String)] = [
        ("", ""), ("ABC", "abc"), ("ﬁ", "fi"), ("Ａ１", "a1"), ("ß", "ss"), ("ẞ", "ss"), ("Σς", "σσ"),
        ("E\u{301}", "\u{E9}"), ("²", "2"),
        ("①", "1"), ("a\u{200D}\u{AD}\u{FEFF}b", "ab"), ("İ", "i\u{307}"), ("\u{2163}", "iv"), ("\u{3000}", " "),
        ("阿达", "阿达"),
    ]

    @Test("A2: NFKC with case folding", arguments: folded)
    func nfkcCaseFold(_ text: String, _ expected: String) {
        let result = UnicodeForm.nfkcCaseFold.apply(to: text)
        #expect(scalars(result) == scalars(expected))
        #expect(scalars(UnicodeForm.nfkcCaseFold.apply(to: result)) == scalars(result))
    }

    @Test(
        "White space around text goes",
        arguments: [("", ""), (" \u{3000}\r\na b\t", "a b"), ("\u{A0}", ""), ("a", "a"), ("a\n", "a")])
    func trimmed(_ text: String, _ expected: String) {
        #expect(text.trimmed == expected)
    }
}

@Suite("L3: grapheme clusters")
struct GraphemeClustersTests {
    /// Texts, cut where a person would.
    static let texts: [[String]] = [
        [], ["a"], ["密", "码", "a"], ["e\u{301}", "x"], ["\u{301}", "x"], ["👩\u{200D}💻", "a"],
        ["👨\u{200D}👩\u{200D}👧\u{200D}👦"],
        ["👍🏽", "👍"], ["🇨🇳", "🇩🇪", "🇫"], ["\u{1112}\u{1161}\u{11AB}", "글"], ["नि", "x"], ["a\u{200D}", "b"], ["❤\u{FE0F}"],
        ["1\u{FE0F}\u{20E3}"],
        ["e" + String(repeating: "\u{301}", count: 200)],
    ]

    @Test("L3: text is cut between characters as a person counts them", arguments: texts)
    func ranges(_ clusters: [String]) {
        var offset = 0
        let expected = clusters.map { cluster in
            defer { offset += cluster.utf8.count }
            return offset..<offset + cluster.utf8.count
        }
        Array(clusters.joined().utf8).withUnsafeBytes { #expect(GraphemeClusters.ranges(in: $0) == expected) }
    }

    static let checks: [([UInt8], Bool?)] = [
        ([], false), ([0x61], false), ([0x61, 0x0A], true), ([0x7F], true), ([0xC2, 0x80], true), ([0xC2, 0x9F], true),
        ([0xC2, 0xA0], false),
        ([0x00], true), ([0xE5, 0xAF, 0x86], false), ([0x80], nil), ([0xE5, 0xAF], nil), ([0xED, 0xA0, 0x80], nil),
        ([0xC0, 0x80], nil),
        ([0xF4, 0x90, 0x80, 0x80], nil), ([0x0A, 0xFF], nil),
    ]

    @Test("L4: controls are found, and what is not UTF-8", arguments: checks)
    func controls(_ bytes: [UInt8], _ expected: Bool?) {
        bytes.withUnsafeBytes { #expect(GraphemeClusters.hasControls(in: $0) == expected) }
    }
}

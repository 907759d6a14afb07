import Cryptography
import Testing

@testable import Text

/// A field's state as text: `|` is the cursor, `<` and `>` enclose a selection.
func picture<Bytes>(_ buffer: EditBuffer<Bytes>) -> String {
    buffer.bytes.withUnsafeBytes { raw in
        let before = String(decoding: raw[..<buffer.cursor], as: UTF8.self)
        let text = before + "|" + String(decoding: raw[buffer.cursor...], as: UTF8.self)
        return buffer.isSelected ? "<" + text + ">" : text
    }
}

/// Types `text` into `buffer`, character by character.
func type<Bytes>(_ text: String, into buffer: inout EditBuffer<Bytes>) {
    for scalar in text.unicodeScalars { #expect(buffer.apply(.insert(scalar)) == nil) }
}

/// A field that holds `text`, with the cursor at `|`.
func field<Bytes>(_ text: String, as _: Bytes.Type) -> EditBuffer<Bytes> {
    // By code points: a mark would make one character with the bar.
    let parts = text.unicodeScalars.split(separator: "|", omittingEmptySubsequences: false)
    var buffer = EditBuffer<Bytes>()
    type(String(parts[0]), into: &buffer)
    let cursor = buffer.cursor
    if parts.count > 1 { type(String(parts[1]), into: &buffer) }
    while buffer.cursor > cursor { #expect(buffer.apply(.moveLeft) == nil) }
    #expect(picture(buffer) == text || parts.count == 1)
    return buffer
}

@Suite("L4: editing")
struct EditBufferTests {
    /// A field, an edit, and what comes of it.
    static let edits: [(String, Edit, String)] = [
        ("|", .insert("a"), "a|"), ("a|c", .insert("b"), "ab|c"), ("密|", .insert("码"), "密码|"),
        ("|a", .insert("密"), "密|a"),
        ("|", .moveLeft, "|"), ("|ab", .moveLeft, "|ab"), ("a|b", .moveLeft, "|ab"), ("密码a|", .moveLeft, "密码|a"),
        ("密|码", .moveLeft, "|密码"), ("|密码", .moveRight, "密|码"), ("ab|", .moveRight, "ab|"),
        ("e\u{301}|x", .moveLeft, "|e\u{301}x"),
        ("|👩\u{200D}💻x", .moveRight, "👩\u{200D}💻|x"), ("a|b", .moveToStart, "|ab"), ("a|b", .moveToEnd, "ab|"),
        ("|", .deleteBackward, "|"), ("|a", .deleteBackward, "|a"), ("ab|", .deleteBackward, "a|"),
        ("密码|a", .deleteBackward, "密|a"),
        ("xe\u{301}|", .deleteBackward, "x|"), ("x👩\u{200D}💻|y", .deleteBackward, "x|y"),
        ("🇨🇳🇩🇪|", .deleteBackward, "🇨🇳|"),
        ("|", .deleteForward, "|"), ("a|", .deleteForward, "a|"), ("|密码", .deleteForward, "|码"),
        ("x|👩\u{200D}💻y", .deleteForward, "x|y"),
        ("x|e\u{301}", .deleteForward, "x|"),
        ("", .deleteWord, "|"), ("|ab", .deleteWord, "|ab"), ("ab cd|", .deleteWord, "ab |"),
        ("ab cd  |", .deleteWord, "ab |"),
        ("ab c|d", .deleteWord, "ab |d"), ("ab|", .deleteWord, "|"), ("  |", .deleteWord, "|"),
        ("密码　你好|", .deleteWord, "密码　|"),
        ("a|b", .deleteToEnd, "a|"), ("|ab", .deleteToEnd, "|"), ("ab|", .deleteToEnd, "ab|"),
        ("a|b", .clear, "|"), ("|", .clear, "|"),
        // The cursor is never left within a cluster.
        ("|\u{301}", .insert("e"), "e\u{301}|"), ("👩|💻", .insert("\u{200D}"), "👩\u{200D}💻|"),
        ("|🇳x", .insert("🇨"), "🇨🇳|x"),
        ("a|b", .insert("\u{301}"), "a\u{301}|b"), ("🇨|x🇳", .deleteForward, "🇨🇳|"), ("🇨x|🇳", .deleteBackward, "🇨🇳|"),
    ]

    @Test("L4: every edit, in plain memory and in locked", arguments: edits)
    func edit(_ before: String, _ edit: Edit, _ after: String) {
        var plain = field(before, as: PlainText.self)
        #expect(plain.apply(edit) == nil)
        #expect(picture(plain) == after)
        var secret = field(before, as: Secret.self)
        #expect(secret.apply(edit) == nil)
        #expect(picture(secret) == after)
    }

    @Test(
        "L3: one Backspace removes one whole character",
        arguments: ["密码a", "e\u{301}o\u{308}\u{304}x", "👩\u{200D}💻👍🏽🇨🇳", "한글"])
    func backspaces(_ text: String) {
        var buffer = EditBuffer<Secret>()
        type(text, into: &buffer)
        var rest = Substring(text)
        #expect(buffer.clusters.count == text.count)
        while !rest.isEmpty {
            rest.removeLast()
            #expect(buffer.apply(.deleteBackward) == nil)
            #expect(buffer.bytes == Secret(rest.utf8))
        }
        #expect(buffer.isEmpty)
    }

    @Test("L4: controls are refused", arguments: ["\u{0}", "\u{1B}", "\u{7F}", "\u{85}", "\u{9F}"] as [Unicode.Scalar])
    func controls(_ scalar: Unicode.Scalar) {
        var buffer = field("a|b", as: PlainText.self)
        #expect(buffer.apply(.insert(scalar)) == .controls)
        #expect(picture(buffer) == "a|b")
    }

    @Test("L4: what exceeds 512 bytes is refused whole")
    func limit() {
        var buffer = EditBuffer(String(repeating: "a", count: 510))
        #expect(buffer.apply(.insert("密")) == .full)
        #expect(buffer.bytes.count == 510)
        #expect(buffer.apply(.insert("é")) == nil)
        #expect(buffer.bytes.count == 512 && buffer.cursor == 512)
        #expect(buffer.apply(.insert("a")) == .full)
        #expect(buffer.apply(.paste(Secret("b".utf8), isTruncated: false)) == .pasteLong)
        #expect(buffer.apply(.paste(Secret(), isTruncated: false)) == nil)
        #expect(buffer.apply(.deleteBackward) == nil)
        #expect(buffer.apply(.paste(Secret("xy".utf8), isTruncated: false)) == nil)
        #expect(buffer.text == String(repeating: "a", count: 510) + "xy")
    }

    @Test("L4: a field made from text keeps all or nothing")
    func fromText() {
        #expect(EditBuffer("密码").text == "密码")
        #expect(picture(EditBuffer("ab")) == "ab|")
        #expect(EditBuffer("").isEmpty)
        #expect(EditBuffer(String(repeating: "a", count: 513)).isEmpty)
        #expect(EditBuffer("a\u{1B}b").isEmpty)
    }
}

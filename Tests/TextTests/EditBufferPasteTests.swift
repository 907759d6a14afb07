import Cryptography
import Testing

@testable import Text

@Suite("L4, L9: pastes and selections")
struct EditBufferPasteTests {
    /// What is pasted between `x` and `y`, and what comes of it.
    static let pastes: [([UInt8], Bool, String, EditRefusal?)] = [
        (Array("ab".utf8), false, "xab|y", nil), (Array("密码".utf8), false, "x密码|y", nil), ([], false, "x|y", nil),
        // One line end at the end goes.
        (Array("ab\n".utf8), false, "xab|y", nil), (Array("ab\r".utf8), false, "xab|y", nil),
        (Array("ab\r\n".utf8), false, "xab|y", nil),
        (Array("\n".utf8), false, "x|y", nil), (Array("\r\n".utf8), false, "x|y", nil),
        // Any other refuses the whole.
        (Array("a\nb".utf8), false, "x|y", .controls), (Array("ab\n\n".utf8), false, "x|y", .controls),
        (Array("ab\r\r".utf8), false, "x|y", .controls),
        (Array("ab\n\r".utf8), false, "x|y", .controls), (Array("\nab".utf8), false, "x|y", .controls),
        (Array("a\tb".utf8), false, "x|y", .controls), (Array("a\u{1B}[A".utf8), false, "x|y", .controls),
        (Array("a\u{7F}".utf8), false, "x|y", .controls),
        (Array("a\u{85}".utf8), false, "x|y", .controls), ([0x00], false, "x|y", .controls),
        ([0x61, 0xFF], false, "x|y", .malformed), ([0xE5, 0xAF], false, "x|y", .malformed),
        ([0xED, 0xA0, 0x80], false, "x|y", .malformed),
        // What was cut off cannot fit; its end may be half a character, and says nothing about line ends.
        (Array("ab".utf8), true, "x|y", .pasteLong), ([0x61, 0xE5], true, "x|y", .pasteLong),
        (Array("a\nb".utf8), true, "x|y", .controls),
        (Array("ab\n".utf8), true, "x|y", .controls),
        (Array(String(repeating: "a", count: 511).utf8), false, "x|y", .pasteLong),
        (Array("\u{301}".utf8), false, "x\u{301}|y", nil),
    ]

    @Test("L4: a paste is taken or refused whole", arguments: pastes)
    func paste(_ bytes: [UInt8], _ isTruncated: Bool, _ after: String, _ refusal: EditRefusal?) {
        var plain = field("x|y", as: PlainText.self)
        #expect(plain.apply(.paste(Secret(bytes), isTruncated: isTruncated)) == refusal)
        #expect(picture(plain) == after)
        var secret = field("x|y", as: Secret.self)
        #expect(secret.apply(.paste(Secret(bytes), isTruncated: isTruncated)) == refusal)
        #expect(picture(secret) == after)
    }

    /// Edits on a selected field, and what comes of them.
    static let selectedEdits: [(Edit, String, EditRefusal?)] = [
        (.insert("x"), "x|", nil), (.paste(Secret("xy".utf8), isTruncated: false), "xy|", nil),
        (.deleteBackward, "|", nil), (.deleteForward, "|", nil), (.deleteWord, "|", nil), (.deleteToEnd, "|", nil),
        (.clear, "|", nil),
        (.moveLeft, "ab|c", nil), (.moveRight, "abc|", nil), (.moveToStart, "|abc", nil), (.moveToEnd, "abc|", nil),
        // What is refused changes nothing.
        (.insert("\u{1B}"), "<abc|>", .controls),
        (.paste(Secret("a\nb".utf8), isTruncated: false), "<abc|>", .controls),
        (.paste(Secret([0xFF]), isTruncated: false), "<abc|>", .malformed),
        (.paste(Secret("a".utf8), isTruncated: true), "<abc|>", .pasteLong),
        (.paste(Secret(), isTruncated: false), "<abc|>", nil),
    ]

    @Test("L9: typing replaces a selection, Backspace empties it, moving deselects it", arguments: selectedEdits)
    func selection(_ edit: Edit, _ after: String, _ refusal: EditRefusal?) {
        var buffer = field("a|bc", as: Secret.self)
        buffer.selectAll()
        #expect(picture(buffer) == "<abc|>")
        #expect(buffer.apply(edit) == refusal)
        #expect(picture(buffer) == after)
    }

    @Test("L9: a full field is replaced by as much")
    func replacingFull() {
        var buffer = EditBuffer(String(repeating: "a", count: 512))
        buffer.selectAll()
        #expect(buffer.apply(.paste(Secret(String(repeating: "b", count: 513).utf8), isTruncated: false)) == .pasteLong)
        #expect(buffer.isSelected)
        #expect(buffer.apply(.paste(Secret(String(repeating: "b", count: 512).utf8), isTruncated: false)) == nil)
        #expect(buffer.text == String(repeating: "b", count: 512))
        #expect(!buffer.isSelected)
    }

    @Test("L9: an empty field has nothing to select")
    func selectingNothing() {
        var buffer = EditBuffer<PlainText>()
        buffer.selectAll()
        #expect(!buffer.isSelected)
    }
}

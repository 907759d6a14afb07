import Asciicast
import Testing

@Suite struct UTF8JoinerTests {
    @Test(arguments: 1...8) func charactersCutAnywhereAreJoined(_ length: Int) {
        let text = "a密🙂é b"
        var joiner = UTF8Joiner()
        var result = ""
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: length) {
            result += joiner.text(of: Array(bytes[start..<min(start + length, bytes.count)]))
        }
        #expect(result == text)
    }

    @Test func nothingIsShownBeforeItIsWhole() {
        var joiner = UTF8Joiner()
        #expect(joiner.text(of: [0x61, 0xE5, 0xAF]) == "a")
        #expect(joiner.text(of: []) == "")
        #expect(joiner.text(of: [0x86, 0x62]) == "密b")
    }

    @Test func whatIsNoUTF8IsReplaced() {
        var joiner = UTF8Joiner()
        #expect(joiner.text(of: [0x61, 0x80, 0xFE, 0x62]) == "a\u{FFFD}\u{FFFD}b")
        // The beginnings of characters that something else follows.
        #expect(joiner.text(of: [0xE5]) == "")
        #expect(joiner.text(of: [0x62]) == "\u{FFFD}b")
        #expect(joiner.text(of: [0xF0, 0x9F]) == "")
        #expect(joiner.text(of: [0x28]) == "\u{FFFD}(")
    }
}

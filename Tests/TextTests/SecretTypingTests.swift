import Cryptography
import Testing
import Text

/// What a field takes, and so what a password may be made of (L4, A1).
struct SecretTypingTests {
    @Test(arguments: ["", "k3jf9XqLw2", " a b ", "密码密码", "e\u{301}", "\u{200D}", "\u{A0}"])
    func `text without control characters can be typed`(_ text: String) {
        #expect(Secret(text.utf8).isTypable)
    }

    @Test(arguments: [
        Array("a\u{0}b".utf8), Array("a\tb".utf8), Array("a\r".utf8), Array("\n".utf8), Array("\u{1B}[A".utf8),
        Array("a\u{7F}".utf8), Array("a\u{85}b".utf8), [0x61, 0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80],
    ])
    func `control characters and what is no UTF-8 cannot`(_ bytes: [UInt8]) {
        #expect(!Secret(bytes).isTypable)
    }
}

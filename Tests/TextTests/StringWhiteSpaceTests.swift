import Testing
import Text

@Suite("White space around text")
struct StringWhiteSpaceTests {
    @Test(
        "Blank is what has nothing but white space, of any kind", arguments: ["", " ", "\t\n", "\u{3000}", "\u{A0} "])
    func blank(_ text: String) {
        #expect(text.isBlank && text.trimmed.isEmpty)
    }

    @Test("Anything else is not blank", arguments: ["a", " a ", "密", "\u{3000}é", "\u{200B}", "•", "~", "!"])
    func notBlank(_ text: String) {
        #expect(!text.isBlank && !text.trimmed.isEmpty)
        #expect(" \(text)\u{3000}".trimmed == text.trimmed)
    }
}

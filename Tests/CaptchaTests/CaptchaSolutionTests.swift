import Captcha
import Cryptography
import Testing

@Suite("A5: the text of a picture")
struct CaptchaSolutionTests {
    @Test(
        "Case, full-width forms and spaces do not matter",
        arguments: [
            "CAK37", "cak37", "CaK37", " c a k 3 7 ", "ＣＡＫ３７", "ｃａｋ３７", "cak\u{3000}37", "cak\u{A0}37\t", "CAK37\n",
        ])
    func accepted(_ typed: String) throws {
        #expect(try #require(CaptchaSolution(Secret(typed.utf8))).text == "CAK37")
    }

    @Test(
        "What no picture shows is refused",
        arguments: [
            "", " ", "CAK3", "CAK377", "CAK3B", "CAK3-7", "CAK3７７", "CAK3\u{FF5F}", "CA\u{301}K37", "CAK37\u{301}",
            "CA\u{212A}37", "\u{421}AK37", "ßßßßß", "ŉCAK3", "\0CAK37", "密码密码密",
        ])
    func refused(_ typed: String) {
        #expect(CaptchaSolution(Secret(typed.utf8)) == nil)
    }

    @Test(
        "Bytes that are no text are refused", arguments: [[0xFF], [0x43, 0x41, 0x4B, 0x33, 0xEF, 0xBC]] as [[UInt8]])
    func bytes(_ typed: [UInt8]) {
        #expect(CaptchaSolution(Secret(typed)) == nil)
    }

    @Test("Five characters are drawn by lot, every one of them at every place, and read back as themselves")
    func random() throws {
        var generator = SeededGenerator(seed: 1)
        var seen = [Set<Character>](repeating: [], count: 5)
        for _ in 0..<500 {
            let solution = CaptchaSolution.random(using: &generator)
            #expect(solution.text.count == 5)
            for (place, character) in solution.text.enumerated() { seen[place].insert(character) }
            #expect(try #require(CaptchaSolution(Secret(solution.text.lowercased().utf8))) == solution)
        }
        #expect(seen.allSatisfy { $0 == Set(CaptchaAlphabet.characters.map(Character.init)) })
    }

    @Test("A seed tells the text; another tells another")
    func seeds() {
        func text(_ seed: UInt64) -> String {
            var generator = SeededGenerator(seed: seed)
            return CaptchaSolution.random(using: &generator).text
        }
        #expect(text(7) == text(7))
        #expect(Set((0..<100).map(text)).count == 100)
    }
}

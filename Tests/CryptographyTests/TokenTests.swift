import Testing

@testable import Cryptography

@Suite("Tokens")
struct TokenTests {
    @Test("A7: a token has 256 bits and is never the same twice")
    func systemTokens() {
        let tokens = (0..<100).map { _ in Randomness.system.makeToken() }
        #expect(tokens.allSatisfy { $0.count == 64 && $0.decodedHexadecimal?.count == 32 })
        #expect(Set(tokens.map { TokenDigest(of: $0) }).count == 100)
    }

    @Test("Section 5: a seed tells the same tokens again, each another one")
    func seededTokens() {
        let first = Randomness.seeded(7)
        let again = Randomness.seeded(7)
        let tokens = (0..<3).map { _ in first.makeToken() }
        #expect(tokens == (0..<3).map { _ in again.makeToken() })
        #expect(tokens[0] != tokens[1])
        #expect(tokens[0] != Randomness.seeded(8).makeToken())
    }

    @Test("A7: the digest is BLAKE2b of 32 bytes")
    func digest() {
        // b2sum -l 256 of "abc".
        let expected: [UInt8] = [
            0xBD, 0xDD, 0x81, 0x3C, 0x63, 0x42, 0x39, 0x72, 0x31, 0x71, 0xEF, 0x3F, 0xEE, 0x98, 0x57, 0x9B,
            0x94, 0x96, 0x4E, 0x3B, 0xB1, 0xCB, 0x3E, 0x42, 0x72, 0x62, 0xC8, 0xC0, 0x68, 0xD5, 0x23, 0x19,
        ]
        let digest = TokenDigest(of: Secret("abc".utf8))
        #expect(digest.bytes == expected)
        #expect(TokenDigest(stored: expected) == digest)
        #expect(TokenDigest(stored: [1, 2, 3]) == nil)
    }

    @Test("A4: a key changes the digest of a code")
    func keyedDigest() {
        let code = Secret("1234".utf8)
        let key = Secret(Array(repeating: UInt8(1), count: 32))
        #expect(TokenDigest(of: code, key: key) == TokenDigest(of: code, key: key))
        #expect(TokenDigest(of: code, key: key) != TokenDigest(of: code))
    }

    @Test("A4: codes have so many digits, each about as often as any other")
    func digits() {
        #expect(Randomness.system.makeDigits(count: 4).count == 4)
        #expect(Randomness.system.makeDigits(count: 0).isEmpty)
        let counts = Randomness.seeded(3).makeDigits(count: 10_000).withUnsafeBytes { digits in
            digits.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
        #expect(counts.keys.sorted() == Array(UInt8(ascii: "0")...UInt8(ascii: "9")))
        // Six standard deviations of 30.
        #expect(counts.values.allSatisfy { (820...1180).contains($0) })
    }

    @Test("A5: names have two digits a byte and are never the same twice")
    func names() {
        let names = (0..<100).map { _ in Randomness.system.makeName(byteCount: 16) }
        #expect(names.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{32}/) != nil })
        #expect(Set(names).count == 100)
    }

    @Test("Section 5: a generator follows its source")
    func generator() {
        var (first, again) = (Randomness.seeded(7).makeGenerator(), Randomness.seeded(7).makeGenerator())
        let numbers = (0..<3).map { _ in first.next() }
        #expect(numbers == (0..<3).map { _ in again.next() })
        #expect(Set(numbers).count == 3)
    }
}

import Testing

@testable import Cryptography

@Suite("Tokens")
struct TokenTests {
    @Test("A7: a token has 256 bits and is never the same twice")
    func systemTokens() {
        let tokens = (0..<100).map { _ in Randomness.system.makeToken() }
        #expect(tokens.allSatisfy { $0.count == 32 })
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
}

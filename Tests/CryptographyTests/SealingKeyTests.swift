import Testing

@testable import Cryptography

/// The bytes that hexadecimal digits mean.
private func bytes(_ digits: String) -> [UInt8] {
    let digits = Array(digits.utf8)
    return stride(from: 0, to: digits.count, by: 2).compactMap { start in
        UInt8(String(decoding: digits[start..<start + 2], as: UTF8.self), radix: 16)
    }
}

@Suite("Sealing")
struct SealingKeyTests {
    private static let digits = "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f"
    private let key: SealingKey

    init() throws {
        key = try #require(SealingKey(hexadecimal: Secret(Self.digits.utf8)))
    }

    @Test("The test vector of draft-irtf-cfrg-xchacha-03, A.3.1")
    func publishedVector() {
        let text =
            "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen "
            + "would be it."
        let nonce = bytes("404142434445464748494a4b4c4d4e4f5051525354555657")
        let context = bytes("50515253c0c1c2c3c4c5c6c7")
        let ciphertext = bytes(
            "bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb"
                + "731c7f1b0b4aa6440bf3a82f4eda7e39ae64c6708c54c216cb96b72e1213b452"
                + "2f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff9"
                + "21f9664c97637da9768812f615c68b13b52e")
        let tag = bytes("c0875924c1c7987947deafd8780acf49")
        #expect(key.seal(Secret(text.utf8), for: context, nonce: nonce) == nonce + ciphertext + tag)
        #expect(key.open(nonce + ciphertext + tag, for: context) == Secret(text.utf8))
    }

    @Test("What is sealed can be opened, and never looks the same twice", arguments: [0, 1, 31, 10_000])
    func roundTrip(count: Int) {
        let secret = Secret((0..<count).map { UInt8(truncatingIfNeeded: $0) })
        let boxes = (0..<2).map { _ in key.seal(secret, for: [1, 2]) }
        for box in boxes {
            #expect(box.count == count + SealingKey.overhead)
            #expect(key.open(box, for: [1, 2]) == secret)
        }
        #expect(boxes[0].prefix(24) != boxes[1].prefix(24))
        #expect(boxes[0].dropFirst(24) != boxes[1].dropFirst(24))
    }

    @Test("A change of any bit, and a box cut anywhere, is refused")
    func changed() {
        let box = key.seal(Secret("hunter22".utf8), for: [1])
        for index in box.indices {
            for bit in 0..<8 {
                var changed = box
                changed[index] ^= 1 << UInt8(bit)
                #expect(key.open(changed, for: [1]) == nil)
            }
            #expect(key.open(Array(box.prefix(index)), for: [1]) == nil)
        }
        #expect(key.open(box + [0], for: [1]) == nil)
    }

    @Test("Another context and another key open nothing")
    func foreign() {
        let box = key.seal(Secret("hunter22".utf8), for: Array("unix:/a".utf8))
        #expect(key.open(box, for: Array("unix:/b".utf8)) == nil)
        #expect(key.open(box, for: []) == nil)
        #expect(SealingKey().open(box, for: Array("unix:/a".utf8)) == nil)
    }

    @Test("New keys differ, and so do their fingerprints, which are the same for one key")
    func newKeys() throws {
        let keys = (0..<50).map { _ in SealingKey() }
        #expect(Set(keys.map(\.fingerprint)).count == 50)
        for key in keys {
            #expect(key.fingerprint.count == 16)
            let again = try #require(SealingKey(hexadecimal: key.hexadecimal))
            #expect(again == key && again.fingerprint == key.fingerprint)
        }
    }

    @Test("A key is 64 hexadecimal digits, and white space may follow")
    func hexadecimal() {
        #expect(key.hexadecimal == Secret(Self.digits.utf8))
        for text in [Self.digits.uppercased(), Self.digits + "\n", Self.digits + " \t\r\n"] {
            #expect(SealingKey(hexadecimal: Secret(text.utf8)) == key)
        }
    }

    @Test(
        "Anything else is no key",
        arguments: [
            "", "\n", "0", "zz", String(digits.dropLast()), String(digits.dropLast(2)), digits + "00", digits + "0",
            " " + digits, "0x" + digits, String(repeating: "g", count: 64), String(repeating: "密", count: 22),
            digits.replacing("8a", with: "8:a"), digits.replacing("8a", with: "\0a"),
            "gIGCg4SFhoeIiYqLjI2Oj5CRkpOUlZaXmJmam5ydnp8=",
        ])
    func malformed(text: String) {
        #expect(SealingKey(hexadecimal: Secret(text.utf8)) == nil)
    }

    @Test("No description tells the key")
    func descriptions() {
        var dumped = ""
        dump(key, to: &dumped)
        for description in ["\(key)", String(reflecting: key), dumped] {
            #expect(!description.contains("8081") && !description.contains("128"))
            #expect(description.contains("<secret>"))
        }
    }
}

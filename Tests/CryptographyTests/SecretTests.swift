import Cryptography
import Testing

/// The bytes of `secret`, as text.
private func text(of secret: Secret) -> String {
    secret.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
}

/// Lends the bytes of `text`.
private func lend(_ text: String, to body: (UnsafeRawBufferPointer) -> Void) {
    Array(text.utf8).withUnsafeBytes(body)
}

@Suite("Secret")
struct SecretTests {
    @Test("A secret holds what it was made from", arguments: ["", "a", "密码", String(repeating: "x", count: 10_000)])
    func contents(_ value: String) {
        let secret = Secret(value.utf8)
        #expect(secret.count == value.utf8.count)
        #expect(secret.isEmpty == value.isEmpty)
        #expect(text(of: secret) == value)
        lend(value) { #expect(Secret($0) == secret) }
    }

    @Test("Every description is redacted")
    func descriptions() {
        struct Holder { let name = "ada", password = Secret("hunter22".utf8) }
        let secret = Secret("hunter22".utf8)
        var dumped = ""
        dump(secret, to: &dumped)
        dump(Holder(), to: &dumped)
        dump([secret], to: &dumped)
        let descriptions = [
            "\(secret)", String(describing: secret), String(reflecting: secret), "\([secret])",
            "\(Optional(secret) as Any)",
            "\(Holder())", String(reflecting: Holder()), dumped,
        ]
        for description in descriptions {
            #expect(description.contains("<secret>"))
            #expect(!description.contains("hunter22"))
        }
        #expect("\(secret)" == "\(Secret())", "the length shows")
        #expect(Mirror(reflecting: secret).children.isEmpty)
    }

    @Test("Secrets are equal when their bytes are")
    func equality() {
        #expect(Secret() == Secret([]))
        #expect(Secret("abc".utf8) == Secret("abc".utf8))
        #expect(Secret("abc".utf8) != Secret("abd".utf8))
        #expect(Secret("abc".utf8) != Secret("ab".utf8))
        #expect(Secret("a".utf8) != Secret())
        #expect(Secret(count: 0) { _ in } == Secret())
    }

    @Test("Bytes filled in place start as zeros")
    func filling() {
        #expect(Secret(count: 3) { _ in } == Secret([0, 0, 0]))
        #expect(Secret(count: 3) { $0[1] = 7 } == Secret([0, 7, 0]))
    }

    @Test("Nothing of one secret is in the next, whose memory may have been its own")
    func memoryUsedAgain() {
        for count in [1, 2048, 2049, 2048, 1] {
            #expect(Secret(count: count) { _ in } == Secret([UInt8](repeating: 0, count: count)))
            #expect(text(of: Secret(String(repeating: "x", count: count).utf8)).utf8.count == count)
        }
    }

    @Test("A failure to fill is passed on")
    func failingToFill() {
        struct Failure: Error {}
        #expect(throws: Failure.self) {
            try Secret(count: 3) { _ throws(Failure) in throw Failure() }
        }
    }

    static let replacements: [(Range<Int>, String, String)] = [
        (0..<0, "xy", "xyabc"), (3..<3, "xy", "abcxy"), (1..<2, "", "ac"), (1..<2, "xyz", "axyzc"), (0..<3, "", ""),
        (0..<3, "x", "x"), (1..<1, "", "abc"),
    ]

    @Test("Replacing bytes leaves copies as they were", arguments: replacements)
    func replacing(_ range: Range<Int>, _ new: String, _ expected: String) {
        var secret = Secret("abc".utf8)
        let copy = secret
        lend(new) { secret.replaceSubrange(range, with: $0) }
        #expect(text(of: secret) == expected)
        #expect(text(of: copy) == "abc")
    }

    @Test("Replacing bytes by a secret's own")
    func replacingByOwnBytes() {
        var secret = Secret("abcd".utf8)
        let copy = secret
        copy.withUnsafeBytes { secret.replaceSubrange(1..<3, with: $0) }
        #expect(text(of: secret) == "aabcdd")
        #expect(text(of: copy) == "abcd")
    }

    @Test("Appending grows step by step")
    func appending() {
        var secret = Secret()
        for _ in 0..<1000 { lend("密") { secret.append($0) } }
        lend("") { secret.append($0) }
        #expect(text(of: secret) == String(repeating: "密", count: 1000))
    }

    @Test("Appending leaves copies as they were, with room to spare or without")
    func appendingToCopies() {
        var one = Secret("a".utf8)
        lend("b") { one.append($0) }
        lend("c") { one.append($0) }
        var two = one
        lend("d") { two.append($0) }
        lend("e") { one.append($0) }
        #expect(text(of: one) == "abce")
        #expect(text(of: two) == "abcd")
    }

    @Test("Appending a secret's own bytes")
    func appendingOwnBytes() {
        var secret = Secret("ab".utf8)
        let copy = secret
        copy.withUnsafeBytes { secret.append($0) }
        #expect(text(of: secret) == "abab")
        #expect(text(of: copy) == "ab")
    }

    @Test("Replacing works with room to spare")
    func replacingAfterAppending() {
        var secret = Secret("abc".utf8)
        lend("d") { secret.append($0) }
        lend("x") { secret.replaceSubrange(3..<4, with: $0) }
        #expect(text(of: secret) == "abcx")
        lend("") { secret.replaceSubrange(0..<4, with: $0) }
        #expect(secret.isEmpty)
        lend("y") { secret.append($0) }
        #expect(text(of: secret) == "y")
    }

    @Test("Secrets that are held at the same time keep to themselves, and so do those that take their places")
    func neighbors() {
        func fill(_ value: Int) -> Secret { Secret(Array(repeating: UInt8(value), count: 2048)) }
        var secrets = (0..<50).map(fill)
        for index in stride(from: 0, to: 50, by: 3) { secrets[index] = fill(100 + index) }
        for (index, secret) in secrets.enumerated() {
            let value = UInt8(index % 3 == 0 ? 100 + index : index)
            #expect(secret.withUnsafeBytes { $0.count == 2048 && $0.allSatisfy { $0 == value } })
        }
    }
}

import Testing

@testable import Cryptography

@Suite("PasswordHash")
struct PasswordHashTests {
    private let password = Secret("testApp123456".utf8)

    @Test("A1: the default cost is 64 MiB and two passes, as Argon2id")
    func standardCost() throws {
        let hash = try PasswordHash(of: password, cost: .standard)
        #expect(hash.text.hasPrefix("$argon2id$v=19$m=65536,t=2,p=1$"))
        #expect(try hash.matches(password))
    }

    @Test("A1: a hash matches its own password only, byte for byte")
    func matches() throws {
        let hash = try PasswordHash(of: password, cost: .cheapest)
        #expect(try hash.matches(password))
        for other in ["testApp12345", "testApp1234567", "TestApp123456", "testApp123456 ", ""] {
            #expect(try !hash.matches(Secret(other.utf8)))
        }
    }

    @Test("A1: no password, a zero byte and 512 bytes are passwords like others", arguments: [0, 1, 512])
    func unusualPasswords(count: Int) throws {
        let password = Secret(Array(repeating: UInt8(0), count: count))
        let hash = try PasswordHash(of: password, cost: .cheapest)
        #expect(try hash.matches(password))
        #expect(try !hash.matches(Secret(Array(repeating: UInt8(0), count: count + 1))))
    }

    @Test("A1: every hash has its own salt")
    func salts() throws {
        #expect(
            try PasswordHash(of: password, cost: .cheapest) != PasswordHash(of: password, cost: .cheapest))
    }

    @Test("A1: a hash is outdated when the setting has grown, not when it has shrunk")
    func outdated() throws {
        let hash = try PasswordHash(of: password, cost: .init(memory: 16 << 10, passes: 2))
        #expect(hash.isCheaper(than: .init(memory: 32 << 10, passes: 2)))
        #expect(hash.isCheaper(than: .init(memory: 16 << 10, passes: 3)))
        #expect(!hash.isCheaper(than: .init(memory: 16 << 10, passes: 2)))
        #expect(!hash.isCheaper(than: .cheapest))
    }

    @Test(
        "A1: a stored hash that asks for too much, or is none, is not computed",
        arguments: [
            "", "testApp123456", "$argon2id$v=19$m=1048577,t=2,p=1$c2FsdHNhbHQ$aGFzaA",
            "$argon2id$v=19$m=65536,t=11,p=1$c2FsdHNhbHQ$aGFzaA", "$argon2id$v=19$m=65536,t=2,p=17$c2FsdHNhbHQ$aGFzaA",
            "$argon2i$v=19$m=65536,t=3,p=1$c2FsdHNhbHQ$aGFzaA", "$argon2id$v=19$m=4294967295,t=1,p=1$c2FsdA$aGFzaA",
            "$argon2id$v=19$m=8,t=1,p=1$", "$argon2id$v=19$m=8,t=1,p=1$!!$!!",
        ])
    func unusable(text: String) {
        let hash = PasswordHash(encoded: Secret(text.utf8))
        #expect(throws: PasswordHash.Failure.unusable) { try hash.matches(password) }
    }

    @Test("A1: a cost keeps within what can be verified again")
    func costBounds() {
        #expect(PasswordHash.Cost(memory: 0, passes: 0) == .cheapest)
        #expect(PasswordHash.Cost(memory: .max, passes: .max) == .dearest)
    }
}

extension PasswordHash {
    fileprivate var text: String { encoded.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
}

import Accounts
import Cryptography
import Glibc
import ProgramTesting
import Testing

@testable import Vault

@Suite("The vault")
struct VaultTests {
    private static let digits = "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f"

    @Test("The vault: entries are kept by origin, in files of mode 0600 in a directory of mode 0700")
    func remember() throws {
        let fixture = try Fixture(filled: false)
        let directory = fixture.folder.file("a/b")
        let vault = try Vault(directory: directory)
        #expect(try vault.remember(.full, for: "one") == [])
        #expect(try vault.remember(.password("bob"), for: "two") == [])
        #expect(vault.entry(for: "one") == (.full, []))
        let again = try Vault(directory: directory)
        #expect(again.entry(for: "two") == (.password("bob"), []))
        #expect(again.entry(for: "three") == (nil, []))
        #expect(try mode(of: directory) == 0o700)
        for name in ["vault", "vault.key", "vault.lock"] { #expect(try mode(of: directory + "/" + name) == 0o600) }
    }

    @Test("The vault: reading, changing and forgetting make no file where there is none")
    func nothing() throws {
        let fixture = try Fixture(filled: false)
        let missing = try Vault(directory: fixture.folder.file("missing"))
        for vault in [fixture.vault, missing] {
            #expect(vault.entry(for: "one") == (nil, []))
            #expect(try vault.update("one") { $0.login = nil } == [])
            #expect(try vault.forget("one") == [])
        }
        #expect(try fixture.folder.names() == [])
    }

    @Test("The vault: a login takes the place of the one before")
    func replace() throws {
        let fixture = try Fixture()
        try fixture.vault.remember(.password("carol"), for: "one")
        #expect(fixture.vault.entry(for: "one") == (.password("carol"), []))
        #expect(fixture.vault.entry(for: "two") == (.password("bob"), []))
    }

    @Test("The vault: without 记住密码 the service's entry goes, account included, and no other")
    func forget() throws {
        let fixture = try Fixture()
        #expect(try fixture.vault.forget("one") == [])
        #expect(fixture.vault.entry(for: "one") == (nil, []))
        #expect(fixture.vault.entry(for: "two") == (.password("bob"), []))
        let bytes = try contents(of: fixture.vaultPath)
        #expect(!String(decoding: bytes, as: UTF8.self).contains("one"))
        try fixture.vault.forget("two")
        #expect(try fixture.folder.names() == ["vault.key", "vault.lock"])
    }

    @Test("H4, L11: a log-out keeps the account and the check box, and nothing else")
    func logOut() throws {
        let fixture = try Fixture()
        try fixture.vault.update("one") { $0.login = nil }
        let entry = fixture.vault.entry(for: "one").entry
        #expect(entry == Vault.Entry(account: "ada@example.com", logsInAutomatically: true))
        #expect(fixture.vault.entry(for: "two") == (.password("bob"), []))
    }

    @Test("A7: a token changes without anything else")
    func rotate() throws {
        let fixture = try Fixture()
        let token = Secret("next".utf8)
        try fixture.vault.update("one") { $0.login?.proof = .token(token) }
        var expected = Vault.Entry.full
        expected.login?.proof = .token(token)
        #expect(fixture.vault.entry(for: "one") == (expected, []))
    }

    @Test("What does not change is not written")
    func unchanged() throws {
        let fixture = try Fixture()
        let before = try contents(of: fixture.vaultPath)
        try fixture.vault.remember(.full, for: "one")
        try fixture.vault.update("one") { _ in }
        try fixture.vault.update("three") { $0.account = "x" }
        try fixture.vault.forget("three")
        #expect(try contents(of: fixture.vaultPath) == before)
    }

    @Test("The vault: nothing of an entry can be read in the files, and equal entries look different")
    func sealed() throws {
        let fixture = try Fixture(filled: false)
        for origin in ["one", "two"] { try fixture.vault.remember(.password("bob"), for: origin) }
        let bytes = try contents(of: fixture.vaultPath)
        #expect(!String(decoding: bytes, as: UTF8.self).contains("hunter22"))
        #expect(!String(decoding: bytes, as: UTF8.self).contains("bob"))
        guard case .intact(let file) = VaultFile.read(bytes) else {
            Issue.record("the vault is damaged")
            return
        }
        #expect(file.entries[0].box != file.entries[1].box)
    }

    @Test("The vault: an entry opens for its own origin only")
    func swapped() throws {
        let fixture = try Fixture()
        guard case .intact(var file) = VaultFile.read(try contents(of: fixture.vaultPath)) else {
            Issue.record("the vault is damaged")
            return
        }
        file.entries[0].origin = "three"
        try write(file.encoded, to: fixture.vaultPath)
        let found = fixture.vault.entry(for: "three")
        #expect(found.entry == nil)
        #expect(found.remarks == [.unusable(.vault, .damaged, setAside: fixture.vaultPath + ".set-aside-1")])
        #expect(fixture.vault.entry(for: "two") == (.password("bob"), []))
    }

    @Test("The vault: the environment's key takes the key file's place")
    func givenKey() throws {
        let fixture = try Fixture(filled: false)
        let key = Secret(Self.digits.utf8)
        let vault = try Vault(directory: fixture.folder.path, givenKey: key)
        try vault.remember(.full, for: "one")
        #expect(try fixture.folder.names() == ["vault", "vault.lock"])
        let again = try Vault(directory: fixture.folder.path, givenKey: Secret(Self.digits.uppercased().utf8))
        #expect(again.entry(for: "one") == (.full, []))
    }

    @Test("The vault: a key that is none is refused", arguments: ["", " ", "secret", String(digits.dropLast())])
    func malformedKey(text: String) throws {
        #expect(throws: Vault.Failure.keyMalformed) { try Vault(directory: "/nowhere", givenKey: Secret(text.utf8)) }
    }

    @Test("The vault: the key file has the form of the environment's key")
    func keyFile() throws {
        let fixture = try Fixture()
        let text = try contents(of: fixture.keyPath)
        #expect(text.count == 65 && text.last == UInt8(ascii: "\n"))
        #expect(SealingKey(hexadecimal: Secret(text)) != nil)
    }

    @Test("Entries larger than the vault may be are refused, and nothing changes")
    func tooLarge() throws {
        let fixture = try Fixture()
        var entry = Vault.Entry.full
        entry.login?.cookies = [Secret(count: VaultFile.limit) { _ in }]
        let names = try fixture.folder.names()
        #expect(throws: Vault.Failure.tooLarge) { try fixture.vault.remember(entry, for: "two") }
        #expect(fixture.vault.entry(for: "two") == (.password("bob"), []))
        #expect(try fixture.folder.names() == names)
    }
}

/// Compares what was found with what was expected.
func == (found: (entry: Vault.Entry?, remarks: [Vault.Remark]), expected: (Vault.Entry?, [Vault.Remark])) -> Bool {
    found.entry == expected.0 && found.remarks == expected.1
}

import Cryptography
import Glibc
import ProgramTesting
import Testing

@testable import Vault

@Suite("A vault that is not as it should be", .timeLimit(.minutes(5)))
struct BadFilesTests {
    private let fixture: Fixture
    private var vault: Vault { fixture.vault }

    init() throws {
        fixture = try Fixture()
    }

    private func setAside(_ file: Vault.File, _ flaw: Vault.Flaw, _ number: Int = 1) -> Vault.Remark {
        .unusable(file, flaw, setAside: vault.files.path(of: file) + ".set-aside-\(number)")
    }

    /// Logs in again, and expects that to be remembered without a remark from then on.
    private func expectRecovery(_ remarks: [Vault.Remark] = [], _ location: SourceLocation = #_sourceLocation) throws {
        #expect(try vault.remember(.password("carol"), for: "one") == remarks, sourceLocation: location)
        #expect(vault.entry(for: "one") == (.password("carol"), []), sourceLocation: location)
    }

    @Test("The vault: cut anywhere it is set aside, and the entries before the cut are kept")
    func cut() throws {
        let bytes = try contents(of: fixture.vaultPath)
        var kept: Set<String> = []
        for count in stride(from: 0, to: bytes.count, by: 6) {
            try write(Array(bytes[..<count]), to: fixture.vaultPath)
            let two = vault.entry(for: "two")
            #expect(two.entry == nil || two.entry == .password("bob"))
            #expect(two.remarks == [setAside(.vault, .damaged)])
            #expect(try contents(of: fixture.vaultPath + ".set-aside-1") == Array(bytes[..<count]))
            unlink(fixture.vaultPath + ".set-aside-1")
            let one = vault.entry(for: "one")
            #expect(one.entry == nil || one.entry == .full)
            #expect(one.remarks == [])
            if one.entry != nil { kept.insert("one") }
            if two.entry != nil { kept.insert("two") }
        }
        #expect(kept == ["one", "two"])
        try expectRecovery()
    }

    @Test("The vault: with a byte changed it is set aside, and what it gives is what was remembered")
    func changed() throws {
        let bytes = try contents(of: fixture.vaultPath)
        for index in stride(from: 0, to: bytes.count, by: 6) {
            var changed = bytes
            changed[index] ^= UInt8(1 << (index % 8))
            try write(changed, to: fixture.vaultPath)
            let found = vault.entry(for: "one")
            #expect(found.entry == nil || found.entry == .full)
            #expect(found.remarks == [setAside(.vault, .damaged)])
            unlink(fixture.vaultPath + ".set-aside-1")
            #expect(vault.entry(for: "one") == (found.entry, []))
            let two = vault.entry(for: "two").entry
            #expect(two == nil || two == .password("bob"))
            // One entry lies behind the other, so one change can only harm both by hiding where the second begins.
            #expect(found.entry != nil || two != nil || index < bytes.count / 2)
        }
        try expectRecovery()
    }

    @Test(
        "The vault: what never was one is set aside",
        arguments: [[], Array("My passwords\n".utf8), Array(repeating: 0, count: VaultFile.limit + 1)])
    func foreign(bytes: [UInt8]) throws {
        try write(bytes, to: fixture.vaultPath)
        #expect(vault.entry(for: "one") == (nil, [setAside(.vault, .damaged)]))
        #expect(vault.entry(for: "one") == (nil, []))
        #expect(try contents(of: fixture.vaultPath + ".set-aside-1") == bytes)
        try expectRecovery()
    }

    @Test("The vault: a login that meets damage says so too, and keeps the other services' entries")
    func damageAtLogin() throws {
        var bytes = try contents(of: fixture.vaultPath)
        bytes[bytes.count - 1] ^= 1
        try write(bytes, to: fixture.vaultPath)
        try expectRecovery([setAside(.vault, .damaged)])
        #expect(vault.entry(for: "two") == (.password("bob"), []))
    }

    @Test("The vault: a folder, a pipe and a link in its place are set aside", arguments: ["folder", "pipe", "link"])
    func notAFile(kind: String) throws {
        for file in [Vault.File.vault, .key] {
            let fixture = try Fixture()
            let path = fixture.vault.files.path(of: file)
            let target = fixture.folder.file("target")
            #expect(rename(path, target) == 0)
            switch kind {
            case "folder": mkdir(path, 0o700)
            case "pipe": mkfifo(path, 0o600)
            default: symlink(target, path)
            }
            var expected: [Vault.Remark] = [.unusable(file, .notAFile, setAside: path + ".set-aside-1")]
            if file == .key {
                expected.append(.unusable(.vault, .keyMissing, setAside: fixture.vaultPath + ".set-aside-1"))
            }
            #expect(fixture.vault.entry(for: "one") == (nil, expected))
            #expect(try fixture.vault.remember(.loggedOut, for: "one") == [])
            #expect(fixture.vault.entry(for: "one") == (.loggedOut, []))
            #expect(size(of: target) != nil)
        }
    }

    @Test("The vault: files that others could read are theirs no longer, and that is said once")
    func exposed() throws {
        chmod(fixture.vaultPath, 0o644)
        chmod(fixture.keyPath, 0o640)
        let remarks: [Vault.Remark] = [.exposed(.vault, isOver: true), .exposed(.key, isOver: true)]
        #expect(vault.entry(for: "one") == (.full, remarks))
        #expect(try mode(of: fixture.vaultPath) == 0o600)
        #expect(try mode(of: fixture.keyPath) == 0o600)
        #expect(vault.entry(for: "one") == (.full, []))
    }

    @Test("The vault: a file that others can write is not used, and stays until a login takes its place")
    func writableByOthers() throws {
        chmod(fixture.vaultPath, 0o666)
        for _ in 0..<2 {
            #expect(vault.entry(for: "one") == (nil, [.unusable(.vault, .writableByOthers, setAside: nil)]))
        }
        chmod(fixture.vaultPath, 0o600)
        #expect(vault.entry(for: "one") == (.full, []))
        chmod(fixture.vaultPath, 0o602)
        try expectRecovery([setAside(.vault, .writableByOthers)])
    }

    @Test("The vault: another user's files are not used", .enabled(if: geteuid() == 0, "needs root"))
    func otherOwner() throws {
        chown(fixture.keyPath, 65534, 65534)
        let remarks: [Vault.Remark] = [
            .unusable(.key, .otherOwner, setAside: nil), .unusable(.vault, .keyMissing, setAside: nil),
        ]
        #expect(vault.entry(for: "one") == (nil, remarks))
        chown(fixture.vaultPath, 65534, 65534)
        #expect(vault.entry(for: "one") == (nil, [.unusable(.vault, .otherOwner, setAside: nil)]))
        try expectRecovery([setAside(.vault, .otherOwner), setAside(.key, .otherOwner)])
    }

    @Test("The vault: one of a later version stays until a login takes its place")
    func tooNew() throws {
        let body = Array("VESTVLT".utf8) + [2]
        try write(body + body.withUnsafeBytes(Checksum.of), to: fixture.vaultPath)
        #expect(vault.entry(for: "one") == (nil, [.unusable(.vault, .tooNew, setAside: nil)]))
        try expectRecovery([setAside(.vault, .tooNew)])
    }

    @Test("The vault: without its key file, or with another one, it is set aside")
    func otherKeyFile() throws {
        unlink(fixture.keyPath)
        #expect(vault.entry(for: "one") == (nil, [setAside(.vault, .keyMissing)]))
        try expectRecovery()
        let other = try Fixture()
        try write(try contents(of: other.keyPath), to: fixture.keyPath)
        #expect(vault.entry(for: "one") == (nil, [setAside(.vault, .keyMissing, 2)]))
        try expectRecovery()
    }

    @Test("The vault: a damaged key file is set aside with the vault, and a login makes a new one")
    func damagedKeyFile() throws {
        let broken: [[UInt8]] = [[], [0x30], Array(repeating: 0x67, count: 65), Array(repeating: 0, count: 5000)]
        for (round, bytes) in broken.enumerated() {
            try write(bytes, to: fixture.keyPath)
            let remarks = [setAside(.key, .damaged, round + 1), setAside(.vault, .keyMissing, round + 1)]
            #expect(vault.entry(for: "one") == (nil, remarks))
            try expectRecovery()
        }
    }

    @Test("The vault: one sealed under the environment's key stays until a login without that key")
    func environmentKeyMissing() throws {
        func vault(_ digit: Character) throws -> Vault {
            let key = Secret(String(repeating: digit, count: 64).utf8)
            return try Vault(directory: fixture.folder.path, givenKey: key)
        }
        let remarks: [Vault.Remark] = [.unusable(.vault, .keyMissing, setAside: nil)]
        // Another process may still read it with the key file.
        #expect(try vault("1").entry(for: "one") == (nil, remarks))
        #expect(self.vault.entry(for: "one") == (.full, []))
        #expect(try vault("1").remember(.password("dave"), for: "one") == [setAside(.vault, .keyMissing)])
        #expect(try vault("1").entry(for: "one") == (.password("dave"), []))
        #expect(try vault("2").entry(for: "one") == (nil, remarks))
        #expect(self.vault.entry(for: "one") == (nil, remarks))
        // A key file that is damaged goes, but the vault was never sealed under it.
        try write([], to: fixture.keyPath)
        #expect(self.vault.entry(for: "one") == (nil, [setAside(.key, .damaged), remarks[0]]))
        #expect(try vault("1").entry(for: "one") == (.password("dave"), []))
        try expectRecovery([setAside(.vault, .keyMissing, 2)])
    }
}

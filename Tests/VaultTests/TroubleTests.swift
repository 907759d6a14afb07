import Glibc
import ProgramTesting
import Testing

@testable import Vault

@Suite("A vault in trouble", .timeLimit(.minutes(5)))
struct TroubleTests {
    @Test("The vault: kill -9 at any moment leaves the last entry that was safe, or the one after it")
    func killed() throws {
        let fixture = try Fixture(filled: false)
        try fixture.vault.remember(.full, for: "other")
        for round in 0..<15 {
            let probe = try Companion("VaultProbe", "remember", fixture.folder.path, "one", "100000")
            var safe = -1
            // Each round at another point of the program, as far as a test can have a hand in that.
            for _ in 0..<(round % 5) * 7 { safe = try #require(probe.readLine().flatMap { Int($0) }) }
            probe.kill()
            while let line = probe.readLine() { safe = try #require(Int(line)) }
            let (entry, remarks) = fixture.vault.entry(for: "one")
            let last = try #require(entry.map { Int($0.account) } ?? -1)
            // The round before it left the entry that stands until the first of this one.
            if safe >= 0 { #expect(last == safe || last == safe + 1) }
            #expect(entry.map { Int($0.login?.user.account ?? "") == last } ?? true)
            #expect(remarks == [])
            #expect(fixture.vault.entry(for: "other") == (.full, []))
        }
        try fixture.vault.remember(.full, for: "one")
        #expect(try fixture.folder.names() == ["vault", "vault.key", "vault.lock"])
    }

    @Test("The vault: kill -9 while the first vault and its key are made leaves both or neither")
    func killedAtFirst() throws {
        for round in 0..<15 {
            let fixture = try Fixture(filled: false)
            let probe = try Companion("VaultProbe", "remember", fixture.folder.path, "one", "1")
            // At once, or as soon as there is the lock, the key, the vault.
            let deadline = ContinuousClock.now + .seconds(10)
            while try fixture.folder.names().count < round % 4, ContinuousClock.now < deadline {}
            probe.kill()
            let isSafe = probe.readLine() != nil
            let found = fixture.vault.entry(for: "one")
            #expect(found.remarks == [])
            #expect(!isSafe || found.entry?.account == "0")
            #expect(try fixture.vault.remember(.full, for: "one") == [])
            #expect(fixture.vault.entry(for: "one") == (.full, []))
        }
    }

    @Test("The vault: two processes that remember at once lose nothing")
    func twoProcesses() throws {
        let fixture = try Fixture(filled: false)
        let vault = try Vault(directory: fixture.folder.path, patience: 60_000)
        let probe = try Companion("VaultProbe", "remember", fixture.folder.path, "theirs", "50")
        for number in 0..<50 {
            try vault.remember(.password("own\(number)"), for: "own\(number)")
            let found = vault.entry(for: "theirs")
            #expect(found.remarks == [])
        }
        while probe.readLine() != nil {}
        #expect(vault.entry(for: "theirs").entry?.account == "49")
        for number in 0..<50 { #expect(vault.entry(for: "own\(number)") == (.password("own\(number)"), [])) }
    }

    @Test("The vault: a process that stopped while it held the lock is waited for, then the change is refused")
    func locked() throws {
        let fixture = try Fixture()
        let probe = try Companion("VaultProbe", "hold", fixture.folder.path)
        #expect(probe.readLine() == "holding")
        #expect(throws: Vault.Failure.locked) { try fixture.vault.remember(.loggedOut, for: "one") }
        #expect(throws: Vault.Failure.locked) { try fixture.vault.update("one") { $0.login = nil } }
        #expect(throws: Vault.Failure.locked) { try fixture.vault.forget("one") }
        #expect(fixture.vault.entry(for: "one") == (.full, []))
        try write([], to: fixture.vaultPath)
        // Reading waits for nobody, and without the lock nothing is set aside.
        #expect(fixture.vault.entry(for: "one") == (nil, [.unusable(.vault, .damaged, setAside: nil)]))
        probe.kill()
        let remarks: [Vault.Remark] = [.unusable(.vault, .damaged, setAside: fixture.vaultPath + ".set-aside-1")]
        #expect(fixture.vault.entry(for: "one") == (nil, remarks))
    }

    @Test("A7: one program at a time has the turn; the next gets it when it goes, and nobody waits for ever")
    func turn() throws {
        let fixture = try Fixture()
        var turn = fixture.vault.takeTurn()
        #expect(turn != nil && fixture.vault.takeTurn() == nil)
        // It is no change of the vault.
        try fixture.vault.remember(.loggedOut, for: "one")
        turn = nil
        #expect(turn == nil && fixture.vault.takeTurn() != nil)
        #expect(try Vault(directory: fixture.folder.file("none"), patience: 50).takeTurn() == nil)
    }

    @Test("The vault: a full disk refuses the change and keeps what was", .enabled(if: geteuid() == 0, "needs root"))
    func fullDisk() throws {
        let folder = try TemporaryFolder()
        try #require(mount("tmpfs", folder.path, "tmpfs", 0, "size=64k") == 0, "no tmpfs can be mounted here")
        defer { umount2(folder.path, Int32(MNT_DETACH)) }
        let vault = try Vault(directory: folder.path)
        try vault.remember(.full, for: "one")
        #expect(throws: (any Error).self) { try write(Array(repeating: 0, count: 1 << 20), to: folder.file("filler")) }
        #expect(throws: Vault.Failure.full) { try vault.remember(.password("bob"), for: "two") }
        #expect(throws: Vault.Failure.full) { try vault.update("one") { $0.login = nil } }
        #expect(vault.entry(for: "one") == (.full, []))
        #expect(vault.entry(for: "two") == (nil, []))
        #expect(try folder.names() == ["filler", "vault", "vault.key", "vault.lock"])
        // What is damaged is set aside only when the new one is safe.
        chmod(folder.file("vault"), 0o602)
        #expect(throws: Vault.Failure.full) { try vault.remember(.password("bob"), for: "two") }
        #expect(try folder.names() == ["filler", "vault", "vault.key", "vault.lock"])
        chmod(folder.file("vault"), 0o600)
        // Forgetting needs no room.
        #expect(try vault.forget("one") == [])
        #expect(vault.entry(for: "one") == (nil, []))
        unlink(folder.file("filler"))
        try vault.remember(.password("bob"), for: "two")
        #expect(vault.entry(for: "two") == (.password("bob"), []))
    }

    @Test(
        "The vault: on a disk that is read-only it can be read, and says that it cannot be changed",
        .enabled(if: geteuid() == 0, "needs root"))
    func readOnlyDisk() throws {
        let folder = try TemporaryFolder()
        try #require(mount("tmpfs", folder.path, "tmpfs", 0, "size=64k") == 0, "no tmpfs can be mounted here")
        defer { umount2(folder.path, Int32(MNT_DETACH)) }
        let vault = try Vault(directory: folder.path)
        try vault.remember(.full, for: "one")
        chmod(folder.file("vault"), 0o644)
        // Busy while a child that another test starts has copies of descriptors, up to its exec.
        let end = ContinuousClock.now + .seconds(60)
        while mount("tmpfs", folder.path, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) != 0 {
            try #require(errno == EBUSY && ContinuousClock.now < end)
            sched_yield()
        }
        #expect(vault.entry(for: "one") == (.full, [.exposed(.vault, isOver: false)]))
        #expect(throws: Vault.Failure.readOnly) { try vault.remember(.loggedOut, for: "one") }
        #expect(throws: Vault.Failure.readOnly) { try vault.forget("one") }
        let other = try Vault(directory: folder.path, givenKey: nil)
        #expect(other.entry(for: "one").entry == .full)
    }

    @Test(
        "The vault: a directory that may not be written is said so",
        .enabled(if: geteuid() != 0, "root may write everywhere"))
    func readOnlyDirectory() throws {
        let fixture = try Fixture()
        chmod(fixture.folder.path, 0o500)
        defer { chmod(fixture.folder.path, 0o700) }
        #expect(fixture.vault.entry(for: "one") == (.full, []))
        #expect(throws: Vault.Failure.readOnly) { try fixture.vault.remember(.loggedOut, for: "one") }
        try write([], to: fixture.vaultPath)
        #expect(fixture.vault.entry(for: "one") == (nil, [.unusable(.vault, .damaged, setAside: nil)]))
    }

    @Test("The vault: a file in the directory's place holds nothing, and a login says that it cannot be kept")
    func fileInPlaceOfDirectory() throws {
        let folder = try TemporaryFolder()
        try write([], to: folder.file("file"))
        let vault = try Vault(directory: folder.file("file"))
        #expect(vault.entry(for: "one") == (nil, []))
        #expect(try vault.forget("one") == [])
        #expect(throws: Vault.Failure.unavailable(ENOTDIR)) { try vault.remember(.full, for: "one") }
    }

    @Test("The vault: folders where the lock and the next vault should be are said so")
    func foldersInTheWay() throws {
        let fixture = try Fixture()
        mkdir(fixture.vaultPath + ".new", 0o700)
        #expect(throws: Vault.Failure.unavailable(EEXIST)) { try fixture.vault.remember(.loggedOut, for: "one") }
        rmdir(fixture.vaultPath + ".new")
        unlink(fixture.folder.file("vault.lock"))
        mkdir(fixture.folder.file("vault.lock"), 0o700)
        #expect(throws: Vault.Failure.unavailable(EISDIR)) { try fixture.vault.remember(.loggedOut, for: "one") }
        #expect(fixture.vault.entry(for: "one") == (.full, []))
    }
}

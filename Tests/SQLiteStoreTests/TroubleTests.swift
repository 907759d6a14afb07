import AccountEngine
import Accounts
import Cryptography
import Glibc
import ProgramTesting
import Testing
import ZxcvbnEstimator

@testable import SQLiteStore

@Suite("A store in trouble", .timeLimit(.minutes(10)))
struct TroubleTests {
    private let folder: TemporaryFolder
    private let password = Secret("k3jf9XqLw2".utf8)

    init() throws {
        folder = try TemporaryFolder()
    }

    private func engine(_ store: SQLiteStore) -> AccountEngine {
        AccountEngine(store: store, estimator: ZxcvbnEstimator(), hasher: Argon2Hasher(cost: .cheapest))
    }

    private func register(_ name: String, at engine: AccountEngine) async throws -> String? {
        let registration = try Registration(
            name: AccountName(name), password: password, repeated: password, isWeak: false, policy: .standard)
        return try await engine.register(registration, from: .localUser(id: 1)).user.id
    }

    private func logIn(_ name: String, at engine: AccountEngine) async throws -> String? {
        let credentials = try Credentials(account: name, password: password, policy: .standard)
        return try await engine.logIn(credentials, from: .localUser(id: 1)).user.id
    }

    @Test("A10: kill -9 loses nothing acknowledged", arguments: [1, 40, 400])
    func killed(count: Int) async throws {
        var acknowledged: [(name: String, id: String)] = []
        for round in 0..<2 {
            let probe = try Companion("StoreProbe", "register", folder.file(), "r\(round)n")
            func read() -> Bool {
                guard let words = probe.readLine()?.split(separator: " "), words.count == 2 else { return false }
                acknowledged.append(("r\(round)n\(words[0])", String(words[1])))
                return true
            }
            for _ in 0..<count { #expect(read()) }
            probe.kill()
            while read() {}
        }
        #expect(acknowledged.count >= 2 * count)
        let engine = engine(try SQLiteStore(path: folder.file()))
        for (name, id) in acknowledged { #expect(try await logIn(name, at: engine) == id) }
        let check = try Database(path: folder.file()).statement("PRAGMA integrity_check").first { $0.text(0) }
        #expect(check == "ok")
    }

    @Test("H3, A10: kill -9 during a change of password leaves the old or the new one, and what was acknowledged holds")
    func killedWhileChanging() async throws {
        for round in 0..<8 {
            let folder = try TemporaryFolder()
            let probe = try Companion("StoreProbe", "change", folder.file())
            var acknowledged = -1
            // Each round a little further into a change, which takes a few milliseconds.
            while acknowledged < 2 { acknowledged = try #require(probe.readLine().flatMap { Int($0) }) }
            usleep(UInt32(round) * 750)
            probe.kill()
            while let line = probe.readLine() { acknowledged = try #require(Int(line)) }
            let engine = engine(try SQLiteStore(path: folder.file()))
            var good: [Int] = []
            for number in acknowledged - 1...acknowledged + 1 {
                let credentials = try Credentials(
                    account: "ada", password: Secret("k3jf9XqLw2-\(number)".utf8), policy: .standard)
                // Another peer each, so that no failure leads to a lock; fewer than lead to a challenge.
                let session = try? await engine.logIn(credentials, from: .localUser(id: UInt32(number)))
                if session != nil { good.append(number) }
            }
            #expect(good == [acknowledged] || good == [acknowledged + 1], "round \(round)")
        }
    }

    @Test("A7, A10: kill -9 while a session is resumed again and again loses no session", arguments: [1, 100])
    func killedResuming(count: Int) async throws {
        let probe = try Companion("StoreProbe", "resume", folder.file())
        let written = try #require(probe.readLine())
        let token = Secret(written.split(separator: " ").compactMap { UInt8($0) })
        #expect(token.count == 64)
        for _ in 0..<count { #expect(probe.readLine() != nil) }
        probe.kill()
        let engine = AccountEngine(store: try SQLiteStore(path: folder.file()), estimator: ZxcvbnEstimator())
        let session = try await engine.resume(token, from: .localUser(id: 1))
        #expect(session.user.account == "ada")
        _ = try await engine.notices(with: try #require(session.token), from: .localUser(id: 1))
        _ = try await engine.notices(with: token, from: .localUser(id: 1))
    }

    @Test("A10: two processes write in turn and lose nothing")
    func twoProcesses() async throws {
        let engine = engine(try SQLiteStore(path: folder.file()))
        let probe = try Companion("StoreProbe", "register", folder.file(), "other")
        for number in 0..<200 {
            #expect(try await register("own\(number)", at: engine) != nil)
            #expect(probe.readLine() != nil)
        }
        probe.kill()
        for number in 0..<200 {
            #expect(try await logIn("own\(number)", at: engine) != nil)
            #expect(try await logIn("other\(number)", at: engine) != nil)
        }
    }

    @Test("A10: a transaction of another process is waited for, then refused; afterwards all is well")
    func lockedByProcess() async throws {
        let engine = engine(try SQLiteStore(path: folder.file(), patience: 50))
        _ = try await register("ada", at: engine)
        let probe = try Companion("StoreProbe", "hold", folder.file())
        #expect(probe.readLine() == "holding")
        await #expect(throws: ServiceError.trouble(.storeLocked)) { try await logIn("ada", at: engine) }
        _ = try SQLiteStore(path: folder.file(), patience: 50)
        probe.kill()
        _ = try await logIn("ada", at: engine)
    }

    @Test("A10: a program that does not know our lock is waited for, then refused")
    func lockedBySQLite() async throws {
        let engine = engine(try SQLiteStore(path: folder.file(), patience: 50))
        _ = try await register("ada", at: engine)
        let other = try Database(path: folder.file())
        try other.execute("BEGIN IMMEDIATE")
        await #expect(throws: ServiceError.trouble(.storeLocked)) { try await logIn("ada", at: engine) }
        try other.execute("COMMIT")
        _ = try await logIn("ada", at: engine)
    }

    @Test(
        "A10: a full disk refuses, loses nothing, and is over when there is room",
        .enabled(if: geteuid() == 0, "needs root"))
    func fullDisk() async throws {
        let disk = folder.file("disk")
        mkdir(disk, 0o700)
        try #require(mount("tmpfs", disk, "tmpfs", 0, "size=512k") == 0, "no tmpfs can be mounted here")
        defer { umount2(disk, Int32(MNT_DETACH)) }
        let store = try SQLiteStore(path: disk + "/accounts.sqlite")
        let engine = engine(store)
        var names: [String] = []
        var trouble: ServiceError?
        while trouble == nil {
            let name = "user\(names.count)"
            do {
                _ = try await register(name, at: engine)
                names.append(name)
            } catch {
                trouble = error as? ServiceError
            }
            try #require(names.count < 10_000)
        }
        #expect(trouble == .trouble(.storeFull))
        #expect(!names.isEmpty)
        // A login writes less than a registration, so some may still find room.
        await #expect(throws: ServiceError.trouble(.storeFull)) {
            for _ in 0..<1000 { _ = try await logIn("user0", at: engine) }
        }

        let name = try #require(AccountName("somebody"))
        let error = await #expect(throws: StoreError(.storeFull)) {
            for number in 0..<10_000 {
                try await store.write { store throws(StoreError) in
                    try store.record(
                        Attempt(
                            time: Timestamp(seconds: Int64(number) * 60), account: nil, kind: .logIn, outcome: .unknown,
                            peer: name.key))
                }
            }
        }
        #expect(
            error?.detail.wholeMatch(of: /SQLite [0-9]+(, errno [0-9]+)?: [a-zI\/O ]+/) != nil, "\(error?.detail ?? "")"
        )

        try #require(mount("tmpfs", disk, "tmpfs", UInt(MS_REMOUNT), "size=64m") == 0)
        for name in names { #expect(try await logIn(name, at: engine) != nil) }
        await store.close()
    }

    @Test("A10: a disk with no room for a new store is said so", .enabled(if: geteuid() == 0, "needs root"))
    func fullDiskAtOpening() throws {
        let disk = folder.file("disk")
        mkdir(disk, 0o700)
        try #require(mount("tmpfs", disk, "tmpfs", 0, "size=8k") == 0, "no tmpfs can be mounted here")
        defer { umount2(disk, Int32(MNT_DETACH)) }
        let fault = #expect(throws: StoreOpenError.self) { try SQLiteStore(path: disk + "/accounts.sqlite") }
        #expect(fault?.trouble == .storeFull)
    }

    @Test("A10: the log is moved into the file as it grows, and emptied at the end")
    func checkpoints() async throws {
        let store = try SQLiteStore(path: folder.file())
        let engine = engine(store)
        for number in 0..<600 { _ = try await register("user\(number)", at: engine) }
        let log = try #require(size(of: folder.file() + "-wal"))
        #expect(log < 6 << 20)
        await store.close()
        #expect(size(of: folder.file() + "-wal") == 0)
        await #expect(throws: ServiceError.trouble(.storeUnavailable)) { try await logIn("user0", at: engine) }
        let reopened = self.engine(try SQLiteStore(path: folder.file()))
        #expect(try await logIn("user599", at: reopened) != nil)
    }

    @Test("A9: in a shared commit each write stands or falls by itself")
    func groupCommit() async throws {
        let store = try SQLiteStore(path: folder.file())
        let names = (0..<100).compactMap { AccountName("user\($0)") }
        await withTaskGroup(of: Void.self) { group in
            for (number, name) in names.enumerated() {
                group.addTask {
                    try? await store.write { store throws(StoreError) in
                        let hash = PasswordHash(encoded: Secret())
                        _ = try store.insert(
                            NewAccount(names: [name], passwordHash: hash, creation: Timestamp(seconds: 0)))
                        if number % 3 == 0 { throw StoreError(.storeFailed) }
                    }
                }
            }
        }
        for (number, name) in names.enumerated() {
            let account = try await store.read { store throws(StoreError) in try store.account(named: name) }
            #expect((account == nil) == (number % 3 == 0))
        }
    }
}

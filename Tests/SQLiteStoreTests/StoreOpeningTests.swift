import AccountEngine
import Accounts
import Cryptography
import Glibc
import PrivateFiles
import ProgramTesting
import Testing
import ZxcvbnEstimator

@testable import SQLiteStore

@Suite("Opening a store")
struct StoreOpeningTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func fault(_ path: String) -> StoreOpenError? {
        do throws(StoreOpenError) { _ = try SQLiteStore(path: path, patience: 50) } catch { return error }
        return nil
    }

    private func version(_ path: String) throws -> Int64? {
        try Database(path: path).statement("PRAGMA user_version").first { $0.integer(0) }
    }

    @Test("A10: a new store gets private files and folders, whatever the umask is", arguments: ["0", "22", "777"])
    func modes(umask: String) throws {
        let path = folder.file("a/b/accounts.sqlite")
        let probe = try Companion("StoreProbe", "open", path, String(getuid()), umask)
        #expect(probe.readLine() == "opened")
        for name in ["a", "a/b"] { #expect(try mode(of: folder.file(name)) == 0o700) }
        for suffix in ["", ".lock", "-wal", "-shm"] { #expect(try mode(of: path + suffix) == 0o600) }
    }

    @Test("A10: an empty file becomes a store, and is the same store the next time")
    func emptyFile() async throws {
        try write([], to: folder.file())
        for _ in 0..<2 { _ = try SQLiteStore(path: folder.file()) }
        #expect(try version(folder.file()) == Int64(Migration.latestVersion))
    }

    @Test("A10: a store that is not opened yet refuses all calls, and its file is there already")
    func unopened() async throws {
        let store = try SQLiteStore(unopened: folder.file())
        #expect(access(folder.file(), F_OK) == 0)
        await #expect(throws: StoreError(.storeUnavailable)) { try await store.check() }
        await #expect(throws: StoreError(.storeUnavailable)) {
            try await store.write { store throws(StoreError) in try store.hashKey().count }
        }
        try store.open()
        try await store.check()
    }

    @Test("A10: settings that durability rests on")
    func settings() throws {
        let opening = StoreOpening(path: folder.file(), cacheSize: 2048)
        try opening.createFile()
        let database = try opening.open(FileLock(path: folder.file("lock")), until: Deadline(milliseconds: 50))
        func value(_ pragma: String) throws -> String? {
            try database.statement("PRAGMA \(pragma)").first { $0.text(0) }
        }
        #expect(try value("journal_mode") == "wal")
        #expect(try value("synchronous") == "2")
        #expect(try value("foreign_keys") == "1")
        #expect(try value("application_id") == "1449489268")
        #expect(try value("wal_autocheckpoint") == "0")
    }

    @Test("A10: a store of a later version is left alone")
    func newer() throws {
        _ = try SQLiteStore(path: folder.file())
        try Database(path: folder.file()).execute("PRAGMA user_version = 99")
        let fault = fault(folder.file())
        #expect(fault?.trouble == .storeTooNew)
        #expect(fault?.message.contains("schema 99") == true)
        #expect(try version(folder.file()) == 99)
    }

    @Test("A10: a migration that fails leaves the store as it was")
    func failedMigration() throws {
        try write([], to: folder.file())
        let database = try Database(path: folder.file())
        try database.execute("BEGIN EXCLUSIVE")
        #expect(fault(folder.file())?.trouble == .storeLocked)
        try database.execute("COMMIT")
        #expect(try version(folder.file()) == 0)
        #expect(fault(folder.file()) == nil)
    }

    @Test("A10: another program's database is not touched")
    func foreign() throws {
        try write([], to: folder.file())
        try Database(path: folder.file()).execute("CREATE TABLE note (text)")
        #expect(fault(folder.file())?.trouble == .storeDamaged)
        #expect(try version(folder.file()) == 0)
    }

    @Test("A10: a damaged file is said to be damaged", arguments: ["random", "header", "text", "zeros"])
    func damaged(how: String) throws {
        let header = Array("SQLite format 3\0".utf8)
        let bytes: [UInt8] =
            switch how {
            case "random": (0..<8192).map { _ in UInt8.random(in: 0...255) }
            case "header": header + Array(repeating: 0, count: 10)
            case "text": Array("My passwords\n".utf8)
            default: Array(repeating: 0, count: 4096)
            }
        try write(bytes, to: folder.file())
        let fault = fault(folder.file())
        #expect(fault?.trouble == .storeDamaged)
        #expect(fault?.message.contains(folder.file()) == true)
        #expect(size(of: folder.file()) == bytes.count)
    }

    @Test("A10: a damaged page refuses the call that meets it")
    func damagedPage() async throws {
        let store = try SQLiteStore(path: folder.file())
        let engine = AccountEngine(store: store, estimator: ZxcvbnEstimator(), hasher: Argon2Hasher(cost: .cheapest))
        let password = Secret("k3jf9XqLw2".utf8)
        let registration = try Registration(
            name: AccountName("ada"), password: password, repeated: password, isWeak: false, policy: .standard)
        _ = try await engine.register(registration, from: .localUser(id: 1))
        await store.close()
        let pages = try Database(path: folder.file())
            .statement("SELECT rootpage FROM sqlite_schema WHERE tbl_name = 'account'").all { $0.integer(0) }
        let descriptor = open(folder.file(), O_WRONLY)
        defer { close(descriptor) }
        let garbage = [UInt8](repeating: 0xA5, count: 4096)
        for page in pages { #expect(pwrite(descriptor, garbage, 4096, (Int(page) - 1) * 4096) == 4096) }

        let damaged = AccountEngine(store: try SQLiteStore(path: folder.file()), estimator: ZxcvbnEstimator())
        let credentials = try Credentials(account: "ada", password: password, policy: .standard)
        await #expect(throws: ServiceError.trouble(.storeDamaged)) {
            try await damaged.logIn(credentials, from: .localUser(id: 1))
        }
    }

    @Test("A10: a folder in place of the file, and a file in place of the folder, are said so")
    func unavailable() throws {
        mkdir(folder.file(), 0o700)
        #expect(fault(folder.file())?.trouble == .storeUnavailable)
        try write([], to: folder.file("file"))
        let fault = fault(folder.file("file/accounts.sqlite"))
        #expect(fault?.trouble == .storeUnavailable)
        #expect(fault?.message.contains("Not a directory") == true)
    }

    @Test("A10: files and folders that cannot be written are said so", .enabled(if: geteuid() == 0, "needs root"))
    func readOnly() throws {
        // Root may write everything, so the probe opens the store as somebody else.
        chmod(folder.path, 0o755)
        let path = folder.file("store/accounts.sqlite")
        _ = try SQLiteStore(path: path)
        let nobody = "65534"
        func open(_ path: String) throws -> String? {
            try Companion("StoreProbe", "open", path, nobody, "22").readLine()
        }

        chmod(folder.file("store"), 0o755)
        #expect(try open(path)?.contains("read-only") == true)
        chmod(path, 0o644)
        chmod(path + ".lock", 0o666)
        #expect(try open(path)?.contains("read-only") == true)
        chmod(folder.file("store"), 0o700)
        let closed = "this user cannot enter the folder \(folder.file("store"));"
        #expect(try open(path)?.contains(closed) == true)
        #expect(try open(folder.file("store/deeper/accounts.sqlite"))?.contains(closed) == true)
        #expect(try open(folder.file("new/accounts.sqlite"))?.contains("read-only") == true)
    }

    @Test(
        "A10: a store that others could replace, change, or have put there is refused",
        .enabled(if: geteuid() == 0, "needs root"))
    func exposed() throws {
        chmod(folder.path, 0o755)
        let path = folder.file("store/accounts.sqlite")
        _ = try SQLiteStore(path: path)
        let (nobody, daemon): (uid_t, uid_t) = (65534, 1)
        func open(folder mode: mode_t, file fileMode: mode_t, of owner: uid_t, by user: uid_t) throws -> String? {
            chmod(folder.file("store"), mode)
            for suffix in ["", "-wal", "-shm", ".lock"] {
                chmod(path + suffix, fileMode)
                chown(path + suffix, owner, 0)
            }
            chown(folder.file("store"), owner, 0)
            return try Companion("StoreProbe", "open", path, "\(user)", "22").readLine()
        }

        let replaceable = "others can write the account store's folder \(folder.file("store"));"
        let foreign = "the account store \(path) is another user's, or others can write it;"
        #expect(try open(folder: 0o700, file: 0o600, of: nobody, by: nobody) == "opened")
        #expect(try open(folder: 0o1777, file: 0o600, of: nobody, by: nobody) == "opened")
        for mode in [0o777, 0o770] as [mode_t] {
            #expect(try open(folder: mode, file: 0o600, of: nobody, by: nobody)?.contains(replaceable) == true)
        }
        for mode in [0o666, 0o620] as [mode_t] {
            #expect(try open(folder: 0o755, file: mode, of: nobody, by: nobody)?.contains(foreign) == true)
        }
        #expect(try open(folder: 0o1777, file: 0o600, of: daemon, by: nobody)?.contains(foreign) == true)
        #expect(try open(folder: 0o755, file: 0o600, of: daemon, by: nobody)?.contains(foreign) == true)
        // An administrator looks after a service's accounts.
        #expect(try open(folder: 0o700, file: 0o600, of: daemon, by: 0) == "opened")
    }
}

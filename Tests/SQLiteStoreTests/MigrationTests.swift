import AccountEngine
import Accounts
import Cryptography
import ProgramTesting
import Testing
import ZxcvbnEstimator

@testable import SQLiteStore

@Suite("Migrations")
struct MigrationTests {
    @Test("A7, A10: sessions of an older store go on, each under a name of its account")
    func sessions() async throws {
        let folder = try TemporaryFolder()
        try write([], to: folder.file())
        let start: Int64 = 1_767_225_600
        let tokens = (1...3).map { Randomness.seeded($0).makeToken() }
        do {
            let database = try Database(path: folder.file())
            for migration in Migration.all where migration.version < Migration.sessions.version {
                try database.execute(migration.sql)
            }
            try database.execute(
                """
                PRAGMA application_id = 1449489268;
                PRAGMA user_version = \(Migration.sessions.version - 1);
                INSERT INTO account (telephone, email_address, user_name, password_hash, created_at) VALUES
                    ('13542138562', NULL, 'ada', 'h', 0), ('13542138563', 'eve@example.com', NULL, 'h', 0);
                """)
            for (token, account) in zip(tokens, [1, 2, 1] as [Int64]) {
                try database.statement("INSERT INTO session VALUES (?, ?, ?, ?, 1800, 36000, 'uid:1')").run(
                    .blob(TokenDigest(of: token).bytes), .integer(account), .integer(start), .integer(start + 10))
            }
        }
        let engine = AccountEngine(
            store: try SQLiteStore(path: folder.file()), estimator: ZxcvbnEstimator(),
            clock: { Timestamp(seconds: start + 20) })
        let names = ["ada", "eve@example.com", "ada"]
        for (token, name) in zip(tokens, names) {
            let list = try await engine.sessions(with: token, from: .localUser(id: 1))
            #expect(list.count == (name == "ada" ? 2 : 1))
            #expect(list.allSatisfy { $0.start.seconds == start && $0.peer == "uid:1" })
            #expect(try await engine.resume(token, from: .localUser(id: 1)).user.account == name)
        }
        let check = try Database(path: folder.file()).statement("PRAGMA foreign_key_check").first { $0.text(0) }
        #expect(check == nil)
    }

    @Test("A10: a migration that fails halfway leaves the store at the version it had, says so, and can run later")
    func failure() async throws {
        let folder = try TemporaryFolder()
        try write([], to: folder.file())
        func database() throws -> Database { try Database(path: folder.file()) }
        func number(_ sql: String) throws -> Int64? { try database().statement(sql).first { $0.integer(0) } }
        try database().execute(
            """
            \(Migration.all[0].sql)
            PRAGMA application_id = 1449489268;
            PRAGMA user_version = 1;
            INSERT INTO account (user_name, password_hash, created_at) VALUES ('ada', 'h', 0);
            -- In the way of the second step, most of which has run by then.
            CREATE TABLE captcha (id INTEGER);
            """)
        let error = #expect(throws: StoreOpenError.self) { try SQLiteStore(path: folder.file()) }
        #expect(error?.message.contains(folder.file()) == true && error?.message.contains("captcha") == true)
        #expect(try number("PRAGMA user_version") == 1)
        #expect(try number("SELECT count(*) FROM sqlite_schema WHERE name IN ('failure', 'lease', 'hash_key')") == 0)
        #expect(try number("SELECT count(*) FROM account WHERE user_name = 'ada'") == 1)
        #expect(try database().statement("PRAGMA integrity_check").first { $0.text(0) } == "ok")

        try database().execute("DROP TABLE captcha")
        let store = try SQLiteStore(path: folder.file())
        let name = try #require(AccountName("ada"))
        #expect(try await store.read { store throws(StoreError) in try store.account(named: name) } != nil)
        #expect(try number("PRAGMA user_version") == Int64(Migration.latestVersion))
    }

    @Test("A10: a store of version 1 keeps its accounts and gets a key")
    func migration() async throws {
        let folder = try TemporaryFolder()
        try write([], to: folder.file())
        let database = try Database(path: folder.file())
        try database.execute(
            """
            PRAGMA journal_mode = WAL; BEGIN; \(Migration.all[0].sql)
            INSERT INTO account (telephone, user_name, password_hash, created_at) VALUES ('13542138562', 'ada', 'x', 0);
            PRAGMA application_id = 1449489268; PRAGMA user_version = 1; COMMIT
            """)
        let store = try SQLiteStore(path: folder.file())
        let name = try #require(AccountName("ada"))
        let (account, addresses, key) = try await store.read { store throws(StoreError) in
            let account = try store.account(named: name)
            return (account, try store.addresses(of: AccountID(number: 1)), try store.hashKey())
        }
        #expect(account?.id == AccountID(number: 1))
        #expect(addresses.map(\.key) == ["13542138562"])
        let record = try await store.read { store throws(StoreError) in try store.records(after: nil, limit: 9) }.first
        #expect(record?.names == [.telephone: "13542138562", .normalName: "ada"])
        #expect(record?.resetSince == nil)
        #expect(key.count == 32)
    }
}

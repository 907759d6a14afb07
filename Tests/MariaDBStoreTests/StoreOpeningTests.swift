import AccountEngine
import Accounts
import Cryptography
import MariaDBTesting
import Testing

@testable import MariaDBStore

@Suite("Opening a store on MariaDB", .timeLimit(.minutes(5)))
struct StoreOpeningTests {
    private let server: MariaDBServer

    init() async throws {
        server = try await .shared()
    }

    private func connection(_ database: String) throws -> Connection {
        let connection = try Connection(
            MariaDBAddress(url: server.url(of: database)), password: Secret(), patience: 5)
        try connection.prepareForStore(patience: 5)
        return connection
    }

    private func fault(_ url: String, password: String = "") -> MariaDBOpenError? {
        do {
            _ = try MariaDBStore(MariaDBAddress(url: url), password: Secret(password.utf8), patience: 30)
            return nil
        } catch { return error as? MariaDBOpenError }
    }

    @Test("A10: what each connection relies on")
    func settings() throws {
        let connection = try connection("settings")
        func value(_ variable: String) throws -> String? {
            try connection.first("SELECT @@\(variable)") { $0.text(0) }
        }
        #expect(try value("tx_isolation") == "READ-COMMITTED")
        #expect(try value("wsrep_sync_wait") == "1")
        #expect(try value("time_zone") == "+00:00")
        #expect(try value("character_set_client") == "utf8mb4")
        #expect(try value("innodb_lock_wait_timeout") == "4")
        #expect(try value("sql_mode")?.contains("STRICT_ALL_TABLES") == true)
    }

    @Test("A2, A10: all tables are InnoDB, and every text in them is compared as bytes")
    func tables() async throws {
        _ = try await server.store("tables")
        let tables = try server.query(
            """
            SELECT DISTINCT engine FROM information_schema.tables WHERE table_schema = 'tables';
            SELECT count(*) FROM information_schema.columns
            WHERE table_schema = 'tables' AND collation_name IS NOT NULL
            """)
        #expect(tables == "InnoDB\n0\n")
    }

    @Test("A10: a store of a later version is left alone")
    func newer() async throws {
        _ = try await server.store("newer")
        try server.query("UPDATE vestibule_schema SET version = 99", in: "newer")
        let fault = fault(try server.url(of: "newer"))
        #expect(fault?.trouble == .storeTooNew)
        #expect(fault?.message.contains("schema 99") == true)
        #expect(try server.query("SELECT version FROM vestibule_schema", in: "newer") == "99\n")
    }

    @Test("A10: a first version's accounts go on in the latest")
    func older() async throws {
        let connection = try connection("older")
        let first = try #require(Migration.all.first)
        #expect(try Migration.bringUpToDate(connection, by: [first]) == first.version)
        try connection.execute(
            "INSERT INTO vestibule_account (user_name, password_hash, created_at) VALUES ('ada', 'h', 0)")
        let store = try await server.store("older")
        let name = try #require(AccountName("ada"))
        let account = try await store.read { store throws(StoreError) in try store.account(named: name) }
        #expect(account?.id == AccountID(number: 1))
        #expect(try Migration.version(connection) == Migration.latestVersion)
    }

    @Test("A10: a step that was cut off is continued", arguments: [1, 4, 9])
    func halfDone(statements: Int) async throws {
        let database = "half\(statements)"
        let connection = try connection(database)
        for statement in try #require(Migration.all.first).statements.prefix(statements) {
            try connection.execute(statement)
        }
        #expect(try Migration.version(connection) == 0)
        let registry = Registry(try await server.store(database))
        let id = try await registry.register("ada")
        #expect(try await registry.logIn("ada") == id)
        #expect(try Migration.version(connection) == Migration.latestVersion)
    }

    @Test("A10: programs that open a new store at once make the same store")
    func atOnce() async throws {
        let keys = try await withThrowingTaskGroup(of: Secret.self) { group in
            for _ in 0..<6 {
                group.addTask {
                    try await server.store("atonce").read { store throws(StoreError) in try store.hashKey() }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(keys.allSatisfy { $0 == keys[0] })
    }

    @Test("A10: a server that is not there, a wrong password and a missing database are said so")
    func unavailable() throws {
        let missing = fault("mysql://root@localhost/accounts?socket=/nowhere/socket")
        #expect(missing?.trouble == .storeUnavailable)
        #expect(missing?.message.contains("/nowhere/socket") == true)
        try server.query("CREATE USER IF NOT EXISTS eve IDENTIFIED BY 'right'; GRANT ALL ON *.* TO eve")
        let url = try server.url(of: "granted").replacing("root@", with: "eve@")
        let wrong = fault(url, password: "wrong")
        #expect(wrong?.trouble == .storeUnavailable)
        #expect(wrong?.message.contains("VESTIBULE_DATABASE_PASSWORD") == true)
        #expect(wrong?.message.contains("wrong") == false)
        #expect(fault(url, password: "right") == nil)
        let none = fault(url.replacing("/granted", with: "/nothing"), password: "right")
        #expect(none?.trouble == .storeUnavailable)
        #expect(none?.message.contains("create the database") == true)
    }

    @Test("A10: a user who may only read is said so")
    func readOnly() async throws {
        _ = try await server.store("readonly")
        try server.query("CREATE USER IF NOT EXISTS mallory; GRANT SELECT ON readonly.* TO mallory")
        try server.query("UPDATE vestibule_schema SET version = 3", in: "readonly")
        let fault = fault(try server.url(of: "readonly").replacing("root@", with: "mallory@"))
        #expect(fault?.trouble == .storeReadOnly)
        #expect(fault?.message.contains("grant mallory") == true)
    }
}

import AccountEngine
import Accounts
import Cryptography
import EngineTesting
import Foundation
import Glibc
import MariaDBTesting
import ProgramTesting
import Testing

@testable import MariaDBStore

/// What becomes of calls and of what was answered when a server ends, stands still, or loses connections (A10).
@Suite("MariaDB in trouble", .serialized, .timeLimit(.minutes(5)))
struct TroubleTests {
    /// A server of these tests' own, which waits for the disk, as it does unless told otherwise.
    private static let starting = Task.detached { try await apart { try MariaDBServer() } }

    private let server: MariaDBServer
    private let database = "accounts" + Randomness.system.makeName(byteCount: 8)

    init() async throws {
        server = try await Self.starting.value
        let server = server
        if !server.isRunning { try await apart { try server.start() } }
    }

    @Test("A10: a server that has been stopped is trouble; once it runs again all is well")
    func stopped() async throws {
        let registry = Registry(try await server.store(database, patience: 10))
        let id = try await registry.register("ada")
        server.kill(SIGTERM)
        try await apart { try server.waitUntilEnded() }
        for _ in 0..<3 {
            await #expect(throws: ServiceError.trouble(.storeUnavailable)) { try await registry.logIn("ada") }
        }
        try await apart { try server.start() }
        #expect(try await registry.logIn("ada") == id)
    }

    @Test("A10: a server that stands still is trouble, and no call waits for ever; once it goes on all is well")
    func paused() async throws {
        let registry = Registry(try await server.store(database, patience: 5))
        let id = try await registry.register("ada")
        server.kill(SIGSTOP)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    let trouble = await #expect(throws: ServiceError.self) { try await registry.logIn("ada") }
                    // Those that got no connection in time are told another thing.
                    #expect([.trouble(.storeUnavailable), .trouble(.storeLocked)].contains(trouble))
                }
            }
        }
        server.kill(SIGCONT)
        #expect(try await registry.logIn("ada") == id)
    }

    @Test("A10: kill -9 of the server while it writes loses nothing acknowledged", arguments: [20, 200])
    func killed(count: Int) async throws {
        let registry = Registry(try await server.store(database, patience: 10))
        let acknowledged = Mutable<[String: String]>([:])
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    for number in 0... {
                        let name = "user\(worker)n\(number)"
                        guard let id = try? await registry.register(name) else { return }
                        acknowledged.update { $0[name] = id }
                        if acknowledged.value.count == count { server.kill(SIGKILL) }
                    }
                }
            }
        }
        try await apart { try server.waitUntilEnded() }
        try await apart { try server.start() }
        #expect(acknowledged.value.count >= count)
        for (name, id) in acknowledged.value { #expect(try await registry.logIn(name) == id) }
    }

    @Test("A10: kill -9 of a program loses nothing acknowledged, and leaves nothing held")
    func killedProgram() async throws {
        let url = try server.url(of: database)
        let probe = try Companion("StoreProbe", "register", url, "other")
        var acknowledged: [(name: String, id: String)] = []
        func read() -> Bool {
            guard let words = probe.readLine()?.split(separator: " "), words.count == 2 else { return false }
            acknowledged.append(("other\(words[0])", String(words[1])))
            return true
        }
        for _ in 0..<50 { #expect(read()) }
        probe.kill()
        while read() {}
        let registry = Registry(try await server.store(database))
        for (name, id) in acknowledged { #expect(try await registry.logIn(name) == id) }
        _ = try await registry.register("other\(acknowledged.count + 1)")
    }

    @Test(
        "A10: a server that is read-only is seen without a write; what is written then is trouble, and nothing is kept")
    func readOnly() async throws {
        let (server, database) = (server, database)
        let url = try await apart {
            try server.url(of: database).replacingOccurrences(of: "root@", with: "gate@")
        }
        // The administrator of a server may write all the same.
        try server.query("CREATE OR REPLACE USER gate@localhost; GRANT ALL ON `\(database)`.* TO gate@localhost")
        let store = try await apart { try MariaDBStore(MariaDBAddress(url: url), patience: 60) }
        let registry = Registry(store)
        try await store.check()
        try server.query("SET GLOBAL read_only = 1")
        defer { _ = try? server.query("SET GLOBAL read_only = 0") }
        let error = await #expect(throws: StoreError(.storeReadOnly)) { try await store.check() }
        #expect(error?.detail.hasPrefix("MariaDB 1290: The MariaDB server is running with the --read-only") == true)
        await #expect(throws: ServiceError.trouble(.storeReadOnly)) { try await registry.register("ada") }
        try server.query("SET GLOBAL read_only = 0")
        try await store.check()
        #expect(try await registry.register("ada") != nil)
    }

    @Test("A10: what the server says of itself goes to the log, what it says of a row does not")
    func detail() {
        #expect(
            StoreError(DatabaseError(code: 1021, message: "Disk full (/tmp); waiting")).detail
                == "MariaDB 1021: Disk full (/tmp); waiting")
        #expect(
            StoreError(DatabaseError(code: 1366, message: "Incorrect string value: 'hunter2'")).detail == "MariaDB 1366"
        )
    }

    private func killConnections() throws {
        let others = try server.query(
            "SELECT id FROM information_schema.processlist WHERE db = '\(database)'")
        for id in others.split(separator: "\n") { try server.query("KILL \(id)") }
    }

    @Test("A10: an idle connection that was killed is replaced, and nobody notices")
    func killedIdle() async throws {
        let registry = Registry(try await server.store(database))
        let id = try await registry.register("ada")
        for _ in 0..<3 {
            try killConnections()
            #expect(try await registry.logIn("ada") == id)
        }
    }

    @Test("A10: a connection that is killed within a transaction is trouble, and nothing is kept")
    func killedWithin() async throws {
        let store = try await server.store(database)
        let name = try #require(AccountName("ada"))
        await #expect(throws: StoreError(.storeUnavailable)) {
            try await store.write { transaction throws(StoreError) in
                _ = try transaction.insert(newAccount("ada"))
                try? killConnections()
                _ = try transaction.account(named: name)
            }
        }
        #expect(try await store.read { store throws(StoreError) in try store.account(named: name) } == nil)
    }

    @Test("A10: a connection that is lost at COMMIT is trouble, and not tried again behind anybody's back")
    func killedAtCommit() async throws {
        let (store, runs) = (try await server.store(database), Mutable(0))
        await #expect(throws: StoreError(.storeUnavailable)) {
            try await store.write { transaction throws(StoreError) in
                runs.update { $0 += 1 }
                _ = try transaction.insert(newAccount("ada"))
                try? killConnections()
            }
        }
        #expect(runs.value == 1)
    }
}

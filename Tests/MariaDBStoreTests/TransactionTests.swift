import AccountEngine
import Accounts
import Cryptography
import Dispatch
import EngineTesting
import MariaDBTesting
import OwnThreads
import Testing

@testable import MariaDBStore

@Suite("Transactions on MariaDB", .ownThreads(), .timeLimit(.minutes(5)))
struct TransactionTests {
    private let server: MariaDBServer

    init() async throws {
        server = try await .shared()
    }

    private func fail(_ code: Int, in transaction: any StoreTransaction) throws(StoreError) {
        guard let transaction = transaction as? MariaDBTransaction else { return }
        try transaction.run { connection throws(DatabaseError) in
            try connection.execute("SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = \(code)")
        }
    }

    private func isThere(_ name: String, in store: MariaDBStore) async throws -> Bool {
        let name = try #require(AccountName(name))
        return try await store.read { store throws(StoreError) in try store.account(named: name) } != nil
    }

    @Test("A10: two transactions that deadlock both succeed, one of them begun again")
    func deadlock() async throws {
        let store = try await server.store("deadlock")
        let runs = Mutable(0)
        let meeting = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
        let accounts = [AccountID(number: 1), AccountID(number: 2)]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for own in 0...1 {
                group.addTask {
                    try await store.write { transaction throws(StoreError) in
                        runs.update { $0 += 1 }
                        _ = try transaction.account(accounts[own])
                        meeting[own].signal()
                        // The other one has its account too; the second time it is long past.
                        meeting[1 - own].wait()
                        meeting[1 - own].signal()
                        _ = try transaction.account(accounts[1 - own])
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(runs.value == 3)
    }

    @Test("A10: a transaction begins again five times at most, after pauses that grow")
    func repeats() async throws {
        let (runs, pauses) = (Mutable(0), Mutable<[Duration]>([]))
        let store = try await server.store("repeats", sleep: { pause in pauses.update { $0.append(pause) } })
        await #expect(throws: StoreError(.storeLocked)) {
            try await store.write { transaction throws(StoreError) in
                runs.update { $0 += 1 }
                _ = try transaction.insert(newAccount("ada"))
                try fail(1213, in: transaction)
            }
        }
        #expect(runs.value == 6)
        #expect(pauses.value.count == 5)
        for (round, pause) in pauses.value.enumerated() { #expect(pause <= .milliseconds(10 << round)) }
        #expect(try await !isThere("ada", in: store))
    }

    @Test("A10: a body that overlooks a deadlock is begun again all the same, and nothing of it stays behind")
    func overlooked() async throws {
        let runs = Mutable(0)
        let store = try await server.store("overlooked")
        try await store.write { transaction throws(StoreError) in
            runs.update { $0 += 1 }
            guard runs.value == 1 else { return }
            try? fail(1213, in: transaction)
            // Outside any transaction this would be committed by itself.
            _ = try? transaction.insert(newAccount("ada"))
        }
        #expect(runs.value == 2)
        #expect(try await !isThere("ada", in: store))
    }

    @Test("A10: a transaction that was undone without a word is begun again, and nothing of it stays behind")
    func undone() async throws {
        let runs = Mutable(0)
        let store = try await server.store("undone")
        try await store.write { transaction throws(StoreError) in
            runs.update { $0 += 1 }
            guard runs.value == 1, let own = transaction as? MariaDBTransaction else { return }
            _ = try transaction.insert(newAccount("ada"))
            try own.run { connection throws(DatabaseError) in try connection.execute("ROLLBACK") }
            _ = try transaction.insert(newAccount("eve"))
        }
        #expect(runs.value == 2)
        for name in ["ada", "eve"] { #expect(try await !isThere(name, in: store)) }
    }

    @Test("A10: rows that another program holds are waited for, then it is trouble; not begun again")
    func lockWait() async throws {
        let store = try await server.store("lockwait", patience: 5)
        let other = try Connection(MariaDBAddress(url: server.url(of: "lockwait")), password: Secret(), patience: 5)
        try other.execute("START TRANSACTION")
        try other.execute("UPDATE vestibule_turn SET number = 0")
        let runs = Mutable(0)
        await #expect(throws: StoreError(.storeLocked)) {
            try await store.write { transaction throws(StoreError) in
                runs.update { $0 += 1 }
                _ = try transaction.account(AccountID(number: 1))
            }
        }
        #expect(runs.value == 1)
        other.rollBack()
        try await store.write { transaction throws(StoreError) in _ = try transaction.account(AccountID(number: 1)) }
    }

    @Test("A10: a read sees one state, whatever is committed meanwhile")
    func snapshot() async throws {
        let store = try await server.store("snapshot")
        let database = try server.url(of: "snapshot")
        let other = try Connection(MariaDBAddress(url: database), password: Secret(), patience: 5)
        let name = try #require(AccountName("ada"))
        // The snapshot begins with the transaction, before the first question.
        let seen = try await store.read { [server] store throws(StoreError) in
            _ = try? server.query(
                "INSERT INTO vestibule_account (user_name, password_hash, created_at) VALUES ('ada', 'h', 0)",
                in: "snapshot")
            return try store.account(named: name)
        }
        #expect(seen == nil)
        #expect(try other.first("SELECT count(*) FROM vestibule_account") { $0.integer(0) } == 1)
        #expect(try await isThere("ada", in: store))
    }

    @Test("A10: as many run at once as there are connections; more wait; far too many are refused")
    func exhausted() async throws {
        let store = try await server.store("exhausted", connectionCount: 2, patience: 60)
        let (running, most) = (Mutable(0), Mutable(0))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    try await store.read { store throws(StoreError) in
                        running.update { $0 += 1 }
                        most.update { $0 = max($0, running.value) }
                        _ = try store.attempts(limit: 1)
                        running.update { $0 -= 1 }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(most.value <= 2)

        let (gate, refused) = (DispatchSemaphore(value: 0), Mutable(0))
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<1100 {
                group.addTask {
                    do throws(StoreError) {
                        try await store.read { _ throws(StoreError) in
                            gate.wait()
                            gate.signal()
                        }
                    } catch {
                        #expect(error == StoreError(.storeLocked))
                        refused.update { $0 += 1 }
                        // Room for two at work and 1024 that wait.
                        if refused.value == 1100 - 1026 { gate.signal() }
                    }
                }
            }
        }
        #expect(refused.value == 1100 - 1026)
    }

    @Test("A10: a closed store refuses")
    func closed() async throws {
        let store = try await server.store("closed")
        await store.close()
        await #expect(throws: StoreError(.storeUnavailable)) { try await isThere("ada", in: store) }
    }
}

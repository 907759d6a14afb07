import AccountEngine
import Accounts
import CSQLite
import Cryptography

/// The engine's questions and changes as SQL, on the store's one connection.
struct SQLiteTransaction: StoreTransaction {
    /// The connection, in a transaction.
    let database: Database

    /// Finds an account through the unique index of the name's kind (A2).
    func account(named name: AccountName) throws(StoreError) -> StoredAccount? {
        try run { database throws(DatabaseError) in
            try database.statement("SELECT id, password_hash FROM account WHERE \(name.kind.column) = ?")
                .first(.text(name.key)) { row in
                    StoredAccount(
                        id: AccountID(number: row.integer(0)), passwordHash: PasswordHash(encoded: row.secret(1)))
                }
        }
    }

    /// Finds an account by its primary key.
    func account(_ id: AccountID) throws(StoreError) -> StoredAccount? {
        try run { database throws(DatabaseError) in
            try database.statement("SELECT password_hash FROM account WHERE id = ?").first(.integer(id.number)) {
                StoredAccount(id: id, passwordHash: PasswordHash(encoded: $0.secret(0)))
            }
        }
    }

    /// Reads the trail from its end; lines of kinds that this version does not know are left out (A9).
    func attempts(limit: Int) throws(StoreError) -> [Attempt] {
        let rows = try run { database throws(DatabaseError) in
            try database.statement(
                "SELECT made_at, account_id, kind, outcome, peer, count FROM attempt ORDER BY id DESC LIMIT ?"
            ).all(.integer(Int64(limit))) { row -> Attempt? in
                guard let kind = Attempt.Kind(rawValue: row.text(2)),
                    let outcome = Attempt.Outcome(rawValue: row.text(3))
                else { return nil }
                return Attempt(
                    time: Timestamp(seconds: row.integer(0)),
                    account: row.optionalInteger(1).map(AccountID.init(number:)), kind: kind, outcome: outcome,
                    peer: row.text(4), count: Int(row.integer(5)))
            }
        }
        return rows.compactMap(\.self)
    }

    /// Adds an account; the unique indexes decide, however many ask at once (A2).
    func insert(_ account: NewAccount) throws(StoreError) -> AccountID? {
        func key(_ kind: AccountName.Kind) -> DatabaseValue { account.names[kind].map { .text($0.key) } ?? .null }
        return try run { database throws(DatabaseError) in
            do throws(DatabaseError) {
                try database.statement(
                    """
                    INSERT INTO account (telephone, email_address, user_name, password_hash, created_at)
                    VALUES (?, ?, ?, ?, ?)
                    """
                ).run(
                    key(.telephone), key(.emailAddress), key(.normalName), .secretText(account.passwordHash.encoded),
                    .integer(account.creation.seconds))
            } catch {
                guard error.code == Database.uniqueViolation else { throw error }
                return nil
            }
            return AccountID(number: database.lastInsertedRowID)
        }
    }

    /// Replaces a hash unless it has changed meanwhile (A1).
    func replacePasswordHash(
        _ old: PasswordHash, by new: PasswordHash, of account: AccountID
    ) throws(StoreError) -> Bool {
        try run { database throws(DatabaseError) in
            try database.statement("UPDATE account SET password_hash = ? WHERE id = ? AND password_hash = ?")
                .run(.secretText(new.encoded), .integer(account.number), .secretText(old.encoded))
            return database.changeCount > 0
        }
    }

    /// Notes a login and returns the one before it (H2).
    func recordVisit(_ visit: User.Visit, of account: AccountID) throws(StoreError) -> User.Visit? {
        try run { database throws(DatabaseError) in
            let earlier = try database.statement(
                "SELECT last_visit_at, last_visit_peer FROM account WHERE id = ? AND last_visit_at IS NOT NULL"
            ).first(.integer(account.number)) { row in
                User.Visit(time: Timestamp(seconds: row.integer(0)), peer: row.text(1))
            }
            try database.statement("UPDATE account SET last_visit_at = ?, last_visit_peer = ? WHERE id = ?")
                .run(.integer(visit.time.seconds), .text(visit.peer), .integer(account.number))
            return earlier
        }
    }

    /// Adds a line, or counts one up where there is no account (A9).
    func record(_ attempt: Attempt) throws(StoreError) {
        _ = try add(attempt)
    }

    /// Does what ``record(_:)`` does; whether it took a line of its own.
    func add(_ attempt: Attempt) throws(StoreError) -> Bool {
        try run { database throws(DatabaseError) in
            let count = try database.statement(
                """
                INSERT INTO attempt (made_at, account_id, kind, outcome, peer, count) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (made_at, peer, kind, outcome) WHERE account_id IS NULL
                    DO UPDATE SET count = count + excluded.count
                RETURNING count
                """
            ).first(
                .integer(attempt.time.seconds), attempt.account.map { .integer($0.number) } ?? .null,
                .text(attempt.kind.rawValue), .text(attempt.outcome.rawValue), .text(attempt.peer),
                .integer(Int64(attempt.count))
            ) { $0.integer(0) }
            // A line that was there had counted something.
            return count == Int64(attempt.count)
        }
    }

    /// Takes a few more lines than one attempt adds, so the trail shrinks to its bounds and no call takes long.
    ///
    /// The newest line's number tells how many there are without counting: lines go from the oldest end only.
    func pruneAttempts(before time: Timestamp, keeping limit: Int) throws(StoreError) {
        try run { database throws(DatabaseError) in
            try database.statement(
                "DELETE FROM attempt WHERE id IN (SELECT id FROM attempt WHERE made_at < ? ORDER BY made_at LIMIT 64)"
            ).run(.integer(time.seconds))
            try database.statement(
                """
                DELETE FROM attempt WHERE id IN (
                    SELECT id FROM attempt WHERE id <= (SELECT max(id) FROM attempt) - ? ORDER BY id LIMIT 64)
                """
            ).run(.integer(Int64(limit)))
        }
    }

    /// Runs `body` on the connection, its errors in the store's terms.
    func run<Value>(_ body: (Database) throws(DatabaseError) -> Value) throws(StoreError) -> Value {
        do { return try body(database) } catch { throw StoreError(error) }
    }
}

extension AccountName.Kind {
    /// The column of `account` that holds names of this kind.
    fileprivate var column: String {
        switch self {
        case .telephone: "telephone"
        case .emailAddress: "email_address"
        case .normalName: "user_name"
        }
    }
}

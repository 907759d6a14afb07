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

    /// Finds a session by its primary key (A7).
    func session(_ token: TokenDigest) throws(StoreError) -> StoredSession? {
        try run { database throws(DatabaseError) in
            try database.statement(
                """
                SELECT account_id, started_at, used_at, idle_lifetime, absolute_lifetime, peer
                FROM session WHERE token_digest = ?
                """
            ).first(.blob(token.bytes)) { row in
                StoredSession(
                    token: token, account: AccountID(number: row.integer(0)),
                    start: Timestamp(seconds: row.integer(1)), lastUse: Timestamp(seconds: row.integer(2)),
                    lifetime: .init(idle: row.integer(3), absolute: row.integer(4)), peer: row.text(5))
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
    func replacePasswordHash(_ old: PasswordHash, by new: PasswordHash, of account: AccountID) throws(StoreError) {
        try run { database throws(DatabaseError) in
            try database.statement("UPDATE account SET password_hash = ? WHERE id = ? AND password_hash = ?")
                .run(.secretText(new.encoded), .integer(account.number), .secretText(old.encoded))
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

    /// Adds a session (A7).
    func insert(_ session: StoredSession) throws(StoreError) {
        try run { database throws(DatabaseError) in
            try database.statement(
                """
                INSERT INTO session
                    (token_digest, account_id, started_at, used_at, idle_lifetime, absolute_lifetime, peer)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """
            ).run(
                .blob(session.token.bytes), .integer(session.account.number), .integer(session.start.seconds),
                .integer(session.lastUse.seconds), .integer(session.lifetime.idle),
                .integer(session.lifetime.absolute), .text(session.peer))
        }
    }

    /// Ends a session and tells whose it was (A7).
    func deleteSession(_ token: TokenDigest) throws(StoreError) -> AccountID? {
        try run { database throws(DatabaseError) in
            try database.statement("DELETE FROM session WHERE token_digest = ? RETURNING account_id")
                .all(.blob(token.bytes)) { AccountID(number: $0.integer(0)) }.first
        }
    }

    /// Ends all sessions of an account (A7, H7).
    func deleteSessions(of account: AccountID) throws(StoreError) {
        try run { database throws(DatabaseError) in
            try database.statement("DELETE FROM session WHERE account_id = ?").run(.integer(account.number))
        }
    }

    /// Drops what has outlived its limits among one account's sessions (A7).
    func deleteExpiredSessions(of account: AccountID, at time: Timestamp) throws(StoreError) {
        try run { database throws(DatabaseError) in
            try database.statement(
                """
                DELETE FROM session WHERE account_id = ?1
                    AND (started_at + absolute_lifetime <= ?2 OR used_at + idle_lifetime <= ?2)
                """
            ).run(.integer(account.number), .integer(time.seconds))
        }
    }

    /// Adds a line, or counts one up where there is no account (A9).
    func record(_ attempt: Attempt) throws(StoreError) {
        try run { database throws(DatabaseError) in
            try database.statement(
                """
                INSERT INTO attempt (made_at, account_id, kind, outcome, peer, count) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (made_at, peer, kind, outcome) WHERE account_id IS NULL
                    DO UPDATE SET count = count + excluded.count
                """
            ).run(
                .integer(attempt.time.seconds), attempt.account.map { .integer($0.number) } ?? .null,
                .text(attempt.kind.rawValue), .text(attempt.outcome.rawValue), .text(attempt.peer),
                .integer(Int64(attempt.count)))
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

    /// Runs `body`, its error in the engine's terms.
    func run<Value>(_ body: (Database) throws(DatabaseError) -> Value) throws(StoreError) -> Value {
        do { return try body(database) } catch { throw StoreError(error.trouble) }
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

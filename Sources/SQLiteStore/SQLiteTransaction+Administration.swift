import AccountEngine
import Accounts

/// What administrators see and do.
extension SQLiteTransaction {
    /// Lists accounts by their primary key.
    func records(after account: AccountID?, limit: Int) throws(StoreError) -> [AccountRecord] {
        try run { database throws(DatabaseError) in
            try database.statement(
                """
                SELECT id, telephone, email_address, user_name, created_at, last_visit_at, last_visit_peer,
                    disabled_at, reset_since
                FROM account WHERE id > ? ORDER BY id LIMIT ?
                """
            ).all(.integer(account?.number ?? 0), .integer(Int64(limit))) { row in
                AccountRecord(
                    id: AccountID(number: row.integer(0)),
                    names: [
                        .telephone: row.optionalText(1), .emailAddress: row.optionalText(2),
                        .normalName: row.optionalText(3),
                    ].compactMapValues(\.self),
                    creation: Timestamp(seconds: row.integer(4)),
                    lastVisit: row.optionalInteger(5).map {
                        User.Visit(time: Timestamp(seconds: $0), peer: row.text(6))
                    },
                    disabledSince: row.optionalInteger(7).map(Timestamp.init(seconds:)),
                    resetSince: row.optionalInteger(8).map(Timestamp.init(seconds:)))
            }
        }
    }

    /// Whether the account's password opens nothing.
    func mustReset(_ account: AccountID) throws(StoreError) -> Bool {
        try run { database throws(DatabaseError) in
            try database.statement("SELECT reset_since IS NOT NULL FROM account WHERE id = ?")
                .first(.integer(account.number)) { $0.integer(0) == 1 } ?? false
        }
    }

    /// Lets a password open nothing, or again what it opened; of one that is marked already the first time is kept.
    func setReset(since time: Timestamp?, _ account: AccountID) throws(StoreError) -> Bool {
        try run { database throws(DatabaseError) in
            let value: DatabaseValue = time.map { .integer($0.seconds) } ?? .null
            try database.statement(
                """
                UPDATE account SET reset_since = CASE WHEN ?1 IS NULL THEN NULL ELSE coalesce(reset_since, ?1) END
                WHERE id = ?2
                """
            ).run(value, .integer(account.number))
            return database.changeCount > 0
        }
    }

    /// Forgets all peers' failures.
    func deleteFailures(of subject: Subject) throws(StoreError) {
        try run { database throws(DatabaseError) in
            try database.statement("DELETE FROM failure WHERE subject = ?").run(.text(subject.text))
        }
    }
}

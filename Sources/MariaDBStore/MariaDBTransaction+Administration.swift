import AccountEngine
import Accounts

/// What administrators see and do.
extension MariaDBTransaction {
    /// Lists accounts by their primary key; they are shown, not held.
    func records(after account: AccountID?, limit: Int) throws(StoreError) -> [AccountRecord] {
        try run { connection throws(DatabaseError) in
            try connection.all(
                """
                SELECT id, telephone, email_address, user_name, created_at, last_visit_at, last_visit_peer,
                    disabled_at, reset_since
                FROM vestibule_account WHERE id > ? ORDER BY id LIMIT ?
                """, .integer(account?.number ?? 0), .integer(Int64(limit))
            ) { row in
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
        try take(account)
        return try run { connection throws(DatabaseError) in
            try connection.first(
                "SELECT reset_since IS NOT NULL FROM vestibule_account WHERE id = ?", .integer(account.number)
            ) { $0.integer(0) == 1 } ?? false
        }
    }

    /// Lets a password open nothing, or again what it opened; of one that is marked already the first time is kept.
    func setReset(since time: Timestamp?, _ account: AccountID) throws(StoreError) -> Bool {
        try take(account)
        return try run { connection throws(DatabaseError) in
            guard let time else {
                return try connection.change(
                    "UPDATE vestibule_account SET reset_since = NULL WHERE id = ?", .integer(account.number)) > 0
            }
            return try connection.change(
                "UPDATE vestibule_account SET reset_since = coalesce(reset_since, ?) WHERE id = ?",
                .integer(time.seconds), .integer(account.number)) > 0
        }
    }

    /// Forgets all peers' failures.
    func deleteFailures(of subject: Subject) throws(StoreError) {
        try take(Claim(subject))
        try run { connection throws(DatabaseError) in
            try connection.change("DELETE FROM vestibule_failure WHERE subject = ?", .text(subject.text))
        }
    }
}

import AccountEngine
import Accounts

/// The audit trail (A9).
extension MariaDBTransaction {
    /// Reads the trail from its end; lines of kinds that this version does not know are left out.
    func attempts(limit: Int) throws(StoreError) -> [Attempt] {
        let rows = try run { connection throws(DatabaseError) in
            try connection.all(
                """
                SELECT made_at, account_id, kind, outcome, peer, count FROM vestibule_attempt
                ORDER BY id DESC LIMIT ?
                """, .integer(Int64(limit))
            ) { row -> Attempt? in
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

    /// Adds a line, or counts one up where there is no account.
    ///
    /// An insertion that finds the line already there would still use up a number, and those are what
    /// ``pruneAttempts(before:keeping:)`` goes by; so it is tried second.
    func record(_ attempt: Attempt) throws(StoreError) {
        let (time, count) = (DatabaseValue.integer(attempt.time.seconds), DatabaseValue.integer(Int64(attempt.count)))
        let kind = DatabaseValue.text(attempt.kind.rawValue)
        let (outcome, peer) = (DatabaseValue.text(attempt.outcome.rawValue), DatabaseValue.text(attempt.peer))
        try run { connection throws(DatabaseError) in
            if attempt.account == nil {
                let isCounted =
                    try connection.change(
                        """
                        UPDATE vestibule_attempt SET count = count + ?
                        WHERE stranger_at = ? AND peer = ? AND kind = ? AND outcome = ?
                        """, count, time, peer, kind, outcome) > 0
                if isCounted { return }
            }
            try connection.change(
                """
                INSERT INTO vestibule_attempt (made_at, stranger_at, account_id, kind, outcome, peer, count)
                VALUES (?, ?, ?, ?, ?, ?, ?) ON DUPLICATE KEY UPDATE count = count + VALUES (count)
                """, time, attempt.account == nil ? time : .null,
                attempt.account.map { .integer($0.number) } ?? .null, kind, outcome, peer, count)
        }
    }

    /// Takes a few more lines than one attempt adds, so the trail shrinks to its bounds and no call takes long.
    ///
    /// The newest line's number tells how many there are without counting. In a cluster each node gives every n-th
    /// number, so up to n times as many lines are kept.
    func pruneAttempts(before time: Timestamp, keeping limit: Int) {
        afterwards { connection throws(DatabaseError) in
            try connection.change(
                "DELETE FROM vestibule_attempt WHERE made_at < ? ORDER BY made_at LIMIT 64", .integer(time.seconds))
            let newest = try connection.first("SELECT max(id) FROM vestibule_attempt") { $0.integer(0) } ?? 0
            let last = newest - Int64(limit) * (try connection.numberStep())
            try connection.change("DELETE FROM vestibule_attempt WHERE id <= ? ORDER BY id LIMIT 64", .integer(last))
        }
    }
}

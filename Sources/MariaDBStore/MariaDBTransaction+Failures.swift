import AccountEngine
import Accounts
import Cryptography

/// Failures and leases (A3).
extension MariaDBTransaction {
    /// Reads a record by its primary key.
    func failures(of subject: Subject, from peer: String) throws(StoreError) -> PeerFailures? {
        try take(Claim(subject))
        return try run { connection throws(DatabaseError) in
            try connection.first(
                "SELECT count, last_at, lock_end FROM vestibule_failure WHERE subject = ? AND peer = ?",
                .text(subject.text), .text(peer)
            ) { row in
                PeerFailures(
                    peer: peer, count: Int(row.integer(0)), last: Timestamp(seconds: row.integer(1)),
                    lockEnd: row.optionalInteger(2).map(Timestamp.init(seconds:)))
            }
        }
    }

    /// Adds up as many records as can matter: each has one failure at least.
    func failureCount(of subject: Subject, in time: Range<Timestamp>, limit: Int) throws(StoreError) -> Int {
        try take(Claim(subject))
        return try run { connection throws(DatabaseError) in
            try connection.first(
                """
                SELECT CAST(coalesce(sum(count), 0) AS SIGNED) FROM (
                    SELECT count FROM vestibule_failure
                    WHERE subject = ? AND last_at >= ? AND last_at < ? LIMIT ?) AS counted
                """, .text(subject.text), .integer(time.lowerBound.seconds), .integer(time.upperBound.seconds),
                .integer(Int64(limit))
            ) { Int($0.integer(0)) } ?? 0
        }
    }

    /// Reads a lease by its primary key.
    func lease(of subject: Subject) throws(StoreError) -> Lease? {
        try take(Claim(subject))
        return try run { connection throws(DatabaseError) in
            try connection.first("SELECT owner, ends_at FROM vestibule_lease WHERE subject = ?", .text(subject.text)) {
                row in
                TokenDigest(stored: row.blob(0)).map { owner in
                    Lease(owner: owner, end: Timestamp(seconds: row.integer(1)))
                }
            } ?? nil
        }
    }

    /// Adds or replaces a record.
    func put(_ failures: PeerFailures, of subject: Subject) throws(StoreError) {
        try take(Claim(subject))
        let last = DatabaseValue.integer(failures.last.seconds)
        try run { connection throws(DatabaseError) in
            try connection.change(
                """
                REPLACE INTO vestibule_failure (subject, peer, count, last_at, name_last_at, lock_end)
                VALUES (?, ?, ?, ?, ?, ?)
                """, .text(subject.text), .text(failures.peer), .integer(Int64(failures.count)), last,
                subject.account == nil ? last : .null, failures.lockEnd.map { .integer($0.seconds) } ?? .null)
        }
    }

    /// Forgets one peer's failures.
    func deleteFailures(of subject: Subject, from peer: String) throws(StoreError) {
        try take(Claim(subject))
        try run { connection throws(DatabaseError) in
            try connection.change(
                "DELETE FROM vestibule_failure WHERE subject = ? AND peer = ?", .text(subject.text), .text(peer))
        }
    }

    /// Takes a few more records than one failure adds, so the table shrinks to its bounds and no call takes long.
    func pruneFailures(outside time: Range<Timestamp>, keepingNames limit: Int) {
        afterwards { connection throws(DatabaseError) in
            try connection.change(
                "DELETE FROM vestibule_failure WHERE last_at < ? OR last_at >= ? LIMIT 64",
                .integer(time.lowerBound.seconds), .integer(time.upperBound.seconds))
            try connection.change(
                """
                DELETE vestibule_failure FROM vestibule_failure JOIN (
                    SELECT subject, peer FROM vestibule_failure WHERE name_last_at IS NOT NULL
                    ORDER BY name_last_at DESC LIMIT 64 OFFSET ?) AS oldest USING (subject, peer)
                """, .integer(Int64(limit)))
        }
    }

    /// Adds or replaces a lease; those of attempts that never ended go some time later.
    func put(_ lease: Lease, of subject: Subject) throws(StoreError) {
        try take(Claim(subject))
        try run { connection throws(DatabaseError) in
            try connection.change(
                "REPLACE INTO vestibule_lease (subject, owner, ends_at) VALUES (?, ?, ?)", .text(subject.text),
                .blob(lease.owner.bytes), .integer(lease.end.seconds))
        }
        afterwards { connection throws(DatabaseError) in
            try connection.change(
                "DELETE FROM vestibule_lease WHERE ends_at < ? LIMIT 64", .integer(lease.end.seconds - 3600))
        }
    }

    /// Ends a lease; the owner decides whether there is one to end.
    func deleteLease(of subject: Subject, owner: TokenDigest) throws(StoreError) -> Bool {
        try take(Claim(subject))
        return try run { connection throws(DatabaseError) in
            try connection.change(
                "DELETE FROM vestibule_lease WHERE subject = ? AND owner = ?", .text(subject.text), .blob(owner.bytes))
                > 0
        }
    }
}

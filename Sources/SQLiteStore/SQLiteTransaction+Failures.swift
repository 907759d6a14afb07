import AccountEngine
import Accounts
import Cryptography

extension SQLiteTransaction {
    /// Reads the phone number and the address of an account (A4).
    func addresses(of account: AccountID) throws(StoreError) -> [AccountName] {
        let keys = try run { database throws(DatabaseError) in
            try database.statement("SELECT telephone, email_address FROM account WHERE id = ?")
                .first(.integer(account.number)) { [$0.text(0), $0.text(1)] }
        }
        return (keys ?? []).compactMap(AccountName.init)
    }

    /// Reads the key that the store was made with.
    func hashKey() throws(StoreError) -> Secret {
        let key = try run { database throws(DatabaseError) in
            try database.statement("SELECT key FROM hash_key").first { $0.secret(0) }
        }
        guard let key, key.count == TokenDigest.byteCount else { throw StoreError(.storeDamaged) }
        return key
    }

    /// Reads a record by its primary key (A3).
    func failures(of subject: Subject, from peer: String) throws(StoreError) -> PeerFailures? {
        try run { database throws(DatabaseError) in
            try database.statement("SELECT count, last_at, lock_end FROM failure WHERE subject = ? AND peer = ?")
                .first(.text(subject.text), .text(peer)) { row in
                    PeerFailures(
                        peer: peer, count: Int(row.integer(0)), last: Timestamp(seconds: row.integer(1)),
                        lockEnd: row.optionalInteger(2).map(Timestamp.init(seconds:)))
                }
        }
    }

    /// Adds up as many records as can matter: each has one failure at least (A3).
    func failureCount(of subject: Subject, in time: Range<Timestamp>, limit: Int) throws(StoreError) -> Int {
        try run { database throws(DatabaseError) in
            try database.statement(
                """
                SELECT coalesce(sum(count), 0) FROM (
                    SELECT count FROM failure WHERE subject = ? AND last_at >= ? AND last_at < ? LIMIT ?)
                """
            ).first(
                .text(subject.text), .integer(time.lowerBound.seconds), .integer(time.upperBound.seconds),
                .integer(Int64(limit))
            ) { Int($0.integer(0)) } ?? 0
        }
    }

    /// Reads a lease by its primary key (A3).
    func lease(of subject: Subject) throws(StoreError) -> Lease? {
        try run { database throws(DatabaseError) in
            try database.statement("SELECT owner, ends_at FROM lease WHERE subject = ?")
                .first(.text(subject.text)) { row in
                    TokenDigest(stored: row.blob(0)).map {
                        Lease(owner: $0, end: Timestamp(seconds: row.integer(1)))
                    }
                } ?? nil
        }
    }

    /// Adds or replaces a record (A3).
    func put(_ failures: PeerFailures, of subject: Subject) throws(StoreError) {
        try run { database throws(DatabaseError) in
            try database.statement(
                "INSERT OR REPLACE INTO failure (subject, peer, count, last_at, lock_end) VALUES (?, ?, ?, ?, ?)"
            ).run(
                .text(subject.text), .text(failures.peer), .integer(Int64(failures.count)),
                .integer(failures.last.seconds), failures.lockEnd.map { .integer($0.seconds) } ?? .null)
        }
    }

    /// Forgets one peer's failures (A3).
    func deleteFailures(of subject: Subject, from peer: String) throws(StoreError) {
        try run { database throws(DatabaseError) in
            try database.statement("DELETE FROM failure WHERE subject = ? AND peer = ?")
                .run(.text(subject.text), .text(peer))
        }
    }

    /// Takes a few more records than one failure adds, so the table shrinks to its bounds and no call takes long.
    func pruneFailures(outside time: Range<Timestamp>, keepingNames limit: Int) throws(StoreError) {
        try run { database throws(DatabaseError) in
            try database.statement(
                """
                DELETE FROM failure WHERE (subject, peer) IN (
                    SELECT subject, peer FROM failure WHERE last_at < ? OR last_at >= ? LIMIT 64)
                """
            ).run(.integer(time.lowerBound.seconds), .integer(time.upperBound.seconds))
            // ';' follows ':' in ASCII: every name, and no account, lies between. The planner would rather sort them.
            try database.statement(
                """
                DELETE FROM failure WHERE (subject, peer) IN (
                    SELECT subject, peer FROM failure INDEXED BY failure_of_name
                    WHERE subject > 'name:' AND subject < 'name;' ORDER BY last_at DESC LIMIT 64 OFFSET ?)
                """
            ).run(.integer(Int64(limit)))
        }
    }

    /// Adds or replaces a lease; those of attempts that never ended go with it (A3).
    func put(_ lease: Lease, of subject: Subject) throws(StoreError) {
        try run { database throws(DatabaseError) in
            try database.statement("DELETE FROM lease WHERE ends_at < ?").run(.integer(lease.end.seconds - 3600))
            try database.statement("INSERT OR REPLACE INTO lease (subject, owner, ends_at) VALUES (?, ?, ?)")
                .run(.text(subject.text), .blob(lease.owner.bytes), .integer(lease.end.seconds))
        }
    }

    /// Ends a lease; the owner decides whether there is one to end (A3).
    func deleteLease(of subject: Subject, owner: TokenDigest) throws(StoreError) -> Bool {
        try run { database throws(DatabaseError) in
            try database.statement("DELETE FROM lease WHERE subject = ? AND owner = ?")
                .run(.text(subject.text), .blob(owner.bytes))
            return database.changeCount > 0
        }
    }
}

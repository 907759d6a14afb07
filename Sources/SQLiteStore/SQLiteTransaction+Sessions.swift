import AccountEngine
import Accounts
import Cryptography

/// Sessions, their tokens, notices and disabled accounts (A7, H2, H3).
extension SQLiteTransaction {
    /// Finds a token by its primary key, and when a later generation came into use.
    func token(_ digest: TokenDigest) throws(StoreError) -> StoredToken? {
        try run { database throws(DatabaseError) in
            try database.statement(
                """
                SELECT \(StoredSession.columns), first_used_at, (
                    SELECT min(later.first_used_at) FROM session_token AS later
                    WHERE later.session_id = shown.session_id AND later.generation > shown.generation)
                FROM session_token AS shown JOIN session ON session.id = shown.session_id WHERE digest = ?
                """
            ).first(.blob(digest.bytes)) { row in
                StoredToken(
                    session: StoredSession(row), firstUse: row.optionalInteger(8).map(Timestamp.init(seconds:)),
                    successorUse: row.optionalInteger(9).map(Timestamp.init(seconds:)))
            }
        }
    }

    /// Lists an account's sessions by their index.
    func sessions(of account: AccountID) throws(StoreError) -> [StoredSession] {
        try run { database throws(DatabaseError) in
            try database.statement("SELECT \(StoredSession.columns) FROM session WHERE account_id = ?")
                .all(.integer(account.number)) { StoredSession($0) }
        }
    }

    /// Reads the counters (H2).
    func notices(of account: AccountID) throws(StoreError) -> Notices {
        try run { database throws(DatabaseError) in
            try database.statement("SELECT mentions, messages, comments, followers FROM notice WHERE account_id = ?")
                .first(.integer(account.number)) { row in
                    Notices(
                        mentions: Int(row.integer(0)), messages: Int(row.integer(1)), comments: Int(row.integer(2)),
                        followers: Int(row.integer(3)))
                } ?? Notices()
        }
    }

    /// Whether the account was shut.
    func isDisabled(_ account: AccountID) throws(StoreError) -> Bool {
        try run { database throws(DatabaseError) in
            try database.statement("SELECT disabled_at IS NOT NULL FROM account WHERE id = ?")
                .first(.integer(account.number)) { $0.integer(0) == 1 } ?? false
        }
    }

    /// Adds a session and its first token.
    func insert(_ session: NewSession) throws(StoreError) {
        try run { database throws(DatabaseError) in
            try database.statement(
                """
                INSERT INTO session
                    (account_id, account_name, started_at, used_at, idle_lifetime, absolute_lifetime, peer)
                VALUES (?1, ?2, ?3, ?3, ?4, ?5, ?6)
                """
            ).run(
                .integer(session.account.number), .text(session.name), .integer(session.start.seconds),
                .integer(session.lifetime.idle), .integer(session.lifetime.absolute), .text(session.peer))
            try database.statement(
                "INSERT INTO session_token (digest, session_id, generation, first_used_at) VALUES (?, ?, 1, ?)"
            ).run(
                .blob(session.token.bytes), .integer(database.lastInsertedRowID), .integer(session.start.seconds))
        }
    }

    /// Adds the next generation and lets the oldest go.
    func resume(
        _ session: SessionID, replacing predecessor: TokenDigest, by successor: TokenDigest, at time: Timestamp,
        from peer: String
    ) throws(StoreError) {
        try run { database throws(DatabaseError) in
            try database.statement("UPDATE session SET used_at = ?, peer = ? WHERE id = ?")
                .run(.integer(time.seconds), .text(peer), .integer(session.number))
            try database.statement(
                """
                INSERT INTO session_token (digest, session_id, generation)
                SELECT ?1, ?2, max(generation) + 1 FROM session_token WHERE session_id = ?2
                """
            ).run(.blob(successor.bytes), .integer(session.number))
            try database.statement(
                """
                DELETE FROM session_token WHERE session_id = ?1 AND digest <> ?2 AND generation <= (
                    SELECT max(generation) FROM session_token WHERE session_id = ?1) - ?3
                """
            ).run(.integer(session.number), .blob(predecessor.bytes), .integer(StoredToken.generationLimit))
        }
    }

    /// Notes the first use of a token.
    func noteFirstUse(of token: TokenDigest, at time: Timestamp) throws(StoreError) {
        try run { database throws(DatabaseError) in
            try database.statement("UPDATE session_token SET first_used_at = ? WHERE digest = ?")
                .run(.integer(time.seconds), .blob(token.bytes))
        }
    }

    /// Notes a use of a session.
    func noteUse(of session: SessionID, at time: Timestamp) throws(StoreError) {
        try run { database throws(DatabaseError) in
            try database.statement("UPDATE session SET used_at = ? WHERE id = ?")
                .run(.integer(time.seconds), .integer(session.number))
        }
    }

    /// Ends a session; its tokens go with it.
    func deleteSession(_ session: SessionID, of account: AccountID) throws(StoreError) -> Bool {
        try run { database throws(DatabaseError) in
            try database.statement("DELETE FROM session WHERE id = ? AND account_id = ?")
                .run(.integer(session.number), .integer(account.number))
            return database.changeCount > 0
        }
    }

    /// Ends an account's sessions but one; no session has the number 0.
    func deleteSessions(of account: AccountID, except session: SessionID?) throws(StoreError) {
        try run { database throws(DatabaseError) in
            try database.statement("DELETE FROM session WHERE account_id = ? AND id <> ?")
                .run(.integer(account.number), .integer(session?.number ?? 0))
        }
    }

    /// Drops what has outlived its limits among one account's sessions.
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

    /// Writes the counters (H2).
    func setNotices(_ notices: Notices, of account: AccountID) throws(StoreError) {
        try run { database throws(DatabaseError) in
            try database.statement(
                """
                INSERT OR REPLACE INTO notice (account_id, mentions, messages, comments, followers)
                VALUES (?, ?, ?, ?, ?)
                """
            ).run(
                .integer(account.number), .integer(Int64(notices.mentions)), .integer(Int64(notices.messages)),
                .integer(Int64(notices.comments)), .integer(Int64(notices.followers)))
        }
    }

    /// Shuts an account or opens it again; of one that was shut already the first time is kept.
    func setDisabled(since time: Timestamp?, _ account: AccountID) throws(StoreError) -> Bool {
        try run { database throws(DatabaseError) in
            let value: DatabaseValue = time.map { .integer($0.seconds) } ?? .null
            try database.statement(
                """
                UPDATE account SET disabled_at = CASE WHEN ?1 IS NULL THEN NULL ELSE coalesce(disabled_at, ?1) END
                WHERE id = ?2
                """
            ).run(value, .integer(account.number))
            return database.changeCount > 0
        }
    }
}

extension StoredSession {
    /// What ``init(_:)`` reads, from column 0 on.
    fileprivate static let columns = """
        session.id, session.account_id, session.account_name, session.started_at, session.used_at,
        session.idle_lifetime, session.absolute_lifetime, session.peer
        """

    /// Reads a row that begins with ``columns``.
    fileprivate init(_ row: Row) {
        self.init(
            id: SessionID(number: row.integer(0)), account: AccountID(number: row.integer(1)), name: row.text(2),
            start: Timestamp(seconds: row.integer(3)), lastUse: Timestamp(seconds: row.integer(4)),
            lifetime: .init(idle: row.integer(5), absolute: row.integer(6)), peer: row.text(7))
    }
}

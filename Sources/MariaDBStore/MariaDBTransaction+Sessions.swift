import AccountEngine
import Accounts
import Cryptography

/// Sessions, their tokens, notices and disabled accounts (A7, H2, H3).
extension MariaDBTransaction {
    /// Finds a token by its primary key, and when a later generation came into use.
    ///
    /// Whose it is comes first: the account is claimed before what is found counts.
    func token(_ digest: TokenDigest) throws(StoreError) -> StoredToken? {
        let account = try run { connection throws(DatabaseError) in
            try connection.first(
                """
                SELECT account_id FROM vestibule_session_token AS shown
                JOIN vestibule_session AS session ON session.id = shown.session_id WHERE digest = ?
                """, .blob(digest.bytes)
            ) { AccountID(number: $0.integer(0)) }
        }
        guard let account else { return nil }
        try take(account)
        return try run { connection throws(DatabaseError) in
            try connection.first(
                """
                SELECT \(StoredSession.columns), first_used_at, (
                    SELECT min(later.first_used_at) FROM vestibule_session_token AS later
                    WHERE later.session_id = shown.session_id AND later.generation > shown.generation)
                FROM vestibule_session_token AS shown
                JOIN vestibule_session AS session ON session.id = shown.session_id WHERE digest = ?
                """, .blob(digest.bytes)
            ) { row in
                StoredToken(
                    session: StoredSession(row), firstUse: row.optionalInteger(8).map(Timestamp.init(seconds:)),
                    successorUse: row.optionalInteger(9).map(Timestamp.init(seconds:)))
            }
        }
    }

    /// Lists an account's sessions by their index.
    func sessions(of account: AccountID) throws(StoreError) -> [StoredSession] {
        try take(account)
        return try run { connection throws(DatabaseError) in
            try connection.all(
                "SELECT \(StoredSession.columns) FROM vestibule_session AS session WHERE account_id = ?",
                .integer(account.number)
            ) { StoredSession($0) }
        }
    }

    /// Reads the counters (H2).
    func notices(of account: AccountID) throws(StoreError) -> Notices {
        try take(account)
        return try run { connection throws(DatabaseError) in
            try connection.first(
                "SELECT mentions, messages, comments, followers FROM vestibule_notice WHERE account_id = ?",
                .integer(account.number)
            ) { row in
                Notices(
                    mentions: Int(row.integer(0)), messages: Int(row.integer(1)), comments: Int(row.integer(2)),
                    followers: Int(row.integer(3)))
            } ?? Notices()
        }
    }

    /// Whether the account was shut.
    func isDisabled(_ account: AccountID) throws(StoreError) -> Bool {
        try take(account)
        return try run { connection throws(DatabaseError) in
            try connection.first(
                "SELECT disabled_at IS NOT NULL FROM vestibule_account WHERE id = ?", .integer(account.number)
            ) { $0.integer(0) == 1 } ?? false
        }
    }

    /// Adds a session and its first token.
    func insert(_ session: NewSession) throws(StoreError) {
        try take(session.account)
        let start = DatabaseValue.integer(session.start.seconds)
        try run { connection throws(DatabaseError) in
            let number = try connection.insert(
                """
                INSERT INTO vestibule_session
                    (account_id, account_name, started_at, used_at, idle_lifetime, absolute_lifetime, peer)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """, .integer(session.account.number), .text(session.name), start, start,
                .integer(session.lifetime.idle), .integer(session.lifetime.absolute), .text(session.peer))
            try connection.change(
                """
                INSERT INTO vestibule_session_token (digest, session_id, generation, first_used_at)
                VALUES (?, ?, 1, ?)
                """, .blob(session.token.bytes), .integer(number), start)
        }
    }

    /// Adds the next generation and lets the oldest go.
    func resume(
        _ session: SessionID, replacing predecessor: TokenDigest, by successor: TokenDigest, at time: Timestamp,
        from peer: String
    ) throws(StoreError) {
        let id = DatabaseValue.integer(session.number)
        try run { connection throws(DatabaseError) in
            try connection.change(
                "UPDATE vestibule_session SET used_at = ?, peer = ? WHERE id = ?", .integer(time.seconds), .text(peer),
                id)
            let latest =
                try connection.first("SELECT max(generation) FROM vestibule_session_token WHERE session_id = ?", id) {
                    $0.integer(0)
                } ?? 0
            try connection.change(
                "INSERT INTO vestibule_session_token (digest, session_id, generation) VALUES (?, ?, ?)",
                .blob(successor.bytes), id, .integer(latest + 1))
            try connection.change(
                """
                DELETE FROM vestibule_session_token WHERE session_id = ? AND digest <> ? AND generation <= ?
                """, id, .blob(predecessor.bytes), .integer(latest + 1 - StoredToken.generationLimit))
        }
    }

    /// Notes the first use of a token.
    func noteFirstUse(of token: TokenDigest, at time: Timestamp) throws(StoreError) {
        try run { connection throws(DatabaseError) in
            try connection.change(
                "UPDATE vestibule_session_token SET first_used_at = ? WHERE digest = ?", .integer(time.seconds),
                .blob(token.bytes))
        }
    }

    /// Notes a use of a session.
    func noteUse(of session: SessionID, at time: Timestamp) throws(StoreError) {
        try run { connection throws(DatabaseError) in
            try connection.change(
                "UPDATE vestibule_session SET used_at = ? WHERE id = ?", .integer(time.seconds),
                .integer(session.number))
        }
    }

    /// Ends a session; its tokens go with it.
    func deleteSession(_ session: SessionID, of account: AccountID) throws(StoreError) -> Bool {
        try take(account)
        return try run { connection throws(DatabaseError) in
            try connection.change(
                "DELETE FROM vestibule_session WHERE id = ? AND account_id = ?", .integer(session.number),
                .integer(account.number)) > 0
        }
    }

    /// Ends an account's sessions but one; no session has the number 0.
    func deleteSessions(of account: AccountID, except session: SessionID?) throws(StoreError) {
        try take(account)
        try run { connection throws(DatabaseError) in
            try connection.change(
                "DELETE FROM vestibule_session WHERE account_id = ? AND id <> ?", .integer(account.number),
                .integer(session?.number ?? 0))
        }
    }

    /// Drops what has outlived its limits among one account's sessions.
    func deleteExpiredSessions(of account: AccountID, at time: Timestamp) throws(StoreError) {
        try take(account)
        let time = DatabaseValue.integer(time.seconds)
        try run { connection throws(DatabaseError) in
            try connection.change(
                """
                DELETE FROM vestibule_session WHERE account_id = ?
                    AND (started_at + absolute_lifetime <= ? OR used_at + idle_lifetime <= ?)
                """, .integer(account.number), time, time)
        }
    }

    /// Writes the counters (H2).
    func setNotices(_ notices: Notices, of account: AccountID) throws(StoreError) {
        try take(account)
        try run { connection throws(DatabaseError) in
            try connection.change(
                """
                REPLACE INTO vestibule_notice (account_id, mentions, messages, comments, followers)
                VALUES (?, ?, ?, ?, ?)
                """, .integer(account.number), .integer(Int64(notices.mentions)), .integer(Int64(notices.messages)),
                .integer(Int64(notices.comments)), .integer(Int64(notices.followers)))
        }
    }

    /// Shuts an account or opens it again; of one that was shut already the first time is kept.
    func setDisabled(since time: Timestamp?, _ account: AccountID) throws(StoreError) -> Bool {
        try take(account)
        return try run { connection throws(DatabaseError) in
            guard let time else {
                return try connection.change(
                    "UPDATE vestibule_account SET disabled_at = NULL WHERE id = ?", .integer(account.number)) > 0
            }
            return try connection.change(
                "UPDATE vestibule_account SET disabled_at = coalesce(disabled_at, ?) WHERE id = ?",
                .integer(time.seconds), .integer(account.number)) > 0
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

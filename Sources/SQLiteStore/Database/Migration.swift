/// One numbered step of the schema; what has been released is never changed again.
struct Migration {
    /// The `user_version` of a store after this step.
    let version: Int32
    /// The statements, run in one transaction with the new version number.
    let sql: String

    /// The version that this program reads and writes.
    static let latestVersion: Int32 = all.last?.version ?? 0

    /// Every step, in order.
    ///
    /// Times are seconds since 1970 in UTC. Names are stored by their normalised keys only (A2).
    static let all = [
        Migration(
            version: 1,
            sql: """
                -- AUTOINCREMENT: a number is never given to another account, since programs behind the login see it.
                CREATE TABLE account (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    telephone TEXT UNIQUE,
                    email_address TEXT UNIQUE,
                    user_name TEXT UNIQUE,
                    password_hash TEXT NOT NULL,
                    created_at INTEGER NOT NULL,
                    last_visit_at INTEGER,
                    last_visit_peer TEXT,
                    CHECK (coalesce(telephone, email_address, user_name) IS NOT NULL),
                    CHECK ((last_visit_at IS NULL) = (last_visit_peer IS NULL))
                ) STRICT;

                CREATE TABLE session (
                    token_digest BLOB PRIMARY KEY CHECK (length(token_digest) = 32),
                    account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                    started_at INTEGER NOT NULL,
                    used_at INTEGER NOT NULL,
                    idle_lifetime INTEGER NOT NULL,
                    absolute_lifetime INTEGER NOT NULL,
                    peer TEXT NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX session_account ON session (account_id);

                -- The trail outlives its accounts, so no reference.
                CREATE TABLE attempt (
                    id INTEGER PRIMARY KEY,
                    made_at INTEGER NOT NULL,
                    account_id INTEGER,
                    kind TEXT NOT NULL,
                    outcome TEXT NOT NULL,
                    peer TEXT NOT NULL,
                    count INTEGER NOT NULL
                ) STRICT;
                CREATE INDEX attempt_time ON attempt (made_at);
                CREATE UNIQUE INDEX attempt_on_no_account ON attempt (made_at, peer, kind, outcome)
                    WHERE account_id IS NULL;
                """),
        sessions,
    ]
}

extension Migration {
    /// Sessions with numbers, names and generations of tokens; notices; disabled accounts (A7, H2, H3).
    ///
    /// Sessions that are there go on, under the name that says most of the account.
    static let sessions = Migration(
        version: 3,
        sql: """
            ALTER TABLE account ADD COLUMN disabled_at INTEGER;

            ALTER TABLE session RENAME TO plain_session;
            DROP INDEX session_account;

            -- AUTOINCREMENT: whoever ends a session by its number must not meet a later one.
            CREATE TABLE session (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                account_name TEXT NOT NULL,
                started_at INTEGER NOT NULL,
                used_at INTEGER NOT NULL,
                idle_lifetime INTEGER NOT NULL,
                absolute_lifetime INTEGER NOT NULL,
                peer TEXT NOT NULL
            ) STRICT;
            CREATE INDEX session_account ON session (account_id);

            CREATE TABLE session_token (
                digest BLOB PRIMARY KEY CHECK (length(digest) = 32),
                session_id INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
                generation INTEGER NOT NULL,
                first_used_at INTEGER,
                UNIQUE (session_id, generation)
            ) STRICT, WITHOUT ROWID;

            INSERT INTO session
                (id, account_id, account_name, started_at, used_at, idle_lifetime, absolute_lifetime, peer)
            SELECT
                row_number() OVER (ORDER BY token_digest), account_id, coalesce(user_name, email_address, telephone),
                started_at, used_at, idle_lifetime, absolute_lifetime, peer
            FROM plain_session JOIN account ON account.id = account_id;
            INSERT INTO session_token (digest, session_id, generation, first_used_at)
            SELECT token_digest, row_number() OVER (ORDER BY token_digest), 1, started_at FROM plain_session;
            DROP TABLE plain_session;

            CREATE TABLE notice (
                account_id INTEGER PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
                mentions INTEGER NOT NULL CHECK (mentions >= 0),
                messages INTEGER NOT NULL CHECK (messages >= 0),
                comments INTEGER NOT NULL CHECK (comments >= 0),
                followers INTEGER NOT NULL CHECK (followers >= 0)
            ) STRICT;
            """)
}

import Cryptography

/// One numbered step of the schema; what has been released is never changed again.
struct Migration {
    /// The `user_version` of a store after this step.
    let version: Int32
    /// The statements, run in one transaction with the new version number.
    let sql: String
    /// What the statements cannot say, run after them in the same transaction.
    let completion: @Sendable (Database) throws(DatabaseError) -> Void

    /// Makes a step.
    init(
        version: Int32, sql: String,
        completion: @escaping @Sendable (Database) throws(DatabaseError) -> Void = { _ throws(DatabaseError) in }
    ) {
        self.version = version
        self.sql = sql
        self.completion = completion
    }

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
        Migration(
            version: 2,
            sql: """
                CREATE TABLE hash_key (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    key BLOB NOT NULL CHECK (length(key) = 32)
                ) STRICT;

                -- A subject is 'account:' and a number, or 'name:' and a keyed hash: see Subject.
                CREATE TABLE failure (
                    subject TEXT NOT NULL,
                    peer TEXT NOT NULL,
                    count INTEGER NOT NULL CHECK (count > 0),
                    last_at INTEGER NOT NULL,
                    lock_end INTEGER,
                    PRIMARY KEY (subject, peer)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX failure_time ON failure (last_at);
                CREATE INDEX failure_of_name ON failure (last_at) WHERE subject > 'name:' AND subject < 'name;';

                CREATE TABLE lease (
                    subject TEXT PRIMARY KEY,
                    owner BLOB NOT NULL CHECK (length(owner) = 32),
                    ends_at INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;

                CREATE TABLE code (
                    subject TEXT NOT NULL,
                    purpose TEXT NOT NULL,
                    digest BLOB NOT NULL CHECK (length(digest) = 32),
                    issued_at INTEGER NOT NULL,
                    tries_left INTEGER NOT NULL CHECK (tries_left > 0),
                    PRIMARY KEY (subject, purpose)
                ) STRICT, WITHOUT ROWID;

                CREATE TABLE code_send (
                    id INTEGER PRIMARY KEY,
                    sent_at INTEGER NOT NULL,
                    subject TEXT NOT NULL,
                    destination TEXT,
                    peer TEXT NOT NULL
                ) STRICT;
                CREATE INDEX code_send_time ON code_send (sent_at);

                CREATE TABLE captcha (
                    id TEXT PRIMARY KEY,
                    digest BLOB NOT NULL CHECK (length(digest) = 32),
                    issued_at INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX captcha_time ON captcha (issued_at);
                """,
            completion: { database throws(DatabaseError) in
                try database.statement("INSERT INTO hash_key (id, key) VALUES (1, ?)")
                    .run(.secretBlob(Randomness.system.makeKey()))
            }),
        sessions,
        // Accounts whose password opens nothing until their owner has set another.
        Migration(version: 4, sql: "ALTER TABLE account ADD COLUMN reset_since INTEGER;"),
    ]
}

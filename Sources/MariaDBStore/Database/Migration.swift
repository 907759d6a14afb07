import Cryptography

/// One numbered step of the tables; what has been released is never changed again.
///
/// The server commits each change of a table at once, so a step cannot be undone as a whole. Instead each of its
/// statements does nothing where it has been done before, and the step's number is written after the last one: a step
/// that was cut off is gone through again, and programs that do it at the same time, on one server or on several nodes
/// of a cluster, come to the same. Numbers are those of the SQLite store.
struct Migration: Sendable {
    /// The version of a store after this step.
    let version: Int64
    /// The statements.
    let statements: [String]

    /// The version that this program reads and writes.
    static let latestVersion: Int64 = all.last?.version ?? 0

    /// Every step, in order.
    static let all = [accounts, resets]

    /// Makes or changes what is missing; a store of a later version is left alone.
    ///
    /// - Returns: the version that the store has now.
    static func bringUpToDate(
        _ connection: Connection, retrying retries: MigrationRetries
    ) throws(DatabaseError) -> Int64 {
        try retries.run { () throws(DatabaseError) in try bringUpToDate(connection, by: all) }
    }

    /// The same by some of the steps.
    static func bringUpToDate(_ connection: Connection, by steps: [Migration]) throws(DatabaseError) -> Int64 {
        let found = try version(connection)
        guard found < steps.last?.version ?? 0 else { return found }
        for step in steps where step.version > found {
            for statement in step.statements { try connection.execute(statement) }
            // Of two programs the first one's key stays.
            try connection.change(
                "INSERT IGNORE INTO vestibule_hash_key (id, value) VALUES (1, ?)",
                .secret(Randomness.system.makeToken()))
            try connection.change(
                "UPDATE vestibule_schema SET version = ? WHERE version < ?", .integer(step.version),
                .integer(step.version))
        }
        return try version(connection)
    }

    /// The version that the store has; 0 where there is none yet.
    static func version(_ connection: Connection) throws(DatabaseError) -> Int64 {
        do throws(DatabaseError) {
            return try connection.first("SELECT version FROM vestibule_schema") { $0.integer(0) } ?? 0
        } catch {
            guard error.code == DatabaseError.missingTable else { throw error }
            return 0
        }
    }
}

extension Migration {
    /// Everything up to sessions with numbers: the first version on this database.
    ///
    /// Times are seconds since 1970 in UTC. Names are stored by their normalised keys only (A2). All text is kept as
    /// bytes: what is equal is decided by the program, and no collation of the server's differs from it.
    private static let accounts = Migration(
        version: 3,
        statements: [
            table("schema", "id TINYINT PRIMARY KEY CHECK (id = 1), version BIGINT NOT NULL"),
            "INSERT IGNORE INTO vestibule_schema (id, version) VALUES (1, 0)",
            table("hash_key", "id TINYINT PRIMARY KEY CHECK (id = 1), value BINARY(32) NOT NULL"),
            // What transactions write to take turns: see Claim.
            table("turn", "id INT PRIMARY KEY, number BIGINT UNSIGNED NOT NULL"),
            "INSERT IGNORE INTO vestibule_turn (id, number) VALUES "
                + (0..<Claim.rowCount).map { "(\($0), 0)" }.joined(separator: ", "),
            table(
                "account",
                """
                id BIGINT PRIMARY KEY AUTO_INCREMENT,
                telephone VARBINARY(16) UNIQUE,
                email_address VARBINARY(255) UNIQUE,
                user_name VARBINARY(1024) UNIQUE,
                password_hash VARBINARY(255) NOT NULL,
                created_at BIGINT NOT NULL,
                last_visit_at BIGINT,
                last_visit_peer VARBINARY(64),
                disabled_at BIGINT,
                CHECK (coalesce(telephone, email_address, user_name) IS NOT NULL),
                CHECK ((last_visit_at IS NULL) = (last_visit_peer IS NULL))
                """),
            table(
                "session",
                """
                id BIGINT PRIMARY KEY AUTO_INCREMENT,
                account_id BIGINT NOT NULL,
                account_name VARBINARY(1024) NOT NULL,
                started_at BIGINT NOT NULL,
                used_at BIGINT NOT NULL,
                idle_lifetime BIGINT NOT NULL,
                absolute_lifetime BIGINT NOT NULL,
                peer VARBINARY(64) NOT NULL,
                FOREIGN KEY (account_id) REFERENCES vestibule_account (id) ON DELETE CASCADE
                """),
            table(
                "session_token",
                """
                digest BINARY(32) PRIMARY KEY,
                session_id BIGINT NOT NULL,
                generation BIGINT NOT NULL,
                first_used_at BIGINT,
                UNIQUE (session_id, generation),
                FOREIGN KEY (session_id) REFERENCES vestibule_session (id) ON DELETE CASCADE
                """),
            table(
                "notice",
                """
                account_id BIGINT PRIMARY KEY,
                mentions BIGINT NOT NULL CHECK (mentions >= 0),
                messages BIGINT NOT NULL CHECK (messages >= 0),
                comments BIGINT NOT NULL CHECK (comments >= 0),
                followers BIGINT NOT NULL CHECK (followers >= 0),
                FOREIGN KEY (account_id) REFERENCES vestibule_account (id) ON DELETE CASCADE
                """),
            // The trail outlives its accounts, so no reference. A line on no account repeats its time: unique there.
            table(
                "attempt",
                """
                id BIGINT PRIMARY KEY AUTO_INCREMENT,
                made_at BIGINT NOT NULL,
                stranger_at BIGINT,
                account_id BIGINT,
                kind VARBINARY(32) NOT NULL,
                outcome VARBINARY(32) NOT NULL,
                peer VARBINARY(64) NOT NULL,
                count BIGINT NOT NULL,
                INDEX (made_at),
                UNIQUE (stranger_at, peer, kind, outcome)
                """),
            // A subject is 'account:' and a number, or 'name:' and a keyed hash: see Subject. A name's time is there
            // twice, so that an index holds the names alone.
            table(
                "failure",
                """
                subject VARBINARY(80) NOT NULL,
                peer VARBINARY(64) NOT NULL,
                count BIGINT NOT NULL CHECK (count > 0),
                last_at BIGINT NOT NULL,
                name_last_at BIGINT,
                lock_end BIGINT,
                PRIMARY KEY (subject, peer),
                INDEX (last_at),
                INDEX (name_last_at)
                """),
            table(
                "lease",
                """
                subject VARBINARY(80) PRIMARY KEY,
                owner BINARY(32) NOT NULL,
                ends_at BIGINT NOT NULL,
                INDEX (ends_at)
                """),
            table(
                "code",
                """
                subject VARBINARY(80) NOT NULL,
                purpose VARBINARY(32) NOT NULL,
                digest BINARY(32) NOT NULL,
                issued_at BIGINT NOT NULL,
                tries_left BIGINT NOT NULL CHECK (tries_left > 0),
                PRIMARY KEY (subject, purpose),
                INDEX (issued_at)
                """),
            table(
                "code_send",
                """
                id BIGINT PRIMARY KEY AUTO_INCREMENT,
                sent_at BIGINT NOT NULL,
                subject VARBINARY(80) NOT NULL,
                destination VARBINARY(80),
                peer VARBINARY(64) NOT NULL,
                INDEX (sent_at)
                """),
            table(
                "captcha",
                """
                id VARBINARY(64) PRIMARY KEY,
                digest BINARY(32) NOT NULL,
                issued_at BIGINT NOT NULL,
                INDEX (issued_at)
                """),
        ])

    /// Accounts whose password opens nothing until their owner has set another.
    private static let resets = Migration(
        version: 4, statements: ["ALTER TABLE vestibule_account ADD COLUMN IF NOT EXISTS reset_since BIGINT"])

    private static func table(_ name: String, _ columns: String) -> String {
        """
        CREATE TABLE IF NOT EXISTS vestibule_\(name) (\(columns))
        ENGINE = InnoDB, ROW_FORMAT = DYNAMIC, DEFAULT CHARACTER SET = utf8mb4, COLLATE = utf8mb4_bin
        """
    }
}

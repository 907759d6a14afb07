import AccountEngine
import Accounts
import Cryptography

extension SQLiteTransaction {
    /// Reads a code by its primary key (A4).
    func code(for subject: Subject, _ purpose: OneTimeCode.Purpose) throws(StoreError) -> StoredCode? {
        try run { database throws(DatabaseError) in
            try database.statement("SELECT digest, issued_at, tries_left FROM code WHERE subject = ? AND purpose = ?")
                .first(.text(subject.text), .text(purpose.rawValue)) { row in
                    TokenDigest(stored: row.blob(0)).map {
                        StoredCode(
                            subject: subject, purpose: purpose, digest: $0, issue: Timestamp(seconds: row.integer(1)),
                            triesLeft: Int(row.integer(2)))
                    }
                } ?? nil
        }
    }

    /// Reads the sends of a stretch of time (A4).
    func codeSends(in time: Range<Timestamp>) throws(StoreError) -> [CodeSend] {
        try run { database throws(DatabaseError) in
            try database.statement(
                "SELECT sent_at, subject, destination, peer FROM code_send WHERE sent_at >= ? AND sent_at < ?"
            ).all(.integer(time.lowerBound.seconds), .integer(time.upperBound.seconds)) { row in
                CodeSend(
                    time: Timestamp(seconds: row.integer(0)), subject: row.text(1),
                    destination: row.optionalText(2), peer: row.text(3))
            }
        }
    }

    /// Adds or replaces a code (A4).
    func put(_ code: StoredCode) throws(StoreError) {
        try run { database throws(DatabaseError) in
            try database.statement(
                "INSERT OR REPLACE INTO code (subject, purpose, digest, issued_at, tries_left) VALUES (?, ?, ?, ?, ?)"
            ).run(
                .text(code.subject.text), .text(code.purpose.rawValue), .blob(code.digest.bytes),
                .integer(code.issue.seconds), .integer(Int64(code.triesLeft)))
        }
    }

    /// Takes a code away (A4).
    func deleteCode(for subject: Subject, _ purpose: OneTimeCode.Purpose) throws(StoreError) {
        try run { database throws(DatabaseError) in
            try database.statement("DELETE FROM code WHERE subject = ? AND purpose = ?")
                .run(.text(subject.text), .text(purpose.rawValue))
        }
    }

    /// Drops codes that are no longer good; the sends' limits keep them few (A4).
    func pruneCodes(outside time: Range<Timestamp>) throws(StoreError) {
        try run { database throws(DatabaseError) in
            try database.statement("DELETE FROM code WHERE issued_at < ? OR issued_at >= ?")
                .run(.integer(time.lowerBound.seconds), .integer(time.upperBound.seconds))
        }
    }

    /// Adds a send (A4).
    func insert(_ send: CodeSend) throws(StoreError) -> Int64 {
        try run { database throws(DatabaseError) in
            try database.statement("INSERT INTO code_send (sent_at, subject, destination, peer) VALUES (?, ?, ?, ?)")
                .run(
                    .integer(send.time.seconds), .text(send.subject), send.destination.map { .text($0) } ?? .null,
                    .text(send.peer))
            return database.lastInsertedRowID
        }
    }

    /// Takes a send back (A6).
    func deleteCodeSend(_ number: Int64) throws(StoreError) {
        try run { database throws(DatabaseError) in
            try database.statement("DELETE FROM code_send WHERE id = ?").run(.integer(number))
        }
    }

    /// Drops sends that count no longer (A4).
    func pruneCodeSends(outside time: Range<Timestamp>) throws(StoreError) {
        try run { database throws(DatabaseError) in
            try database.statement("DELETE FROM code_send WHERE sent_at < ? OR sent_at >= ?")
                .run(.integer(time.lowerBound.seconds), .integer(time.upperBound.seconds))
        }
    }

    /// Adds a picture's answer (A5).
    func insert(_ captcha: StoredCaptcha) throws(StoreError) {
        try run { database throws(DatabaseError) in
            try database.statement("INSERT INTO captcha (id, digest, issued_at) VALUES (?, ?, ?)")
                .run(.text(captcha.id), .blob(captcha.digest.bytes), .integer(captcha.issue.seconds))
        }
    }

    /// Takes a picture's answer out (A5).
    func takeCaptcha(_ id: String) throws(StoreError) -> StoredCaptcha? {
        try run { database throws(DatabaseError) in
            try database.statement("DELETE FROM captcha WHERE id = ? RETURNING digest, issued_at").all(.text(id)) {
                row in
                TokenDigest(stored: row.blob(0)).map {
                    StoredCaptcha(id: id, digest: $0, issue: Timestamp(seconds: row.integer(1)))
                }
            }.first ?? nil
        }
    }

    /// Takes a few more answers than one picture adds, so the table shrinks to its bounds and no call takes long.
    func pruneCaptchas(outside time: Range<Timestamp>, keeping limit: Int) throws(StoreError) {
        try run { database throws(DatabaseError) in
            try database.statement(
                """
                DELETE FROM captcha WHERE id IN (
                    SELECT id FROM captcha WHERE issued_at < ? OR issued_at >= ? LIMIT 64)
                """
            ).run(.integer(time.lowerBound.seconds), .integer(time.upperBound.seconds))
            try database.statement(
                """
                DELETE FROM captcha WHERE id IN (
                    SELECT id FROM captcha ORDER BY issued_at DESC LIMIT 64 OFFSET ?)
                """
            ).run(.integer(Int64(limit)))
        }
    }
}

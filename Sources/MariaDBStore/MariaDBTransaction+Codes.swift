import AccountEngine
import Accounts
import Cryptography

/// Codes, their sends, and pictures' answers (A4, A5).
extension MariaDBTransaction {
    /// Reads a code by its primary key.
    func code(for subject: Subject, _ purpose: OneTimeCode.Purpose) throws(StoreError) -> StoredCode? {
        try take(Claim(subject))
        return try run { connection throws(DatabaseError) in
            try connection.first(
                "SELECT digest, issued_at, tries_left FROM vestibule_code WHERE subject = ? AND purpose = ?",
                .text(subject.text), .text(purpose.rawValue)
            ) { row in
                TokenDigest(stored: row.blob(0)).map { digest in
                    StoredCode(
                        subject: subject, purpose: purpose, digest: digest,
                        issue: Timestamp(seconds: row.integer(1)), triesLeft: Int(row.integer(2)))
                }
            } ?? nil
        }
    }

    /// Reads the sends of a stretch of time.
    func codeSends(in time: Range<Timestamp>) throws(StoreError) -> [CodeSend] {
        try take(.sends)
        return try run { connection throws(DatabaseError) in
            try connection.all(
                """
                SELECT sent_at, subject, destination, peer FROM vestibule_code_send
                WHERE sent_at >= ? AND sent_at < ?
                """, .integer(time.lowerBound.seconds), .integer(time.upperBound.seconds)
            ) { row in
                CodeSend(
                    time: Timestamp(seconds: row.integer(0)), subject: row.text(1),
                    destination: row.optionalText(2), peer: row.text(3))
            }
        }
    }

    /// Adds or replaces a code.
    func put(_ code: StoredCode) throws(StoreError) {
        try take(Claim(code.subject))
        try run { connection throws(DatabaseError) in
            try connection.change(
                """
                REPLACE INTO vestibule_code (subject, purpose, digest, issued_at, tries_left) VALUES (?, ?, ?, ?, ?)
                """, .text(code.subject.text), .text(code.purpose.rawValue), .blob(code.digest.bytes),
                .integer(code.issue.seconds), .integer(Int64(code.triesLeft)))
        }
    }

    /// Takes a code away.
    func deleteCode(for subject: Subject, _ purpose: OneTimeCode.Purpose) throws(StoreError) {
        try take(Claim(subject))
        try run { connection throws(DatabaseError) in
            try connection.change(
                "DELETE FROM vestibule_code WHERE subject = ? AND purpose = ?", .text(subject.text),
                .text(purpose.rawValue))
        }
    }

    /// Drops codes that are no longer good; the sends' limits keep them few.
    func pruneCodes(outside time: Range<Timestamp>) {
        prune("DELETE FROM vestibule_code WHERE issued_at < ? OR issued_at >= ?", outside: time)
    }

    /// Adds a send.
    func insert(_ send: CodeSend) throws(StoreError) -> Int64 {
        try take(.sends)
        return try run { connection throws(DatabaseError) in
            try connection.insert(
                "INSERT INTO vestibule_code_send (sent_at, subject, destination, peer) VALUES (?, ?, ?, ?)",
                .integer(send.time.seconds), .text(send.subject), send.destination.map { .text($0) } ?? .null,
                .text(send.peer))
        }
    }

    /// Takes a send back (A6).
    func deleteCodeSend(_ number: Int64) throws(StoreError) {
        try take(.sends)
        try run { connection throws(DatabaseError) in
            try connection.change("DELETE FROM vestibule_code_send WHERE id = ?", .integer(number))
        }
    }

    /// Drops sends that count no longer.
    func pruneCodeSends(outside time: Range<Timestamp>) {
        prune("DELETE FROM vestibule_code_send WHERE sent_at < ? OR sent_at >= ?", outside: time)
    }

    /// Adds a picture's answer.
    func insert(_ captcha: StoredCaptcha) throws(StoreError) {
        try run { connection throws(DatabaseError) in
            try connection.change(
                "INSERT INTO vestibule_captcha (id, digest, issued_at) VALUES (?, ?, ?)", .text(captcha.id),
                .blob(captcha.digest.bytes), .integer(captcha.issue.seconds))
        }
    }

    /// Takes a picture's answer out: of two that have read it, one deletes it.
    ///
    /// Not by one statement that deletes and returns: where another node of a cluster comes first, its answer is never
    /// finished.
    func takeCaptcha(_ id: String) throws(StoreError) -> StoredCaptcha? {
        try run { connection throws(DatabaseError) in
            let captcha = try connection.first(
                "SELECT digest, issued_at FROM vestibule_captcha WHERE id = ?", .text(id)
            ) { row in
                TokenDigest(stored: row.blob(0)).map { digest in
                    StoredCaptcha(id: id, digest: digest, issue: Timestamp(seconds: row.integer(1)))
                }
            }
            let isTaken = try connection.change("DELETE FROM vestibule_captcha WHERE id = ?", .text(id)) == 1
            return isTaken ? captcha ?? nil : nil
        }
    }

    /// Takes a few more answers than one picture adds, so the table shrinks to its bounds and no call takes long.
    func pruneCaptchas(outside time: Range<Timestamp>, keeping limit: Int) {
        prune("DELETE FROM vestibule_captcha WHERE issued_at < ? OR issued_at >= ? LIMIT 64", outside: time)
        afterwards { connection throws(DatabaseError) in
            try connection.change(
                """
                DELETE vestibule_captcha FROM vestibule_captcha JOIN (
                    SELECT id FROM vestibule_captcha ORDER BY issued_at DESC LIMIT 64 OFFSET ?) AS oldest USING (id)
                """, .integer(Int64(limit)))
        }
    }

    private func prune(_ sql: String, outside time: Range<Timestamp>) {
        afterwards { connection throws(DatabaseError) in
            try connection.change(sql, .integer(time.lowerBound.seconds), .integer(time.upperBound.seconds))
        }
    }
}

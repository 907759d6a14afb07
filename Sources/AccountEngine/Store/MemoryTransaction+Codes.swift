import Accounts
import Cryptography

/// The codes, sends and pictures' answers of a ``MemoryStore``.
struct MemoryCodes {
    /// Whom and what a code is for.
    struct Key: Hashable {
        /// Whom it is on.
        let subject: Subject
        /// What it is good for.
        let purpose: OneTimeCode.Purpose
    }

    /// Codes.
    var codes: [Key: StoredCode] = [:]
    /// Sends by number.
    var sends: [Int64: CodeSend] = [:]
    /// The number that was given last.
    var lastSend: Int64 = 0
    /// Pictures' answers by id.
    var captchas: [String: StoredCaptcha] = [:]
}

extension MemoryTransaction {
    /// Reads a code (A4).
    func code(for subject: Subject, _ purpose: OneTimeCode.Purpose) -> StoredCode? {
        contents.codes.codes[.init(subject: subject, purpose: purpose)]
    }

    /// Reads the sends of a stretch of time (A4).
    func codeSends(in time: Range<Timestamp>) -> [CodeSend] {
        contents.codes.sends.values.filter { time.contains($0.time) }
    }

    /// Adds or replaces a code (A4).
    func put(_ code: StoredCode) {
        contents.codes.codes[.init(subject: code.subject, purpose: code.purpose)] = code
    }

    /// Takes a code away (A4).
    func deleteCode(for subject: Subject, _ purpose: OneTimeCode.Purpose) {
        contents.codes.codes[.init(subject: subject, purpose: purpose)] = nil
    }

    /// Drops codes that are no longer good (A4).
    func pruneCodes(outside time: Range<Timestamp>) {
        contents.codes.codes = contents.codes.codes.filter { time.contains($0.value.issue) }
    }

    /// Adds a send (A4).
    func insert(_ send: CodeSend) -> Int64 {
        contents.codes.lastSend += 1
        contents.codes.sends[contents.codes.lastSend] = send
        return contents.codes.lastSend
    }

    /// Takes a send back (A6).
    func deleteCodeSend(_ number: Int64) {
        contents.codes.sends[number] = nil
    }

    /// Drops sends that count no longer (A4).
    func pruneCodeSends(outside time: Range<Timestamp>) {
        contents.codes.sends = contents.codes.sends.filter { time.contains($0.value.time) }
    }

    /// Adds a picture's answer (A5).
    func insert(_ captcha: StoredCaptcha) {
        contents.codes.captchas[captcha.id] = captcha
    }

    /// Takes a picture's answer out (A5).
    func takeCaptcha(_ id: String) -> StoredCaptcha? {
        contents.codes.captchas.removeValue(forKey: id)
    }

    /// Drops old answers, and the oldest beyond the limit, at once (A5).
    func pruneCaptchas(outside time: Range<Timestamp>, keeping limit: Int) {
        contents.codes.captchas = contents.codes.captchas.filter { time.contains($0.value.issue) }
        let oldest = contents.codes.captchas.values.sorted { $0.issue < $1.issue }.dropLast(limit)
        for captcha in oldest { contents.codes.captchas[captcha.id] = nil }
    }
}

import Accounts
import Cryptography

/// The codes, sends and pictures' answers of a ``MemoryStore``.
struct MemoryCodes {
    /// Whom and what a code is for.
    struct Key: Hashable {
        let subject: Subject
        let purpose: OneTimeCode.Purpose
    }

    var codes: [Key: StoredCode] = [:]
    var sends: [Int64: CodeSend] = [:]
    var lastSend: Int64 = 0
    var captchas: [String: StoredCaptcha] = [:]
}

extension MemoryTransaction {
    func code(for subject: Subject, _ purpose: OneTimeCode.Purpose) -> StoredCode? {
        contents.codes.codes[.init(subject: subject, purpose: purpose)]
    }

    func codeSends(in time: Range<Timestamp>) -> [CodeSend] {
        contents.codes.sends.values.filter { time.contains($0.time) }
    }

    func put(_ code: StoredCode) {
        contents.codes.codes[.init(subject: code.subject, purpose: code.purpose)] = code
    }

    func deleteCode(for subject: Subject, _ purpose: OneTimeCode.Purpose) {
        contents.codes.codes[.init(subject: subject, purpose: purpose)] = nil
    }

    func pruneCodes(outside time: Range<Timestamp>) {
        contents.codes.codes = contents.codes.codes.filter { time.contains($0.value.issue) }
    }

    func insert(_ send: CodeSend) -> Int64 {
        contents.codes.lastSend += 1
        contents.codes.sends[contents.codes.lastSend] = send
        return contents.codes.lastSend
    }

    func deleteCodeSend(_ number: Int64) {
        contents.codes.sends[number] = nil
    }

    func pruneCodeSends(outside time: Range<Timestamp>) {
        contents.codes.sends = contents.codes.sends.filter { time.contains($0.value.time) }
    }

    func insert(_ captcha: StoredCaptcha) {
        contents.codes.captchas[captcha.id] = captcha
    }

    func takeCaptcha(_ id: String) -> StoredCaptcha? {
        contents.codes.captchas.removeValue(forKey: id)
    }

    func pruneCaptchas(outside time: Range<Timestamp>, keeping limit: Int) {
        contents.codes.captchas = contents.codes.captchas.filter { time.contains($0.value.issue) }
        let oldest = contents.codes.captchas.values.sorted { $0.issue < $1.issue }.dropLast(limit)
        for captcha in oldest { contents.codes.captchas[captcha.id] = nil }
    }
}

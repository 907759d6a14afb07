import Accounts
import Cryptography

extension TokenDigest {
    /// Hashes a code together with whom and what it is for, so that it fits nothing else (A4).
    init(of code: OneTimeCode, for subject: Subject, _ purpose: OneTimeCode.Purpose, key: Secret) {
        var bound = Secret("code\0\(purpose.rawValue)\0\(subject.text)\0".utf8)
        code.digits.withUnsafeBytes { bound.append($0) }
        self.init(of: bound, key: key)
    }
}

extension AccountEngine {
    /// The code for `subject` and `purpose`, if it is still good at `time` (A4).
    func goodCode(
        for subject: Subject, _ purpose: OneTimeCode.Purpose, at time: Timestamp, in reader: any StoreReader
    ) throws(StoreError) -> StoredCode? {
        guard let code = try reader.code(for: subject, purpose),
            CodeRules.goodTimes(at: time, life: CodeRules.codeLife).contains(code.issue)
        else { return nil }
        return code
    }

    /// Whether `code` is the one that was sent; no try is counted.
    func isRight(
        _ code: OneTimeCode, for subject: Subject, _ purpose: OneTimeCode.Purpose, at time: Timestamp,
        in reader: any StoreReader
    ) throws(StoreError) -> Bool {
        guard let stored = try goodCode(for: subject, purpose, at: time, in: reader) else { return false }
        return stored.digest == TokenDigest(of: code, for: subject, purpose, key: try reader.hashKey())
    }

    /// Whether `code` is the one that was sent; a wrong one costs a try, a right one stays for the caller to take (A4).
    func tryCode(
        _ code: OneTimeCode, for subject: Subject, _ purpose: OneTimeCode.Purpose, at time: Timestamp,
        in transaction: any StoreTransaction
    ) throws(StoreError) -> Bool {
        guard let stored = try goodCode(for: subject, purpose, at: time, in: transaction) else { return false }
        if try isRight(code, for: subject, purpose, at: time, in: transaction) { return true }
        if stored.triesLeft > 1 {
            try transaction.put(
                StoredCode(
                    subject: subject, purpose: purpose, digest: stored.digest, issue: stored.issue,
                    triesLeft: stored.triesLeft - 1))
        } else {
            try transaction.deleteCode(for: subject, purpose)
        }
        return false
    }
}

import Accounts
import Cryptography

extension AccountEngine {
    /// Whether an answer is right; the picture is used up either way (A5).
    func spendCaptcha(
        _ answer: CaptchaAnswer, at time: Timestamp, in transaction: any StoreTransaction
    ) throws(StoreError) -> Bool {
        guard let stored = try transaction.takeCaptcha(answer.id),
            CodeRules.goodTimes(at: time, life: CodeRules.captchaLife).contains(stored.issue)
        else { return false }
        return stored.digest == TokenDigest(of: answer.text, key: try transaction.hashKey())
    }
}

import Accounts
import Cryptography

extension AccountEngine {
    /// The rule that a new password for the account of this name breaks; nil where it is good (A1, H6).
    ///
    /// It is judged on a thread of its own: the estimator may be another program, and where a transaction has just
    /// ended, its caller may run on the store's thread, which everybody else waits for.
    ///
    /// - Throws: trouble, where it cannot be judged.
    func fault(of password: Secret, for name: String) async throws(ServiceError) -> NewPassword.Fault? {
        do throws(NewPassword.Fault) {
            // Before the estimator: it need not see what is too long.
            try NewPassword.check(password, isWeak: false, policy: settings.passwordPolicy)
        } catch { return error }
        let estimate = await withCheckedContinuation { continuation in
            let ticket = judges.submit { continuation.resume(returning: estimator.estimate(password, account: name)) }
            if ticket == nil { continuation.resume(returning: nil) }
        }
        guard let estimate else { throw .trouble(.estimatorMissing) }
        return estimate.isWeak ? .weak : nil
    }
}

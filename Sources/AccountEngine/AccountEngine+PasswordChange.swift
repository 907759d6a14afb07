import Accounts
import Cryptography
import Text

extension AccountEngine {
    /// Sets another password in the session that `token` opens, and ends all other sessions (H3, A7).
    ///
    /// The new password is judged first, since that costs no hash; a wrong current one is a failure as at a login.
    ///
    /// - Throws: ``ServiceError/passwordRefused(_:)``, ``ServiceError/credentialsWrong(next:)``,
    ///   ``ServiceError/sessionEnded``, ``ServiceError/busy`` (also where the stored hash changed meanwhile),
    ///   ``ServiceError/cancelled``, or trouble.
    public func changePassword(
        _ change: PasswordChange, with token: Secret, from peer: Peer
    ) async throws(ServiceError) {
        let (session, account) = try await answer(with: token, to: .changePassword, from: peer) {
            session, _, reader throws(StoreError) in (session, try reader.account(session.account))
        }
        let new: (hash: PasswordHash, replaced: PasswordHash)
        do throws(ServiceError) {
            // Accounts are never deleted, so a session without one is a damaged store.
            guard let account else { throw .trouble(.storeDamaged) }
            try judge(change.password, for: session.name)
            _ = try await prove(change.current.nfc, for: account)
            let password = change.password.secret.nfc
            let hash = try await hashing { hasher throws(PasswordHash.Failure) in try hasher.hash(password) }
            new = (hash, account.passwordHash)
        } catch {
            throw await refusal(error, of: .changePassword, account: session.account, peer: peer)
        }
        let isReplaced = try await self.change(with: token, to: .changePassword, from: peer) {
            session, time, transaction throws(StoreError) in
            let account = session.account
            // What was proved is no longer the password; or a login has hashed it anew, which is as rare.
            guard try transaction.replacePasswordHash(new.replaced, by: new.hash, of: account) else { return false }
            try transaction.deleteSessions(of: account, except: session.id)
            try audit(.changePassword, .granted, account: account, peer: peer, time: time, in: transaction)
            return true
        }
        guard isReplaced else {
            throw await refusal(.busy, of: .changePassword, account: session.account, peer: peer)
        }
    }

    /// Judges a new password for the account of this name (A1, H6).
    ///
    /// - Throws: ``ServiceError/passwordRefused(_:)``, or trouble where it cannot be judged.
    private func judge(_ password: NewPassword, for name: String) throws(ServiceError) {
        do throws(NewPassword.Fault) {
            // Before the estimator: it need not see what is too long.
            try NewPassword.check(password.secret, isWeak: false, policy: settings.passwordPolicy)
        } catch { throw .passwordRefused(error) }
        guard let estimate = estimator.estimate(password.secret, account: name) else {
            throw .trouble(.estimatorMissing)
        }
        guard !estimate.isWeak else { throw .passwordRefused(.weak) }
    }
}

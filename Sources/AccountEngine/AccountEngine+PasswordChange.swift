import Accounts
import Cryptography
import Text

extension AccountEngine {
    /// Sets another password in the session that `token` opens, and ends all other sessions (H3, A7).
    ///
    /// The new password is judged first, since that costs no hash. The current one is a guess as at a login: it waits
    /// for its turn and counts (A3). The call carries no challenge, so a lock begins at the third failure. While one
    /// lasts nothing is hashed.
    ///
    /// - Throws: ``ServiceError/passwordRefused(_:)``, ``ServiceError/credentialsWrong(next:)``,
    ///   ``ServiceError/locked(seconds:)``, ``ServiceError/sessionEnded``, ``ServiceError/busy`` (also where the stored
    ///   hash changed meanwhile), ``ServiceError/cancelled``, or trouble.
    public func changePassword(
        _ change: PasswordChange, with token: Secret, from peer: Peer
    ) async throws(ServiceError) {
        let (session, lock) = try await answer(with: token, to: .changePassword, from: peer) {
            session, time, reader throws(StoreError) in
            let failures = try reader.failures(of: .account(session.account), from: peer.key)
            return (session, failures?.counted(at: time)?.lockSeconds(at: time))
        }
        let hash: PasswordHash
        let name: AccountName
        do throws(ServiceError) {
            guard let known = AccountName(session.name) else { throw .trouble(.storeDamaged) }
            name = known
            if let fault = try await fault(of: change.password.secret, for: session.name) {
                throw .passwordRefused(fault)
            }
            if let lock { throw .locked(seconds: lock) }
            let password = change.password.secret.nfc
            hash = try await hashing { hasher throws(PasswordHash.Failure) in try hasher.hash(password) }
        } catch {
            throw await refusal(error, of: .changePassword, account: session.account, peer: peer)
        }
        let guess = Guess(
            kind: .changePassword, name: name, subject: .account(session.account), peer: peer, asksChallenge: false)
        let digest = TokenDigest(of: token)
        let isChanged = try await prove(change.current, as: guess, answer: nil) {
            proof, time, transaction throws(StoreError) in
            // The session may have ended meanwhile; that is audited.
            let current = try use(
                digest, for: .changePassword, isActivity: true, peer: peer, time: time, in: transaction)
            guard let current, let account = try transaction.account(proof.account.id) else { return false }
            try transaction.replacePasswordHash(account.passwordHash, by: hash, of: account.id)
            try transaction.deleteSessions(of: account.id, except: current.id)
            try audit(.changePassword, .granted, account: account.id, peer: peer, time: time, in: transaction)
            return true
        }
        guard isChanged else { throw .sessionEnded }
    }
}

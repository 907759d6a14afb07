import Accounts
import Cryptography

extension AccountEngine {
    /// Logs in: whatever password is stored decides, no rule of length or strength (A1, A3, A8, A9).
    ///
    /// - Parameters:
    ///   - credentials: the account, the password, and the answer to a challenge.
    ///   - peer: where the call comes from.
    ///   - asksChallenge: whether the contract can carry a challenge; where not, the lock begins at the third
    ///     failure (6.2, 6.3).
    /// - Returns: the session.
    /// - Throws: ``ServiceError/accountUnknown`` (never where accounts are concealed),
    ///   ``ServiceError/credentialsWrong(next:)``, ``ServiceError/challengeRequired(_:)``,
    ///   ``ServiceError/challengeFailed(next:)``, ``ServiceError/locked(seconds:)``, ``ServiceError/busy``,
    ///   ``ServiceError/cancelled``, or trouble.
    public func logIn(
        _ credentials: Credentials, from peer: Peer, asksChallenge: Bool = true
    ) async throws(ServiceError) -> Session {
        let name = credentials.name
        let isConcealing = settings.concealsAccounts
        let subject = try await read { reader throws(StoreError) -> Subject? in
            if let account = try reader.account(named: name) { return .account(account.id) }
            return isConcealing ? Subject(name, key: try reader.hashKey()) : nil
        }
        guard let subject else { throw await refusal(.accountUnknown, of: .logIn, account: nil, peer: peer) }
        let guess = Guess(kind: .logIn, name: name, subject: subject, peer: peer, asksChallenge: asksChallenge)
        return try await prove(credentials.password, as: guess, answer: credentials.answer) {
            proof, time, transaction throws(StoreError) in
            try audit(.logIn, .granted, account: proof.account.id, peer: peer, time: time, in: transaction)
            return try openSession(
                for: proof.account.id, name: name, isRemembered: credentials.isRemembered, peer: peer, time: time,
                in: transaction)
        }
    }
}

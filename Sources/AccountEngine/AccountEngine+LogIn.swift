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
        try await logIn(credentials, from: peer, asksChallenge: asksChallenge) {
            account, time, transaction throws(StoreError) in
            try openSession(
                for: account, name: credentials.name, isRemembered: credentials.isRemembered, peer: peer, time: time,
                in: transaction)
        }
    }

    /// Logs in where the contract has no sessions and carries no challenge (6.2): none is opened, the visit is noted.
    ///
    /// - Throws: as ``logIn(_:from:asksChallenge:)`` does, without challenges.
    public func verify(_ credentials: Credentials, from peer: Peer) async throws(ServiceError) {
        try await logIn(credentials, from: peer, asksChallenge: false) {
            account, time, transaction throws(StoreError) in
            _ = try transaction.recordVisit(User.Visit(time: time, peer: peer.text), of: account)
        }
    }

    /// Proves the account and runs `admit` with the login's audit line.
    private func logIn<Value: Sendable>(
        _ credentials: Credentials, from peer: Peer, asksChallenge: Bool,
        admit: @escaping @Sendable (AccountID, Timestamp, any StoreTransaction) throws(StoreError) -> Value
    ) async throws(ServiceError) -> Value {
        let name = credentials.name
        let subject = try await subject(of: name, from: peer)
        let guess = Guess(kind: .logIn, name: name, subject: subject, peer: peer, asksChallenge: asksChallenge)
        return try await prove(credentials.password, as: guess, answer: credentials.answer) {
            proof, time, transaction throws(StoreError) in
            try audit(.logIn, .granted, account: proof.account.id, peer: peer, time: time, in: transaction)
            return try admit(proof.account.id, time, transaction)
        }
    }

    /// What failures on `name` count on; an attempt on no account is audited, unless that is concealed (A8).
    private func subject(of name: AccountName, from peer: Peer) async throws(ServiceError) -> Subject {
        guard !settings.concealsAccounts else {
            return try await read { reader throws(StoreError) in
                if let account = try reader.account(named: name) { return .account(account.id) }
                return Subject(name, key: try reader.hashKey())
            }
        }
        let time = clock()
        let attempt = Attempt(time: time, account: nil, kind: .logIn, outcome: .unknown, peer: peer.key)
        let account: StoredAccount?
        do throws(StoreError) {
            account = try await store.account(named: name, elseRecording: attempt, in: trailBounds(at: time))
        } catch { throw .trouble(error.trouble) }
        guard let account else { throw .accountUnknown }
        return .account(account.id)
    }
}

import Accounts
import Cryptography

/// How a token opens its session to a call (A7).
///
/// A token counts as used when it is shown to any call, polling the notices included: that shows that the client
/// has it, so its predecessor has 60 seconds left. A token that is shown later than that after its successor's first
/// use is held by two, of whom nobody can tell which is the thief: the session ends, with all its tokens.
extension AccountEngine {
    /// Changes something in the session that `token` opens, in the one transaction that looks at the token.
    ///
    /// - Parameters:
    ///   - token: what the client showed.
    ///   - kind: the call, for the trail; a refusal is noted here, a success by `body`.
    ///   - isActivity: whether the call keeps the session from its idle limit.
    ///   - peer: from where.
    ///   - body: the change, given the session and the time.
    /// - Returns: what `body` returns.
    /// - Throws: ``ServiceError/sessionEnded``, ``ServiceError/cancelled``, or trouble.
    func change<Value: Sendable>(
        with token: Secret, to kind: Attempt.Kind, isActivity: Bool = true, from peer: Peer,
        _ body: @escaping @Sendable (StoredSession, Timestamp, any StoreTransaction) throws(StoreError) -> Value
    ) async throws(ServiceError) -> Value {
        guard !Task.isCancelled else { throw .cancelled }
        let digest = TokenDigest(of: token)
        let time = clock()
        let value = try await write { transaction throws(StoreError) -> Value? in
            let session = try use(
                digest, for: kind, isActivity: isActivity, peer: peer, time: time, in: transaction)
            return try session.map { session throws(StoreError) in try body(session, time, transaction) }
        }
        guard let value else { throw .sessionEnded }
        return value
    }

    /// Answers a question in the session that `token` opens: from a mere read, unless there is something to note.
    ///
    /// As ``change(with:to:isActivity:from:_:)`` otherwise.
    func answer<Value: Sendable>(
        with token: Secret, to kind: Attempt.Kind, isActivity: Bool = true, from peer: Peer,
        _ body: @escaping @Sendable (StoredSession, Timestamp, any StoreReader) throws(StoreError) -> Value
    ) async throws(ServiceError) -> Value {
        let digest = TokenDigest(of: token)
        let time = clock()
        let value = try await read { reader throws(StoreError) -> Value? in
            guard let token = try reader.token(digest), token.session.isAlive(at: time), !token.isReused(at: time),
                token.firstUse != nil, !(isActivity && token.session.isUseWorthNoting(at: time))
            else { return nil }
            return try body(token.session, time, reader)
        }
        if let value { return value }
        return try await change(with: token, to: kind, isActivity: isActivity, from: peer, body)
    }

    /// The session that a token opens, after noting the use; nil, after noting why, where it opens none.
    func use(
        _ digest: TokenDigest, for kind: Attempt.Kind, isActivity: Bool, peer: Peer, time: Timestamp,
        in transaction: any StoreTransaction
    ) throws(StoreError) -> StoredSession? {
        guard let token = try transaction.token(digest), token.session.isAlive(at: time) else {
            // On no account, so that a client that goes on asking fills one line a minute.
            try audit(kind, .unknown, account: nil, peer: peer, time: time, in: transaction)
            return nil
        }
        let session = token.session
        if token.isReused(at: time) {
            _ = try transaction.deleteSession(session.id, of: session.account)
            try audit(kind, .reused, account: session.account, peer: peer, time: time, in: transaction)
            return nil
        }
        if token.firstUse == nil { try transaction.noteFirstUse(of: digest, at: time) }
        if isActivity, session.isUseWorthNoting(at: time) { try transaction.noteUse(of: session.id, at: time) }
        return session
    }
}

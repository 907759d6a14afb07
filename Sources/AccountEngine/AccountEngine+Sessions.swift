import Accounts
import Cryptography

/// What can be done with a session after the login that opened it (A7, H2, H3, H5).
extension AccountEngine {
    /// Goes on with the session that `token` opened earlier, under a new token (H1, A7).
    ///
    /// The old token stays good until 60 seconds after the first use of the new one, so a client that ends before it
    /// has kept the new one resumes with the old one again. The limits still count from the login. A resumption is
    /// shown as a login is, as the last one at the next: whoever gets in by a stolen token shows there as well.
    ///
    /// - Throws: ``ServiceError/sessionEnded``, ``ServiceError/cancelled``, or trouble.
    public func resume(_ token: Secret, from peer: Peer) async throws(ServiceError) -> Session {
        let successor = randomness.makeToken()
        return try await change(with: token, to: .resume, from: peer) {
            session, time, transaction throws(StoreError) in
            let account = session.account
            try transaction.deleteExpiredSessions(of: account, at: time)
            try transaction.resume(
                session.id, replacing: TokenDigest(of: token), by: TokenDigest(of: successor), at: time,
                from: peer.text)
            let earlier = try transaction.recordVisit(User.Visit(time: time, peer: peer.text), of: account)
            try audit(.resume, .granted, account: account, peer: peer, time: time, in: transaction)
            return Session(
                token: successor,
                user: User(
                    account: session.name, id: account.text, earlierVisit: earlier.map { .last($0) } ?? .never))
        }
    }

    /// Whose session it is (6.1), without the login before this one.
    ///
    /// - Throws: ``ServiceError/sessionEnded``, ``ServiceError/cancelled``, or trouble.
    public func user(with token: Secret, from peer: Peer) async throws(ServiceError) -> User {
        try await answer(with: token, to: .user, from: peer) { session, _, _ throws(StoreError) in
            User(account: session.name, id: session.account.text)
        }
    }

    /// Counts what waits for the user; no activity by which the session lives longer (H2, A7).
    ///
    /// - Throws: ``ServiceError/sessionEnded``, ``ServiceError/cancelled``, or trouble.
    public func notices(with token: Secret, from peer: Peer) async throws(ServiceError) -> Notices {
        try await answer(with: token, to: .notices, isActivity: false, from: peer) {
            session, _, reader throws(StoreError) in try reader.notices(of: session.account)
        }
    }

    /// The same for clients that name the user: whose session it is not gets nothing (6.3).
    ///
    /// - Parameters:
    ///   - user: the number, as ``User/id``.
    ///   - token: what shows the session.
    ///   - peer: from where.
    /// - Returns: the counters.
    /// - Throws: ``ServiceError/sessionEnded`` also where the session is another user's, ``ServiceError/cancelled``, or
    ///   trouble.
    public func notices(
        of user: String, with token: Secret, from peer: Peer
    ) async throws(ServiceError) -> Notices {
        let notices = try await answer(with: token, to: .notices, isActivity: false, from: peer) {
            session, _, reader throws(StoreError) -> Notices? in
            session.account.text == user ? try reader.notices(of: session.account) : nil
        }
        guard let notices else { throw .sessionEnded }
        return notices
    }

    /// The account's sessions that are alive, the one that asks first, then by latest use (H3).
    ///
    /// - Throws: ``ServiceError/sessionEnded``, ``ServiceError/cancelled``, or trouble.
    public func sessions(with token: Secret, from peer: Peer) async throws(ServiceError) -> [SessionSummary] {
        try await answer(with: token, to: .sessions, from: peer) { current, time, reader throws(StoreError) in
            try reader.sessions(of: current.account)
                .filter { $0.isAlive(at: time) }
                .map { session in
                    let isCurrent = session.id == current.id
                    // The question is a use too, whether or not it was written down.
                    return SessionSummary(
                        id: session.id.text, start: session.start, lastUse: isCurrent ? time : session.lastUse,
                        peer: session.peer, isCurrent: isCurrent)
                }
                .sorted { ($0.isCurrent ? 1 : 0, $0.lastUse, $0.start) > ($1.isCurrent ? 1 : 0, $1.lastUse, $1.start) }
        }
    }

    /// Ends the account's session that a ``SessionSummary/id`` names; no error when it has ended already (H3).
    ///
    /// - Throws: ``ServiceError/sessionEnded`` where the session that asks has, ``ServiceError/cancelled``, or trouble.
    public func endSession(_ id: String, with token: Secret, from peer: Peer) async throws(ServiceError) {
        try await change(with: token, to: .endSession, from: peer) { current, time, transaction throws(StoreError) in
            // Another account's number ends nothing.
            let isEnded = try SessionID(text: id).map { id throws(StoreError) in
                try transaction.deleteSession(id, of: current.account)
            }
            let outcome: Attempt.Outcome = isEnded == true ? .granted : .unknown
            try audit(.endSession, outcome, account: current.account, peer: peer, time: time, in: transaction)
        }
    }

    /// Ends all of the account's sessions, the one that asks among them (H3).
    ///
    /// - Throws: ``ServiceError/sessionEnded``, ``ServiceError/cancelled``, or trouble.
    public func endAllSessions(with token: Secret, from peer: Peer) async throws(ServiceError) {
        try await change(with: token, to: .endAllSessions, from: peer) {
            current, time, transaction throws(StoreError) in
            try transaction.deleteSessions(of: current.account)
            try audit(.endAllSessions, .granted, account: current.account, peer: peer, time: time, in: transaction)
        }
    }

    /// Ends the session that `token` belongs to, whether or not the token is still good (H4, A7); no error when it
    /// has ended already.
    ///
    /// - Throws: trouble.
    public func logOut(_ token: Secret, from peer: Peer) async throws(ServiceError) {
        let digest = TokenDigest(of: token)
        let time = clock()
        try await write { transaction throws(StoreError) in
            let token = try transaction.token(digest)
            if let session = token?.session {
                _ = try transaction.deleteSession(session.id, of: session.account)
            }
            let outcome = token.map { $0.isReused(at: time) ? Attempt.Outcome.reused : .granted } ?? .unknown
            try audit(.logOut, outcome, account: token?.session.account, peer: peer, time: time, in: transaction)
        }
    }
}

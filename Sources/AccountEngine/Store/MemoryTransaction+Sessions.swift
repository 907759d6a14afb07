import Accounts
import Cryptography

/// What a ``MemoryStore`` holds of sessions, notices and disabled accounts.
struct MemorySessions {
    /// One generation of a session's tokens.
    struct Token {
        /// Whose it is.
        let session: SessionID
        /// From 1 on, in the order of their making.
        let generation: Int64
        /// When it was first used.
        var firstUse: Timestamp?
    }

    /// The sessions.
    var sessions: [SessionID: StoredSession] = [:]
    /// The tokens of all sessions.
    var tokens: [TokenDigest: Token] = [:]
    /// The counters of those accounts that have any.
    var notices: [AccountID: Notices] = [:]
    /// The accounts that are shut, and since when.
    var disabledAccounts: [AccountID: Timestamp] = [:]
    /// The accounts whose password opens nothing, and since when.
    var resets: [AccountID: Timestamp] = [:]
    /// The number that was given last.
    var lastNumber: Int64 = 0

    /// Ends the sessions for which `condition` holds, with their tokens.
    mutating func removeSessions(where condition: (StoredSession) -> Bool) {
        sessions = sessions.filter { !condition($0.value) }
        tokens = tokens.filter { sessions[$0.value.session] != nil }
    }
}

extension MemoryTransaction {
    /// Finds a token, and when a later generation came into use.
    func token(_ digest: TokenDigest) -> StoredToken? {
        guard let token = contents.sessions.tokens[digest],
            let session = contents.sessions.sessions[token.session]
        else { return nil }
        let later = contents.sessions.tokens.values.filter {
            $0.session == token.session && $0.generation > token.generation
        }
        return StoredToken(
            session: session, firstUse: token.firstUse, successorUse: later.compactMap(\.firstUse).min())
    }

    /// Lists an account's sessions.
    func sessions(of account: AccountID) -> [StoredSession] {
        contents.sessions.sessions.values.filter { $0.account == account }
    }

    /// Reads the counters (H2).
    func notices(of account: AccountID) -> Notices {
        contents.sessions.notices[account] ?? Notices()
    }

    /// Whether the account was shut.
    func isDisabled(_ account: AccountID) -> Bool {
        contents.sessions.disabledAccounts[account] != nil
    }

    /// Adds a session and its first token.
    func insert(_ session: NewSession) {
        contents.sessions.lastNumber += 1
        let id = SessionID(number: contents.sessions.lastNumber)
        contents.sessions.sessions[id] = StoredSession(
            id: id, account: session.account, name: session.name, start: session.start, lastUse: session.start,
            lifetime: session.lifetime, peer: session.peer)
        contents.sessions.tokens[session.token] = .init(session: id, generation: 1, firstUse: session.start)
    }

    /// Adds the next generation and lets the oldest go.
    func resume(
        _ session: SessionID, replacing predecessor: TokenDigest, by successor: TokenDigest, at time: Timestamp,
        from peer: String
    ) {
        contents.sessions.sessions[session] = contents.sessions.sessions[session]?.used(at: time, from: peer)
        let generations = contents.sessions.tokens.values.filter { $0.session == session }.map(\.generation)
        let next = (generations.max() ?? 0) + 1
        contents.sessions.tokens[successor] = .init(session: session, generation: next)
        contents.sessions.tokens = contents.sessions.tokens.filter { digest, token in
            token.session != session || token.generation > next - StoredToken.generationLimit || digest == predecessor
        }
    }

    /// Notes the first use of a token.
    func noteFirstUse(of token: TokenDigest, at time: Timestamp) {
        contents.sessions.tokens[token]?.firstUse = time
    }

    /// Notes a use of a session.
    func noteUse(of session: SessionID, at time: Timestamp) {
        contents.sessions.sessions[session] = contents.sessions.sessions[session]?.used(at: time)
    }

    /// Ends a session and its tokens.
    func deleteSession(_ session: SessionID, of account: AccountID) -> Bool {
        guard contents.sessions.sessions[session]?.account == account else { return false }
        contents.sessions.removeSessions { $0.id == session }
        return true
    }

    /// Ends an account's sessions but one.
    func deleteSessions(of account: AccountID, except session: SessionID?) {
        contents.sessions.removeSessions { $0.account == account && $0.id != session }
    }

    /// Drops what has outlived its limits among one account's sessions.
    func deleteExpiredSessions(of account: AccountID, at time: Timestamp) {
        contents.sessions.removeSessions { session in
            session.account == account
                && (session.start + session.lifetime.absolute <= time
                    || session.lastUse + session.lifetime.idle <= time)
        }
    }

    /// Writes the counters (H2).
    func setNotices(_ notices: Notices, of account: AccountID) {
        contents.sessions.notices[account] = notices
    }

    /// Shuts an account or opens it again.
    func setDisabled(since time: Timestamp?, _ account: AccountID) -> Bool {
        guard contents.accounts[account] != nil else { return false }
        contents.sessions.disabledAccounts[account] =
            time.map { contents.sessions.disabledAccounts[account] ?? $0 }
        return true
    }
}

extension StoredSession {
    /// The same session after a use.
    fileprivate func used(at time: Timestamp, from newPeer: String? = nil) -> StoredSession {
        StoredSession(
            id: id, account: account, name: name, start: start, lastUse: time, lifetime: lifetime,
            peer: newPeer ?? peer)
    }
}

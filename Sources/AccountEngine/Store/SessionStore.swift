import Accounts
import Cryptography

/// What can be read of sessions, and of what waits for their users.
public protocol SessionReader {
    /// The token with this digest and its session, whether or not they are still good (A7).
    func token(_ digest: TokenDigest) throws(StoreError) -> StoredToken?

    /// The account's sessions, whether or not they are still alive, in any order (H3).
    func sessions(of account: AccountID) throws(StoreError) -> [StoredSession]

    /// How much waits for the account; zeros until something is counted (H2).
    func notices(of account: AccountID) throws(StoreError) -> Notices

    /// Whether the account was shut by an administrator.
    func isDisabled(_ account: AccountID) throws(StoreError) -> Bool
}

/// What can be changed of sessions in a transaction (A7).
public protocol SessionStore: SessionReader {
    /// Adds a session with its first token, which counts as used at the session's start.
    func insert(_ session: NewSession) throws(StoreError)

    /// Makes `successor` the next generation of a session's tokens, not used yet, and notes the use and its peer.
    ///
    /// Of the generations before the latest ``StoredToken/generationLimit`` none is kept but `predecessor`, which was
    /// shown: its holder may have lost every successor.
    func resume(
        _ session: SessionID, replacing predecessor: TokenDigest, by successor: TokenDigest, at time: Timestamp,
        from peer: String
    ) throws(StoreError)

    /// Notes the first use of a token.
    func noteFirstUse(of token: TokenDigest, at time: Timestamp) throws(StoreError)

    /// Notes a use of a session.
    func noteUse(of session: SessionID, at time: Timestamp) throws(StoreError)

    /// Ends a session of `account`, with all its tokens; whether there was one.
    func deleteSession(_ session: SessionID, of account: AccountID) throws(StoreError) -> Bool

    /// Ends all sessions of `account` but one; all where that is nil.
    func deleteSessions(of account: AccountID, except session: SessionID?) throws(StoreError)

    /// Drops the account's sessions that have outlived their limits at `time`; not those that a clock set back has
    /// put into the future, since it may be set right again.
    func deleteExpiredSessions(of account: AccountID, at time: Timestamp) throws(StoreError)

    /// Sets what waits for the account (H2).
    func setNotices(_ notices: Notices, of account: AccountID) throws(StoreError)

    /// Shuts an account from `time` on, or opens it again where that is nil; whether there is such an account.
    func setDisabled(since time: Timestamp?, _ account: AccountID) throws(StoreError) -> Bool
}

extension SessionStore {
    /// Ends all sessions of `account`.
    func deleteSessions(of account: AccountID) throws(StoreError) {
        try deleteSessions(of: account, except: nil)
    }
}

import Accounts
import Cryptography
import Text

/// What an administrator does to accounts.
extension AccountEngine {
    /// Shuts an account: its sessions end, and nobody logs in to it until it is opened again (A7).
    ///
    /// - Returns: whether there is such an account.
    /// - Throws: trouble.
    public func disable(_ account: AccountID, from peer: Peer) async throws(ServiceError) -> Bool {
        try await change(account, .disable, from: peer) { time, transaction throws(StoreError) in
            try transaction.deleteSessions(of: account)
            return try transaction.setDisabled(since: time, account)
        }
    }

    /// Opens an account that was shut; its sessions stay ended.
    ///
    /// - Returns: whether there is such an account.
    /// - Throws: trouble.
    public func enable(_ account: AccountID, from peer: Peer) async throws(ServiceError) -> Bool {
        try await change(account, .enable, from: peer) { _, transaction throws(StoreError) in
            try transaction.setDisabled(since: nil, account)
        }
    }

    /// Forgets all peers' failures on an account, and with them locks and challenges (A3).
    ///
    /// - Returns: whether there is such an account.
    /// - Throws: trouble.
    public func unlock(_ account: AccountID, from peer: Peer) async throws(ServiceError) -> Bool {
        try await change(account, .unlock, from: peer) { _, transaction throws(StoreError) in
            try transaction.deleteFailures(of: .account(account))
            return try transaction.account(account) != nil
        }
    }

    /// Starts a reset: the password opens nothing any more, which is answered as a wrong one is, and all sessions end.
    ///
    /// The owner sets another by a code, as for a forgotten password (H7), which ends this state. No administrator
    /// chooses a password. An account without a phone number and e-mail address could not be opened again.
    ///
    /// - Returns: whether it has an address that a code can be sent to, and so whether the reset was started; nil where
    ///   there is no such account.
    /// - Throws: trouble.
    public func startReset(_ account: AccountID, from peer: Peer) async throws(ServiceError) -> Bool? {
        let time = clock()
        return try await write { transaction throws(StoreError) -> Bool? in
            guard try transaction.account(account) != nil else { return nil }
            let isReachable = try !transaction.addresses(of: account).isEmpty
            if isReachable {
                try transaction.deleteSessions(of: account)
                _ = try transaction.setReset(since: time, account)
            }
            try audit(
                .startReset, isReachable ? .granted : .refused, account: account, peer: peer, time: time,
                in: transaction)
            return isReachable
        }
    }

    /// The accounts after one, in the order of their numbers; from the first where that is nil.
    ///
    /// - Throws: trouble.
    public func records(after account: AccountID?, limit: Int) async throws(ServiceError) -> [AccountRecord] {
        try await read { reader throws(StoreError) in try reader.records(after: account, limit: limit) }
    }

    /// An account by its number.
    ///
    /// - Throws: trouble.
    public func record(of account: AccountID) async throws(ServiceError) -> AccountRecord? {
        try await records(after: AccountID(number: account.number - 1), limit: 1).first { $0.id == account }
    }

    /// The account that has `name`.
    ///
    /// - Throws: trouble.
    public func account(named name: AccountName) async throws(ServiceError) -> AccountID? {
        try await read { reader throws(StoreError) in try reader.account(named: name)?.id }
    }

    /// How many of an account's sessions are alive.
    ///
    /// - Throws: trouble.
    public func sessionCount(of account: AccountID) async throws(ServiceError) -> Int {
        let time = clock()
        return try await read { reader throws(StoreError) in
            try reader.sessions(of: account).count { $0.isAlive(at: time) }
        }
    }

    private func change(
        _ account: AccountID, _ kind: Attempt.Kind, from peer: Peer,
        _ body: @escaping @Sendable (Timestamp, any StoreTransaction) throws(StoreError) -> Bool
    ) async throws(ServiceError) -> Bool {
        let time = clock()
        return try await write { transaction throws(StoreError) in
            let isKnown = try body(time, transaction)
            try audit(
                kind, isKnown ? .granted : .unknown, account: isKnown ? account : nil, peer: peer, time: time,
                in: transaction)
            return isKnown
        }
    }
}

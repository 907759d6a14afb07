import Accounts

/// What an administrator does to accounts.
extension AccountEngine {
    /// Shuts an account: its sessions end, and nobody logs in to it until it is opened again (A7).
    ///
    /// - Returns: whether there is such an account.
    /// - Throws: trouble.
    public func disable(_ account: AccountID, from peer: Peer) async throws(ServiceError) -> Bool {
        try await setDisabled(true, account, from: peer)
    }

    /// Opens an account that was shut; its sessions stay ended.
    ///
    /// - Returns: whether there is such an account.
    /// - Throws: trouble.
    public func enable(_ account: AccountID, from peer: Peer) async throws(ServiceError) -> Bool {
        try await setDisabled(false, account, from: peer)
    }

    private func setDisabled(
        _ isDisabled: Bool, _ account: AccountID, from peer: Peer
    ) async throws(ServiceError) -> Bool {
        let time = clock()
        return try await write { transaction throws(StoreError) in
            let isKnown = try transaction.setDisabled(since: isDisabled ? time : nil, account)
            if isDisabled { try transaction.deleteSessions(of: account) }
            try audit(
                isDisabled ? .disable : .enable, isKnown ? .granted : .unknown, account: isKnown ? account : nil,
                peer: peer, time: time, in: transaction)
            return isKnown
        }
    }
}

import Accounts
import Cryptography
import Text

extension AccountEngine {
    /// Logs in: whatever password is stored decides, no rule of length or strength (A1, A8, A9).
    ///
    /// - Throws: ``ServiceError/accountUnknown`` (never where accounts are concealed),
    ///   ``ServiceError/credentialsWrong(next:)``, ``ServiceError/busy``, ``ServiceError/cancelled``, or trouble.
    public func logIn(_ credentials: Credentials, from peer: Peer) async throws(ServiceError) -> Session {
        let account = try await read { reader throws(StoreError) in
            try reader.account(named: credentials.name)
        }
        do throws(ServiceError) {
            let password = credentials.password.nfc
            guard let account else { throw try await unknownAccount(password) }
            let proof = try await prove(password, for: account)
            return try await admit(account, proof, credentials, from: peer)
        } catch {
            throw await refusal(error, of: .logIn, account: account?.id, peer: peer)
        }
    }

    /// What a right password leads to.
    private struct Proof {
        /// The password hashed anew, where the setting has grown.
        let newHash: PasswordHash?
    }

    /// Compares the password, and hashes it anew where the stored hash is cheaper than the setting (A1).
    private func prove(_ password: Secret, for account: StoredAccount) async throws(ServiceError) -> Proof {
        let hash = account.passwordHash
        let proof = try await hashing { hasher throws(PasswordHash.Failure) -> Proof? in
            guard try hasher.isMatch(password, hash) else { return nil }
            // Whoever proved the password gets in even when there is no memory for the better hash.
            return Proof(newHash: hasher.isOutdated(hash) ? try? hasher.hash(password) : nil)
        }
        guard let proof else { throw .credentialsWrong(next: nil) }
        return proof
    }

    /// What to answer where there is no account; concealed, it costs what a wrong password costs (A8).
    private func unknownAccount(_ password: Secret) async throws(ServiceError) -> ServiceError {
        guard settings.concealsAccounts else { return .accountUnknown }
        _ = try await hashing { hasher throws(PasswordHash.Failure) in try hasher.hash(password) }
        return .credentialsWrong(next: nil)
    }

    /// Opens the session, with its audit line in the same transaction (A7, A9).
    private func admit(
        _ account: StoredAccount, _ proof: Proof, _ credentials: Credentials, from peer: Peer
    ) async throws(ServiceError) -> Session {
        guard !Task.isCancelled else { throw .cancelled }
        let time = clock()
        return try await write { transaction throws(StoreError) in
            if let newHash = proof.newHash {
                try transaction.replacePasswordHash(account.passwordHash, by: newHash, of: account.id)
            }
            try audit(.logIn, .granted, account: account.id, peer: peer, time: time, in: transaction)
            return try openSession(
                for: account.id, name: credentials.name, isRemembered: credentials.isRemembered, peer: peer,
                time: time, in: transaction)
        }
    }
}

import Accounts
import Cryptography
import Text

extension AccountEngine {
    /// Sets a forgotten password (H7).
    ///
    /// The new password is judged first, so that one that is refused does not use up the code. Then the code is looked
    /// at, before anything is hashed; it is taken in the transaction that sets the password. A wrong code is a failure
    /// on the account like a wrong password (A3), but a lock does not keep the owner from resetting, and while it lasts
    /// nothing is added to it. A reset proves who asks, so it clears their own peer's failures, as a login does.
    ///
    /// Where there is no such account, or nothing that a code could reach, no code is right.
    ///
    /// - Throws: ``ServiceError/codeWrong``, ``ServiceError/passwordRefused(_:)``, ``ServiceError/unsupported``,
    ///   ``ServiceError/busy``, ``ServiceError/cancelled``, or trouble.
    public func reset(_ reset: PasswordReset, from peer: Peer) async throws(ServiceError) {
        let subject = try await read { reader throws(StoreError) in
            if let account = try reader.account(named: reset.name) { return Subject.account(account.id) }
            return Subject(reset.name, key: try reader.hashKey())
        }
        do throws(ServiceError) {
            guard declaration.calls.contains(.reset) else { throw .unsupported }
            if let fault = try await fault(of: reset.password.secret, for: reset.name.text) {
                throw .passwordRefused(fault)
            }
        } catch { throw await refusal(error, of: .reset, account: subject.account, peer: peer) }
        guard try await tryCode(of: reset, for: subject, from: peer) else { throw .codeWrong }

        let password = reset.password.secret.nfc
        let hash: PasswordHash
        do throws(ServiceError) {
            hash = try await hashing { hasher throws(PasswordHash.Failure) in try hasher.hash(password) }
            guard !Task.isCancelled else { throw .cancelled }
        } catch { throw await refusal(error, of: .reset, account: subject.account, peer: peer) }
        guard try await set(hash, by: reset, for: subject, from: peer) else { throw .codeWrong }
    }

    /// Whether the code is right; a wrong one costs a try and is a failure.
    private func tryCode(
        of reset: PasswordReset, for subject: Subject, from peer: Peer
    ) async throws(ServiceError) -> Bool {
        let guess = Guess(kind: .reset, name: reset.name, subject: subject, peer: peer, asksChallenge: true)
        return try await write { transaction throws(StoreError) in
            let time = clock()
            if try tryCode(reset.code, for: subject, .reset, at: time, in: transaction) { return true }
            let failures = try transaction.failures(of: subject, from: peer.key)?.counted(at: time)
            // Names that no account has are counted only where a login counts them too.
            if failures?.lockSeconds(at: time) == nil, subject.account != nil || settings.concealsAccounts {
                try addFailure(of: guess, at: time, in: transaction)
            }
            try audit(guess, subject.account == nil ? .unknown : .wrong, at: time, in: transaction)
            return false
        }
    }

    /// Takes the code and sets the password; false where the code was taken, or lapsed, meanwhile.
    private func set(
        _ hash: PasswordHash, by reset: PasswordReset, for subject: Subject, from peer: Peer
    ) async throws(ServiceError) -> Bool {
        try await write { transaction throws(StoreError) in
            let time = clock()
            let isRight = try isRight(reset.code, for: subject, .reset, at: time, in: transaction)
            guard isRight, let id = subject.account, let account = try transaction.account(id) else {
                try audit(.reset, .wrong, account: subject.account, peer: peer, time: time, in: transaction)
                return false
            }
            try transaction.deleteCode(for: subject, .reset)
            try transaction.replacePasswordHash(account.passwordHash, by: hash, of: id)
            _ = try transaction.setReset(since: nil, id)
            try transaction.deleteFailures(of: subject, from: peer.key)
            if reset.endsSessions { try transaction.deleteSessions(of: id) }
            try audit(.reset, .granted, account: id, peer: peer, time: time, in: transaction)
            return true
        }
    }
}

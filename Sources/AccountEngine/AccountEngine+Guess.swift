import Accounts
import Cryptography
import Text

/// One attempt to prove an account by its password, by whatever call (A3).
struct Guess: Sendable {
    /// What it is audited as.
    let kind: Attempt.Kind
    /// The name that was used; it decides which challenge is set.
    let name: AccountName
    /// What failures count on.
    let subject: Subject
    /// Who guesses.
    let peer: Peer
    /// Whether a challenge can be answered; where not, the lock begins earlier (6.2, 6.3).
    let asksChallenge: Bool
}

/// What an attempt has while its password is compared: the lease, and what to compare with.
struct Permit: Sendable {
    /// The attempt.
    let guess: Guess
    /// The account as it was when the lease was taken; nil where there is none and that is concealed (A8).
    let account: StoredAccount?
    /// Names the lease.
    let owner: TokenDigest
}

/// What a right password leads to.
struct Proof: Sendable {
    /// The account as the password was compared with.
    let account: StoredAccount
    /// The password hashed anew, where the setting has grown (A1).
    let newHash: PasswordHash?
}

extension AccountEngine {
    /// Compares `password` and runs `admit`, which audits what comes of it, in the transaction that notes the success
    /// (A3, A9).
    ///
    /// An attempt waits for its turn in this program, then for the lease, which programs on one store share. One short
    /// transaction looks at locks, challenge and lease together; then the password is hashed, outside any transaction;
    /// another one counts the failure, or admits. So no guess is compared that the count would have refused, however
    /// many come at once.
    ///
    /// - Throws: ``ServiceError/credentialsWrong(next:)``, ``ServiceError/challengeRequired(_:)``,
    ///   ``ServiceError/challengeFailed(next:)``, ``ServiceError/locked(seconds:)``, ``ServiceError/busy``,
    ///   ``ServiceError/cancelled``, or trouble; all of them audited.
    func prove<Value: Sendable>(
        _ password: Secret, as guess: Guess, answer: ChallengeAnswer?,
        admit: @escaping @Sendable (Proof, Timestamp, any StoreTransaction) throws(StoreError) -> Value
    ) async throws(ServiceError) -> Value {
        do throws(ServiceError) {
            try await turns.enter(guess.subject)
        } catch {
            throw await refusal(error, of: guess.kind, account: guess.subject.account, peer: guess.peer)
        }
        defer { turns.leave(guess.subject) }
        let permit = try await permit(for: guess, answer: answer)
        let proof: Proof?
        do throws(ServiceError) {
            proof = try await compare(password.nfc, with: permit.account)
            // A wrong guess counts even when nobody waits for the answer any more.
            guard proof == nil || !Task.isCancelled else { throw .cancelled }
        } catch {
            throw await refusal(
                error, of: guess.kind, account: guess.subject.account, peer: guess.peer, endingLeaseOf: permit)
        }
        guard let proof else { throw try await countFailure(of: permit) }
        return try await write { transaction throws(StoreError) -> Result<Value, ServiceError> in
            let time = clock()
            let isCurrent = try transaction.deleteLease(of: guess.subject, owner: permit.owner)
            // Somebody else's turn began, or the password was changed, while this one was being compared.
            guard isCurrent, try transaction.account(proof.account.id) == proof.account else {
                try audit(guess, .busy, at: time, in: transaction)
                return .failure(.busy)
            }
            // There is no word for it: whoever shut the account, or began a reset, knows and tells its owner.
            let isDisabled = try transaction.isDisabled(proof.account.id)
            guard !isDisabled, try !transaction.mustReset(proof.account.id) else {
                return .failure(try addWrongPassword(of: guess, at: time, in: transaction))
            }
            try transaction.deleteFailures(of: guess.subject, from: guess.peer.key)
            if let newHash = proof.newHash {
                try transaction.replacePasswordHash(proof.account.passwordHash, by: newHash, of: proof.account.id)
            }
            return .success(try admit(proof, time, transaction))
        }.get()
    }

    /// Compares the password, and hashes it anew where the stored hash is cheaper than the setting (A1).
    ///
    /// Where there is no account it costs the same (A8).
    private func compare(_ password: Secret, with account: StoredAccount?) async throws(ServiceError) -> Proof? {
        try await hashing { hasher throws(PasswordHash.Failure) -> Proof? in
            guard let account else {
                _ = try hasher.hash(password)
                return nil
            }
            guard try hasher.isMatch(password, account.passwordHash) else { return nil }
            // Whoever proved the password gets in even when there is no memory for the better hash.
            let newHash = hasher.isOutdated(account.passwordHash) ? try? hasher.hash(password) : nil
            return Proof(account: account, newHash: newHash)
        }
    }

    /// Counts a wrong password and says what the next attempt needs.
    private func countFailure(of permit: Permit) async throws(ServiceError) -> ServiceError {
        let guess = permit.guess
        return try await write { transaction throws(StoreError) in
            let time = clock()
            let isCurrent = try transaction.deleteLease(of: guess.subject, owner: permit.owner)
            let error = try addWrongPassword(of: guess, at: time, in: transaction)
            // A right password would have been told the same.
            return isCurrent ? error : .busy
        }
    }

    /// Adds a failure, audits it as the wrong password it was, and says what the next attempt needs.
    private func addWrongPassword(
        of guess: Guess, at time: Timestamp, in transaction: any StoreTransaction
    ) throws(StoreError) -> ServiceError {
        let lock = try addFailure(of: guess, at: time, in: transaction)
        try audit(guess, guess.subject.account == nil ? .unknown : .wrong, at: time, in: transaction)
        if let lock { return .locked(seconds: lock) }
        return .credentialsWrong(next: try dueChallenge(for: guess, at: time, in: transaction))
    }

    /// Adds a failure of the guess's peer, and with it a lock where one is due.
    ///
    /// - Returns: how long that lock lasts, in seconds; nil where there is none. The attempt that leads to it tells it,
    ///   so that nobody has to try once more to learn of it.
    @discardableResult
    func addFailure(
        of guess: Guess, at time: Timestamp, in transaction: any StoreTransaction
    ) throws(StoreError) -> Int? {
        let earlier = try transaction.failures(of: guess.subject, from: guess.peer.key)?.counted(at: time)
        let failures = PeerFailures.adding(
            to: earlier, from: guess.peer, at: time, asksChallenge: guess.asksChallenge)
        try transaction.put(failures, of: guess.subject)
        try transaction.pruneFailures(
            outside: FailureRules.countedTimes(at: time), keepingNames: settings.strangerLimit)
        return failures.lockSeconds(at: time)
    }

    /// Adds a line about a guess to the audit trail (A9).
    func audit(
        _ guess: Guess, _ outcome: Attempt.Outcome, at time: Timestamp, in transaction: any StoreTransaction
    ) throws(StoreError) {
        try audit(
            guess.kind, outcome, account: guess.subject.account, peer: guess.peer, time: time, in: transaction)
    }
}

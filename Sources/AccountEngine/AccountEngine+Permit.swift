import Accounts
import Cryptography

extension AccountEngine {
    /// What a transaction makes of an attempt that asks to be compared.
    private enum Decision: Sendable {
        /// It has the lease.
        case permitted(Permit)
        /// Another attempt has the lease.
        case waiting
        /// It may not; audited.
        case refused(ServiceError)
    }

    /// Takes the lease, or says why the password is not looked at; that is audited (A3, A4).
    func permit(for guess: Guess, answer: ChallengeAnswer?) async throws(ServiceError) -> Permit {
        let owner = TokenDigest(of: randomness.makeKey())
        while true {
            let decision = try await write { transaction throws(StoreError) in
                try decide(on: guess, answer, owner: owner, in: transaction)
            }
            switch decision {
            case .permitted(let permit): return permit
            case .refused(let error): throw error
            case .waiting:
                do throws(ServiceError) {
                    try await waitForLease(on: guess.subject)
                } catch {
                    throw await refusal(error, of: guess.kind, account: guess.subject.account, peer: guess.peer)
                }
            }
        }
    }

    /// Looks at lock, lease and challenge in this order: a lock is told at once, and a challenge may only be due once
    /// the attempt before has ended.
    private func decide(
        on guess: Guess, _ answer: ChallengeAnswer?, owner: TokenDigest, in transaction: any StoreTransaction
    ) throws(StoreError) -> Decision {
        let time = clock()
        if let stored = try transaction.failures(of: guess.subject, from: guess.peer.key),
            let failures = stored.counted(at: time)
        {
            // After a jump back of the clock; kept, so that the lock does not begin again at each attempt.
            if failures != stored { try transaction.put(failures, of: guess.subject) }
            if let seconds = failures.lockSeconds(at: time) {
                try audit(guess, .refused, at: time, in: transaction)
                return .refused(.locked(seconds: seconds))
            }
        }
        if let lease = try transaction.lease(of: guess.subject), lease.isAlive(at: time) { return .waiting }
        if let challenge = try dueChallenge(for: guess, at: time, in: transaction) {
            switch try verdict(on: answer, to: challenge, of: guess.subject, at: time, in: transaction) {
            case .missing:
                try audit(guess, .refused, at: time, in: transaction)
                return .refused(.challengeRequired(challenge))
            case .wrong:
                let lock = try addFailure(of: guess, at: time, in: transaction)
                try audit(guess, .wrong, at: time, in: transaction)
                if let lock { return .refused(.locked(seconds: lock)) }
                return .refused(.challengeFailed(next: try challengeNow(for: guess, at: time, in: transaction)))
            case .right: break
            }
        }
        let account = try guess.subject.account.flatMap { id throws(StoreError) in try transaction.account(id) }
        try transaction.put(Lease(owner: owner, end: time + FailureRules.leaseDuration), of: guess.subject)
        return .permitted(Permit(guess: guess, account: account, owner: owner))
    }

    /// Waits until no attempt of another program, or of another engine in this one, has the lease.
    ///
    /// That attempt takes about as long as a hash; a lease whose program was killed lapses by itself.
    private func waitForLease(on subject: Subject) async throws(ServiceError) {
        var pause = Duration.milliseconds(5)
        var patience = Duration.seconds(2 * FailureRules.leaseDuration)
        while patience > .zero {
            do { try await sleep(pause) } catch { throw .cancelled }
            patience -= pause
            pause = min(pause * 2, .milliseconds(100))
            let isFree = try await read { reader throws(StoreError) in
                try reader.lease(of: subject)?.isAlive(at: clock()) != true
            }
            if isFree { return }
        }
        throw .busy
    }
}

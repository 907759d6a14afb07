import Accounts

/// What failures lead to, in numbers (A3).
///
/// Failures are kept for each peer on each account. What they lead to follows from two sums:
///
/// - The **challenge** goes by all peers' failures on the account together, so that a guesser with many addresses
///   meets it too. It stays until enough of them have lapsed: a login clears its own peer's failures only.
/// - The **lock** goes by one peer's failures on the account, so that no peer can lock another one out.
///
/// A peer's failures lapse together, twelve hours after the latest.
///
/// A clock may jump. One that jumps on lets locks and failures lapse early, which nothing here could tell from time
/// that has passed; it admits nobody without the password. One that jumps back leaves failures that lie in the future:
/// those of the peer that asks are taken to have happened now, so its lock lasts no longer than it would have from
/// here on, and never more than 15 minutes.
enum FailureRules {
    /// With more failures than this an attempt is asked for more.
    static let unchallenged = 2
    /// How long failures count, in seconds, from the latest.
    static let lapse: Int64 = 12 * 3600
    /// How long an attempt may take before others no longer wait for it, in seconds.
    static let leaseDuration: Int64 = 10
    /// How far the clocks of machines on one store may be apart, in seconds.
    static let clockDifference: Int64 = 5
    /// How long the first lock, the second … and the last one last, in seconds.
    private static let locks: [Int64] = [60, 120, 240, 480, 900]

    /// The failure that leads to the first lock.
    ///
    /// Where nothing else can be asked for (6.2, 6.3), the lock takes the challenge's place.
    static func firstLock(asksChallenge: Bool) -> Int { asksChallenge ? 10 : unchallenged + 1 }

    /// How long the lock after so many failures lasts, in seconds; nil where there is none.
    static func lock(afterFailure count: Int, asksChallenge: Bool) -> Int64? {
        let step = count - firstLock(asksChallenge: asksChallenge)
        return step < 0 ? nil : locks[min(step, locks.count - 1)]
    }

    /// The times of latest failures that count at `time`.
    ///
    /// Those in the future are of before a jump back; beyond twelve hours nothing is believed.
    static func countedTimes(at time: Timestamp) -> Range<Timestamp> {
        time + (1 - lapse)..<time + lapse
    }
}

extension PeerFailures {
    /// The record as it counts at `time`; nil once it has lapsed.
    func counted(at time: Timestamp) -> PeerFailures? {
        guard last > time else { return time < last + FailureRules.lapse ? self : nil }
        let lock = lockEnd.map { min(max($0.seconds - last.seconds, 0), 900) }
        return PeerFailures(peer: peer, count: count, last: time, lockEnd: lock.map { time + $0 })
    }

    /// How long the peer is still locked out at `time`, in seconds; nil where it is not.
    func lockSeconds(at time: Timestamp) -> Int? {
        guard let lockEnd, time < lockEnd else { return nil }
        return Int(lockEnd.seconds - time.seconds)
    }

    /// A peer's record after one more failure.
    static func adding(
        to earlier: PeerFailures?, from peer: Peer, at time: Timestamp, asksChallenge: Bool
    ) -> PeerFailures {
        let count = (earlier?.count ?? 0) + 1
        let lock = FailureRules.lock(afterFailure: count, asksChallenge: asksChallenge)
        return PeerFailures(peer: peer.key, count: count, last: time, lockEnd: lock.map { time + $0 })
    }
}

extension Lease {
    /// Whether others still wait for it at `time`.
    ///
    /// An end further ahead than a lease lasts, and another machine's clock may be, is of before a jump back of the
    /// clock, and so of an attempt long over.
    func isAlive(at time: Timestamp) -> Bool {
        time < end && end <= time + FailureRules.leaseDuration + FailureRules.clockDifference
    }
}

import Accounts
import Cryptography

/// One peer's failures on one account or name (A3).
public struct PeerFailures: Hashable, Sendable {
    /// Whose they are, as ``Peer/key``.
    public let peer: String
    /// How many, at least 1.
    public let count: Int
    /// When the latest was.
    public let last: Timestamp
    /// Until when the peer is locked out; nil where the latest failure led to no lock.
    public let lockEnd: Timestamp?

    /// Makes a record.
    public init(peer: String, count: Int, last: Timestamp, lockEnd: Timestamp?) {
        self.peer = peer
        self.count = count
        self.last = last
        self.lockEnd = lockEnd
    }
}

/// The right to compare passwords on one account or name, which one attempt has at a time (A3).
public struct Lease: Hashable, Sendable {
    /// Names the attempt; random.
    public let owner: TokenDigest
    /// When it lapses, should the attempt never end.
    public let end: Timestamp

    /// Makes a lease.
    public init(owner: TokenDigest, end: Timestamp) {
        self.owner = owner
        self.end = end
    }
}

/// What can be read of failures and leases.
public protocol FailureReader {
    /// One peer's failures on `subject`; nil where there are none, or they were pruned.
    func failures(of subject: Subject, from peer: String) throws(StoreError) -> PeerFailures?

    /// All peers' failures on `subject` whose latest lies in `time`, added up; the store may stop once it has `limit`.
    func failureCount(of subject: Subject, in time: Range<Timestamp>, limit: Int) throws(StoreError) -> Int

    /// The lease on `subject`, whether or not it has lapsed.
    func lease(of subject: Subject) throws(StoreError) -> Lease?
}

/// What can be changed about failures and leases.
public protocol FailureWriter {
    /// Puts a peer's record on `subject` in the place of an earlier one.
    func put(_ failures: PeerFailures, of subject: Subject) throws(StoreError)

    /// Forgets one peer's failures on `subject`.
    func deleteFailures(of subject: Subject, from peer: String) throws(StoreError)

    /// Drops records whose latest failure lies outside `time`, and of those of names the oldest beyond `limit`.
    ///
    /// A bounded number each call. Records of accounts are never dropped for lack of room.
    func pruneFailures(outside time: Range<Timestamp>, keepingNames limit: Int) throws(StoreError)

    /// Puts a lease on `subject` in the place of an earlier one.
    func put(_ lease: Lease, of subject: Subject) throws(StoreError)

    /// Ends the lease on `subject`, if `owner` has it; whether it had.
    func deleteLease(of subject: Subject, owner: TokenDigest) throws(StoreError) -> Bool
}

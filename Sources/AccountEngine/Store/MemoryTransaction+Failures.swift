import Accounts
import Cryptography

/// The failures and leases of a ``MemoryStore``.
struct MemoryFailures {
    /// A peer's failures on a subject.
    struct Key: Hashable {
        /// Whom it is on.
        let subject: Subject
        /// Whose it is, as ``Peer/key``.
        let peer: String
    }

    /// Failures.
    var records: [Key: PeerFailures] = [:]
    /// Leases.
    var leases: [Subject: Lease] = [:]
}

extension MemoryTransaction {
    /// Reads a record (A3).
    func failures(of subject: Subject, from peer: String) -> PeerFailures? {
        contents.failures.records[.init(subject: subject, peer: peer)]
    }

    /// Adds up all records (A3).
    func failureCount(of subject: Subject, in time: Range<Timestamp>, limit: Int) -> Int {
        contents.failures.records.filter { $0.key.subject == subject && time.contains($0.value.last) }
            .reduce(0) { $0 + $1.value.count }
    }

    /// Reads a lease (A3).
    func lease(of subject: Subject) -> Lease? {
        contents.failures.leases[subject]
    }

    /// Adds or replaces a record (A3).
    func put(_ failures: PeerFailures, of subject: Subject) {
        contents.failures.records[.init(subject: subject, peer: failures.peer)] = failures
    }

    /// Forgets one peer's failures (A3).
    func deleteFailures(of subject: Subject, from peer: String) {
        contents.failures.records[.init(subject: subject, peer: peer)] = nil
    }

    /// Drops what has lapsed, and the oldest names beyond the limit, at once (A3, A8).
    func pruneFailures(outside time: Range<Timestamp>, keepingNames limit: Int) {
        contents.failures.records = contents.failures.records.filter { time.contains($0.value.last) }
        let names = contents.failures.records.filter { $0.key.subject.account == nil }
        for (key, _) in names.sorted(by: { $0.value.last < $1.value.last }).dropLast(limit) {
            contents.failures.records[key] = nil
        }
    }

    /// Adds or replaces a lease (A3).
    func put(_ lease: Lease, of subject: Subject) {
        contents.failures.leases[subject] = lease
    }

    /// Ends a lease for its owner (A3).
    func deleteLease(of subject: Subject, owner: TokenDigest) -> Bool {
        guard contents.failures.leases[subject]?.owner == owner else { return false }
        contents.failures.leases[subject] = nil
        return true
    }
}

import Accounts
import Cryptography

/// The failures and leases of a ``MemoryStore``.
struct MemoryFailures {
    /// A peer's failures on a subject.
    struct Key: Hashable {
        let subject: Subject
        let peer: String
    }

    var records: [Key: PeerFailures] = [:]
    var leases: [Subject: Lease] = [:]
}

extension MemoryTransaction {
    func failures(of subject: Subject, from peer: String) -> PeerFailures? {
        contents.failures.records[.init(subject: subject, peer: peer)]
    }

    func failureCount(of subject: Subject, in time: Range<Timestamp>, limit: Int) -> Int {
        contents.failures.records.filter { $0.key.subject == subject && time.contains($0.value.last) }
            .reduce(0) { $0 + $1.value.count }
    }

    func lease(of subject: Subject) -> Lease? {
        contents.failures.leases[subject]
    }

    func put(_ failures: PeerFailures, of subject: Subject) {
        contents.failures.records[.init(subject: subject, peer: failures.peer)] = failures
    }

    func deleteFailures(of subject: Subject, from peer: String) {
        contents.failures.records[.init(subject: subject, peer: peer)] = nil
    }

    func pruneFailures(outside time: Range<Timestamp>, keepingNames limit: Int) {
        contents.failures.records = contents.failures.records.filter { time.contains($0.value.last) }
        let names = contents.failures.records.filter { $0.key.subject.account == nil }
        for (key, _) in names.sorted(by: { $0.value.last < $1.value.last }).dropLast(limit) {
            contents.failures.records[key] = nil
        }
    }

    func put(_ lease: Lease, of subject: Subject) {
        contents.failures.leases[subject] = lease
    }

    func deleteLease(of subject: Subject, owner: TokenDigest) -> Bool {
        guard contents.failures.leases[subject]?.owner == owner else { return false }
        contents.failures.leases[subject] = nil
        return true
    }
}

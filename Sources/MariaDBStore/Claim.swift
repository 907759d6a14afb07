import AccountEngine
import Cryptography

/// What a transaction must be alone with, until it ends.
///
/// The limits of section 4 are counted by reading and then writing. Row locks do not keep others from adding what was
/// counted, and a Galera cluster compares only what two transactions wrote. So whoever reads, in order to write, what
/// belongs to an account, a name or the sends first writes a row of `vestibule_turn`: on one server the second waits
/// there and then reads what the first has committed; in a cluster the later one of two nodes is answered by a
/// deadlock and begins again.
///
/// Several accounts or names share a row, which only makes them wait. Transactions claim in the order of the rows —
/// names, then accounts, then sends — so they do not wait for each other in a circle.
struct Claim: Hashable {
    /// The number of the row.
    let row: Int64

    private static let rowsOfAKind: Int64 = 4096

    /// How many rows there are, from 0 on.
    static let rowCount = 2 * rowsOfAKind + 1

    /// All sends of codes together: they share a limit (A4).
    static let sends = Claim(row: 2 * rowsOfAKind)

    /// An account or name, with its failures, lease, codes and sessions.
    init(_ subject: Subject) {
        switch subject {
        case .account(let id): self.init(row: Self.rowsOfAKind + id.number % Self.rowsOfAKind)
        case .name(let digest):
            self.init(row: (Int64(digest.bytes[0]) << 8 | Int64(digest.bytes[1])) % Self.rowsOfAKind)
        }
    }

    private init(row: Int64) {
        self.row = row
    }
}

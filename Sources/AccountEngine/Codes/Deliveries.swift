import Accounts
import Synchronization

/// How the latest messages left, which those that must only seem to leave go by (A8, H7).
final class Deliveries: Sendable {
    /// One message.
    struct Delivery: Equatable, Sendable {
        /// How long it took.
        let duration: Duration
        /// Whether it did not leave.
        let isFailure: Bool
    }

    private let latest = Mutex<[AccountName.Kind: Delivery]>([:])

    /// The latest message of a kind; nil before the first.
    func latest(_ kind: AccountName.Kind) -> Delivery? {
        latest.withLock { $0[kind] }
    }

    /// Notes a message.
    func note(_ delivery: Delivery, for kind: AccountName.Kind) {
        latest.withLock { $0[kind] = delivery }
    }
}

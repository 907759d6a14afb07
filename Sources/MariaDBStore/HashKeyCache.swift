import Cryptography
import Synchronization

/// The store's key once it has been read; it never changes.
final class HashKeyCache: Sendable {
    private let stored = Mutex<Secret?>(nil)

    /// The key; nil until it has been read.
    var key: Secret? {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
    }
}

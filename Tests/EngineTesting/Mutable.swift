import Synchronization

/// A value that tasks share.
package final class Mutable<Value: Sendable>: Sendable {
    private let storage: Mutex<Value>

    /// Begins with `value`.
    package init(_ value: Value) { storage = Mutex(value) }

    /// The value, read or set at once.
    package var value: Value {
        get { storage.withLock { $0 } }
        set { storage.withLock { $0 = newValue } }
    }

    /// Changes the value in one go.
    package func update(_ change: (inout sending Value) -> sending Void) { storage.withLock(change) }
}

import Synchronization

/// Values that several threads write down, in the order in which they came.
package final class Recorder<Value: Sendable>: Sendable {
    private let recorded = Mutex<[Value]>([])

    /// Begins without any.
    package init() {}

    /// What came until now.
    package var values: [Value] { recorded.withLock { $0 } }

    /// Writes a value down.
    package func append(_ value: Value) { recorded.withLock { $0.append(value) } }

    /// Writes several down.
    package func append(contentsOf more: [Value]) { recorded.withLock { $0 += more } }
}

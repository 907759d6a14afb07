import Cryptography

/// The memory behind an ``EditBuffer``: plain, or locked and wiped.
public protocol EditableBytes: Equatable, Sendable {
    /// No bytes.
    init()

    /// The number of bytes.
    var count: Int { get }

    /// Lends the bytes to `body`; the pointer must not outlive the call.
    func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result

    /// Replaces the bytes at the offsets in `range`, which lie within `0...count`.
    mutating func replaceSubrange(_ range: Range<Int>, with bytes: UnsafeRawBufferPointer)
}

extension Secret: EditableBytes {}

/// Text that may be seen, as UTF-8.
public struct PlainText: EditableBytes {
    private var bytes: [UInt8]

    /// Makes empty text.
    public init() {
        bytes = []
    }

    /// The number of bytes.
    public var count: Int { bytes.count }

    /// Lends the bytes to `body`; the pointer must not outlive the call.
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // The array's own version is not written with typed errors yet.
        try bytes.span.bytes.withUnsafeBytes(body)
    }

    /// Replaces the bytes at the offsets in `range`, which lie within `0...count`.
    public mutating func replaceSubrange(_ range: Range<Int>, with new: UnsafeRawBufferPointer) {
        bytes.replaceSubrange(range, with: new)
    }
}

import CSodium
import Synchronization

/// Bytes that nobody may see: a password, a code or a token.
///
/// The bytes live in memory that is locked against swapping, lies between guard pages, and is wiped when the last
/// copy goes. Every description is redacted, so a secret that reaches a log or a crash text says only that it
/// was one. A `Secret` becomes text only at the edge of a wire format, or on the screen when a person asked to
/// see it (L3).
public struct Secret: Sendable {
    private var storage: LockedMemory?

    /// The number of bytes held.
    public private(set) var count: Int

    /// Makes a secret with no bytes.
    public init() {
        storage = nil
        count = 0
    }

    /// Makes a secret that holds a copy of `bytes`; the caller wipes the original.
    public init(_ bytes: UnsafeRawBufferPointer) {
        self.init()
        replaceSubrange(0..<0, with: bytes)
    }

    /// Makes a secret from bytes at hand, for values that were never hidden (fixtures, demo accounts).
    public init(_ bytes: some Collection<UInt8>) {
        self.init()
        var copy = Array(bytes)
        copy.withUnsafeMutableBytes { copy in
            replaceSubrange(0..<0, with: UnsafeRawBufferPointer(copy))
            sodium_memzero(copy.baseAddress, copy.count)
        }
    }

    /// Makes a secret of `count` bytes that `body` fills in place.
    ///
    /// - Parameters:
    ///   - count: the number of bytes, zeroed before `body` runs.
    ///   - body: writes the bytes.
    /// - Throws: what `body` throws; then nothing is kept.
    public init<Failure: Error>(
        count: Int, filledBy body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        let memory = LockedMemory(capacity: count)
        let bytes = UnsafeMutableRawBufferPointer(rebasing: memory.bytes[0..<count])
        _ = bytes.initializeMemory(as: UInt8.self, repeating: 0)
        try body(bytes)
        storage = memory
        self.count = count
    }

    /// Whether there are no bytes.
    public var isEmpty: Bool { count == 0 }

    /// Lends the bytes to `body`; the pointer must not outlive the call.
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let storage else { return try body(UnsafeRawBufferPointer(start: nil, count: 0)) }
        return try body(UnsafeRawBufferPointer(rebasing: storage.bytes[0..<count]))
    }

    /// Replaces the bytes in `range` by `bytes`; what was there is wiped.
    ///
    /// - Parameters:
    ///   - range: byte offsets within `0...count`.
    ///   - bytes: the new bytes; they may lie in this secret's own memory.
    public mutating func replaceSubrange(_ range: Range<Int>, with bytes: UnsafeRawBufferPointer) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "range outside the secret")
        let newCount = count - range.count + bytes.count
        guard newCount > 0 else {
            storage = nil
            count = 0
            return
        }
        // A fresh block each time: no copy of this value ever sees the change, and the old block wipes itself.
        let memory = LockedMemory(capacity: newCount)
        withUnsafeBytes { old in
            memory.bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: old[0..<range.lowerBound]))
            let inserted = UnsafeMutableRawBufferPointer(rebasing: memory.bytes[range.lowerBound...])
            inserted.copyMemory(from: bytes)
            let tail = UnsafeMutableRawBufferPointer(rebasing: inserted[bytes.count...])
            tail.copyMemory(from: UnsafeRawBufferPointer(rebasing: old[range.upperBound...]))
        }
        storage = memory
        count = newCount
    }

    /// Appends a copy of `bytes`, in place while there is room, which doubles when there is none.
    ///
    /// - Parameter bytes: the new bytes; they may lie in this secret's own memory.
    public mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard !bytes.isEmpty else { return }
        let newCount = count + bytes.count
        // Another owner may read the block, or append to it in its own way.
        if !isKnownUniquelyReferenced(&storage) || newCount > capacity {
            let memory = LockedMemory(capacity: max(newCount, 2 * count))
            withUnsafeBytes { memory.bytes.copyMemory(from: $0) }
            UnsafeMutableRawBufferPointer(rebasing: memory.bytes[count...]).copyMemory(from: bytes)
            storage = memory
        } else if let storage {
            UnsafeMutableRawBufferPointer(rebasing: storage.bytes[count...]).copyMemory(from: bytes)
        }
        count = newCount
    }

    private var capacity: Int { storage?.bytes.count ?? 0 }
}

extension Secret: Equatable {
    /// Compares in a time that depends on the lengths only.
    public static func == (left: Secret, right: Secret) -> Bool {
        guard left.count == right.count else { return false }
        return left.withUnsafeBytes { left in
            right.withUnsafeBytes { right in
                left.isEmpty || sodium_memcmp(left.baseAddress, right.baseAddress, left.count) == 0
            }
        }
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Always the same word; neither the bytes nor their number.
    public var description: String { "<secret>" }

    /// Always the same word; neither the bytes nor their number.
    public var debugDescription: String { description }

    /// Shows no children, so that `dump` finds nothing.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

/// A block of guarded memory that wipes itself.
private final class LockedMemory: @unchecked Sendable {
    // Written only while the block has one owner; once it is shared, every owner only reads.
    let bytes: UnsafeMutableRawBufferPointer

    /// The least capacity of a block, enough for all that a person types.
    private static let usualCapacity = 2048
    /// How many blocks of that capacity are allocated together.
    ///
    /// At each key a password moves to another block, and a service makes several secrets a request. To have the
    /// system make guarded memory costs eleven calls, so blocks lie side by side between the same guard pages, as
    /// many as two pages hold, and those that were wiped serve again for as long as the program runs.
    private static let groupCount = 3
    /// The addresses of wiped blocks of the usual capacity.
    private static let spares = Mutex<[UInt]>([])

    /// Takes at least `capacity` bytes; memory running out ends the program, as it does for any Swift allocation.
    init(capacity: Int) {
        let address = capacity <= Self.usualCapacity ? Self.takeSpare() : Self.allocate(capacity)
        bytes = UnsafeMutableRawBufferPointer(start: address, count: max(capacity, Self.usualCapacity))
    }

    deinit {
        sodium_memzero(bytes.baseAddress, bytes.count)
        guard bytes.count == Self.usualCapacity else { return sodium_free(bytes.baseAddress) }
        Self.spares.withLock { $0.append(UInt(bitPattern: bytes.baseAddress)) }
    }

    private static func takeSpare() -> UnsafeMutableRawPointer {
        spares.withLock { spares in
            if let address = spares.popLast().flatMap(UnsafeMutableRawPointer.init(bitPattern:)) { return address }
            let group = allocate(groupCount * usualCapacity)
            spares += (1..<groupCount).map { UInt(bitPattern: group + $0 * usualCapacity) }
            return group
        }
    }

    private static func allocate(_ count: Int) -> UnsafeMutableRawPointer {
        Sodium.start()
        guard let address = sodium_malloc(count) else { preconditionFailure("out of locked memory") }
        return address
    }
}

/// Reads bytes that may be anything, and never past their end.
struct FieldReader {
    private var rest: UnsafeRawBufferPointer

    /// Starts at the beginning of `bytes`, which must outlive the reader.
    init(_ bytes: UnsafeRawBufferPointer) {
        rest = bytes
    }

    /// Whether all was read.
    var isAtEnd: Bool { rest.isEmpty }

    /// The next byte; nil at the end.
    mutating func readByte() -> UInt8? {
        readBytes(1)?.first
    }

    /// The next `count` bytes; nil where there are fewer.
    mutating func readBytes(_ count: Int) -> UnsafeRawBufferPointer? {
        guard count <= rest.count else { return nil }
        defer { rest = UnsafeRawBufferPointer(rebasing: rest[count...]) }
        return UnsafeRawBufferPointer(rebasing: rest[..<count])
    }

    /// The next field, which begins with its length in four bytes, the least first; nil where it is not whole.
    mutating func readField() -> UnsafeRawBufferPointer? {
        guard let length = readBytes(4) else { return nil }
        return readBytes(Int(UInt32(littleEndian: length.loadUnaligned(as: UInt32.self))))
    }
}

extension String {
    /// The text that `bytes` are in UTF-8; nil where they are none.
    init?(utf8 bytes: UnsafeRawBufferPointer) {
        // What is repaired comes out as other bytes. Swift's own validation goes through generic code, which a start
        // with a remembered login would be the first to touch (section 9).
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else { return nil }
        self = text
    }
}

extension FixedWidthInteger {
    /// The bytes as they are stored, the least first.
    var storedBytes: [UInt8] {
        Swift.withUnsafeBytes(of: littleEndian) { Array($0) }
    }
}

/// Tells short control sequences (`ESC x`, `ESC [ … x`) from what is between them, however they are cut between calls.
///
/// One that another Escape breaks off, or that is longer than any that is sent, counts as text. Any other byte that is
/// no parameter is its last one, also where the standard has none there. Of longer forms only the beginning is told:
/// `ESC ( B` is `ESC (` and text, and so is a string (`ESC ] …`).
struct ControlSequenceSplitter {
    private static let escape: UInt8 = 0x1B
    /// The most bytes that a sequence has.
    private static let capacity = 128

    /// The beginning of a sequence whose end has not come yet.
    private var held: [UInt8] = []

    /// Calls `body` with the pieces of `bytes` in their order; a sequence that is cut at the end is kept for the next
    /// call.
    mutating func split(_ bytes: [UInt8], _ body: (_ piece: ArraySlice<UInt8>, _ isSequence: Bool) -> Void) {
        var start = bytes.startIndex
        for (index, byte) in bytes.enumerated() where !held.isEmpty || byte == Self.escape {
            if held.isEmpty {
                if start < index { body(bytes[start..<index], false) }
                held.append(byte)
            } else if byte == Self.escape {
                // The one before came to nothing; this one may begin another.
                body(held[...], false)
                held = [byte]
            } else {
                held.append(byte)
                if isUnfinished { continue }
                body(held[...], held.count <= Self.capacity)
                held.removeAll(keepingCapacity: true)
                start = index + 1
            }
        }
        if held.isEmpty, start < bytes.endIndex { body(bytes[start...], false) }
    }

    /// Whether more of what is held must come: behind `ESC [` until a byte that is neither parameter nor intermediate
    /// (ECMA-48, 5.4).
    private var isUnfinished: Bool {
        if held.count == 2 { return held[1] == UInt8(ascii: "[") }
        return held.count <= Self.capacity && (0x20...0x3F).contains(held[held.count - 1])
    }
}

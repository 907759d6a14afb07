import CUTF8Proc

/// Where text may be cut between characters as a person counts them (UAX 29).
///
/// It works on bytes, not on `String`, so that a secret never leaves its locked memory.
public enum GraphemeClusters {
    /// The byte ranges of the extended grapheme clusters of `bytes`, which must be UTF-8.
    public static func ranges(in bytes: UnsafeRawBufferPointer) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        forEachRange(in: bytes) { ranges.append($0) }
        return ranges
    }

    /// Calls `body` with those ranges, from left to right.
    static func forEachRange(in bytes: UnsafeRawBufferPointer, _ body: (Range<Int>) -> Void) {
        var start = 0
        var offset = 0
        var previous: utf8proc_int32_t?
        var state: utf8proc_int32_t = 0
        _ = forEachCodePoint(in: bytes) { codePoint, width in
            if let previous, utf8proc_grapheme_break_stateful(previous, codePoint, &state) {
                body(start..<offset)
                start = offset
            }
            previous = codePoint
            offset += width
        }
        if offset > start { body(start..<offset) }
    }

    /// Whether a C0, C1 or DEL character is among `bytes`; nil where they are not UTF-8.
    static func hasControls(in bytes: UnsafeRawBufferPointer) -> Bool? {
        var hasControls = false
        let isValid = forEachCodePoint(in: bytes) { codePoint, _ in
            if let scalar = Unicode.Scalar(UInt32(bitPattern: codePoint)), scalar.isControl { hasControls = true }
        }
        return isValid ? hasControls : nil
    }

    /// Calls `body` with each code point and its bytes; false where the bytes cease to be UTF-8.
    private static func forEachCodePoint(
        in bytes: UnsafeRawBufferPointer, _ body: (utf8proc_int32_t, Int) -> Void
    ) -> Bool {
        guard let base = bytes.bindMemory(to: utf8proc_uint8_t.self).baseAddress else { return true }
        var offset = 0
        while offset < bytes.count {
            var codePoint: utf8proc_int32_t = 0
            let width = utf8proc_iterate(base + offset, bytes.count - offset, &codePoint)
            guard width > 0 else { return false }
            body(codePoint, width)
            offset += width
        }
        return true
    }
}

extension Unicode.Scalar {
    /// Whether this is a C0 or C1 control or DEL.
    var isControl: Bool { value < 0x20 || (0x7F..<0xA0).contains(value) }
}

/// Makes text of bytes that come in pieces, which may be cut within a character.
public struct UTF8Joiner: Sendable {
    /// The beginning of a character whose end has not come yet.
    private var held: [UInt8] = []

    /// Makes a joiner that holds nothing.
    public init() {}

    /// The characters that `bytes` complete; a character that is cut at their end is kept for the next piece, and
    /// what is no UTF-8 becomes U+FFFD.
    public mutating func text(of bytes: [UInt8]) -> String {
        let all = held + bytes
        let count = Self.cutLength(at: all)
        held = Array(all.suffix(count))
        return String(decoding: all.dropLast(count), as: UTF8.self)
    }

    /// The number of bytes at the end of `bytes` that begin a character and do not end it.
    private static func cutLength(at bytes: [UInt8]) -> Int {
        for length in 1...3 where length <= bytes.count {
            let byte = bytes[bytes.count - length]
            if byte & 0xC0 == 0x80 { continue }
            let needed = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
            return needed > length ? length : 0
        }
        return 0
    }
}

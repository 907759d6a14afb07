import Cryptography
import TerminalCore

/// A bracketed paste on its way in; it lies in locked memory from its first byte on, for it may be a password.
struct PartialPaste: Sendable {
    private var bytes = Secret()
    private var isTruncated = false
    /// How many bytes of the end's mark have just come; they belong to the text if the mark is not completed.
    private var matched = 0

    /// What ends a paste.
    private static let end: [UInt8] = Array("\u{1B}[201~".utf8)

    /// Takes one more byte; the whole paste, once its end has come.
    mutating func append(_ byte: UInt8) -> Paste? {
        if byte == Self.end[matched] {
            matched += 1
            return matched == Self.end.count ? Paste(bytes: bytes, isTruncated: isTruncated) : nil
        }
        for held in Self.end[..<matched] { keep(held) }
        // Escape stands only at the mark's start, so nothing but a new start can be under way.
        matched = byte == Self.end[0] ? 1 : 0
        if matched == 0 { keep(byte) }
        return nil
    }

    private mutating func keep(_ byte: UInt8) {
        guard bytes.count < Paste.capacity else {
            isTruncated = true
            return
        }
        Swift.withUnsafeBytes(of: byte) { bytes.append($0) }
    }
}

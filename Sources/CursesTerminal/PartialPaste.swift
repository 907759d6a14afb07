import Cryptography
import TerminalCore

/// A bracketed paste on its way in; it lies in locked memory from its first byte on, for it may be a password.
struct PartialPaste: Sendable {
    private var bytes = Secret()
    private var isTruncated = false
    /// How many bytes of the end's mark have just come; they belong to the text if the mark is not completed.
    private var matched = 0
    /// When it last grew by more than Ctrl-C, which somebody may press again and again to get out.
    private var growth: ContinuousClock.Instant
    /// Whether its silence has been told; once is enough, and nobody is woken again.
    private var isSilenceTold = false

    /// What ends a paste.
    private static let end: [UInt8] = Array("\u{1B}[201~".utf8)
    private static let interrupt: UInt8 = 0x03

    /// Makes a paste that began at `now`.
    init(at now: ContinuousClock.Instant) {
        growth = now
    }

    /// When its silence is to be told; nil once it has been.
    var deadline: ContinuousClock.Instant? {
        isSilenceTold ? nil : growth + InputDecoder.pasteSilence
    }

    /// Waits for no deadline any more, until it grows again.
    mutating func tellSilence() {
        isSilenceTold = true
    }

    /// Whether `bytes` are a person's wish to leave, its end being lost: without this nothing but a signal would do.
    func isGivenUp(for bytes: some Collection<UInt8>, at now: ContinuousClock.Instant) -> Bool {
        now - growth >= InputDecoder.pasteSilence && !bytes.isEmpty && bytes.allSatisfy { $0 == Self.interrupt }
    }

    /// Takes one more byte, which arrived at `now`; the whole paste, once its end has come.
    mutating func append(_ byte: UInt8, at now: ContinuousClock.Instant) -> Paste? {
        if byte != Self.interrupt { (growth, isSilenceTold) = (now, false) }
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

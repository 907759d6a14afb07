/// One character on its way in, byte after byte, by the table of well-formed UTF-8 (Unicode, table 3-7).
struct PartialCharacter: Equatable, Sendable {
    /// What one more byte makes of it.
    enum Step: Equatable {
        /// More bytes must come.
        case unfinished(PartialCharacter)
        /// The character is whole.
        case finished(Unicode.Scalar)
        /// The byte does not belong here; what came before it is malformed, and it starts anew.
        case broken
    }

    private var value: UInt32
    private var missing: Int
    /// What the next byte may be: narrower than 80..BF after some lead bytes, which keeps out overlong forms,
    /// surrogates and what lies above U+10FFFF.
    private var next: ClosedRange<UInt8>

    /// Starts with a lead byte; nil where no character of several bytes begins with it.
    init?(lead: UInt8) {
        next = 0x80...0xBF
        switch lead {
        case 0xC2...0xDF:
            value = UInt32(lead & 0x1F)
            missing = 1
        case 0xE0...0xEF:
            value = UInt32(lead & 0x0F)
            missing = 2
            if lead == 0xE0 { next = 0xA0...0xBF }
            if lead == 0xED { next = 0x80...0x9F }
        case 0xF0...0xF4:
            value = UInt32(lead & 0x07)
            missing = 3
            if lead == 0xF0 { next = 0x90...0xBF }
            if lead == 0xF4 { next = 0x80...0x8F }
        default: return nil
        }
    }

    /// Takes one more byte.
    func appending(_ byte: UInt8) -> Step {
        guard next.contains(byte) else { return .broken }
        var longer = self
        longer.value = value << 6 | UInt32(byte & 0x3F)
        longer.missing -= 1
        longer.next = 0x80...0xBF
        guard longer.missing == 0 else { return .unfinished(longer) }
        return Unicode.Scalar(longer.value).map(Step.finished) ?? .broken
    }
}

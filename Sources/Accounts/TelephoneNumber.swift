/// A mainland mobile number: 1, then 3 to 9, then nine digits (L1).
struct TelephoneNumber {
    /// The eleven digits, in ASCII.
    let digits: String

    /// Reads a number with or without +86, spaces and hyphens, in ASCII or full-width digits; nil if it is none.
    init?(_ text: String) {
        var rest = Substring(text)
        // Eleven digits stand for themselves; to look at what characters are takes a while.
        if !text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            let scalars = text.unicodeScalars.compactMap { scalar in
                Self.isSeparator(scalar) ? nil : Self.halfWidth(scalar)
            }
            rest = Substring(String(String.UnicodeScalarView(scalars)))
        }
        if rest.hasPrefix("+86") { rest = rest.dropFirst(3) }
        let digits = rest.unicodeScalars.map(\.value)
        guard digits.count == 11, digits.allSatisfy({ (0x30...0x39).contains($0) }), digits[0] == 0x31,
            (0x33...0x39).contains(digits[1])
        else { return nil }
        self.digits = String(rest)
    }

    /// Whether this is a space or hyphen of any kind: address books hand out unbreakable ones.
    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .spaceSeparator, .dashPunctuation: true
        default: false
        }
    }

    /// The ASCII form of a full-width character, or the character itself.
    private static func halfWidth(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
        default: scalar
        }
    }
}

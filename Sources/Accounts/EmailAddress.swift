/// An e-mail address by the HTML standard's rule for `<input type=email>`, at most 254 octets (L1).
struct EmailAddress {
    /// The local part as it was, the domain in lower case.
    let normalized: String

    /// The most octets of an address (RFC 5321, erratum 1690).
    private static let longest = 254

    /// Reads an address; nil if it is none.
    init?(_ text: String) {
        guard text.utf8.count <= Self.longest, let at = text.firstIndex(of: "@") else { return nil }
        let local = text[..<at]
        let domain = text[text.index(after: at)...]
        guard !local.isEmpty, local.utf8.allSatisfy(Self.isAllowedInLocalPart) else { return nil }
        let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.allSatisfy(Self.isLabel) else { return nil }
        normalized = local + "@" + domain.lowercased()
    }

    private static func isAllowedInLocalPart(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || ".!#$%&'*+/=?^_`{|}~-".utf8.contains(byte)
    }

    /// A label has 1 to 63 letters, digits and hyphens, and no hyphen at either end.
    private static func isLabel(_ label: Substring) -> Bool {
        let bytes = label.utf8
        return (1...63).contains(bytes.count) && bytes.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
            && bytes.first != UInt8(ascii: "-") && bytes.last != UInt8(ascii: "-")
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}

import Text

/// What a person calls their account, sorted into its kind and brought to the form that is compared (L1, A2).
public struct AccountName: Hashable, Sendable {
    /// The kinds, with the words of the flag contract (6.2).
    public enum Kind: String, Sendable, CaseIterable {
        /// A mainland mobile number.
        case telephone = "Telephone"
        /// An e-mail address by the HTML standard's rule.
        case emailAddress = "EmailAddress"
        /// Anything else.
        case normalName = "NormalName"
    }

    /// A set of kinds.
    public struct Kinds: OptionSet, Hashable, Sendable {
        /// One bit a kind.
        public let rawValue: UInt8

        /// Makes a set from its bits.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// Makes a set of one.
        public init(_ kind: Kind) {
            self =
                switch kind {
                case .telephone: .telephone
                case .emailAddress: .emailAddress
                case .normalName: .normalName
                }
        }

        /// Those of ``Kind/telephone``.
        public static let telephone = Kinds(rawValue: 1)
        /// Those of ``Kind/emailAddress``.
        public static let emailAddress = Kinds(rawValue: 2)
        /// Those of ``Kind/normalName``.
        public static let normalName = Kinds(rawValue: 4)
    }

    /// As typed, without the white space around it.
    public let text: String
    /// What it is.
    public let kind: Kind
    /// What is compared, made here so that every database agrees (A2).
    ///
    /// Eleven digits, an address with its domain in lower case, or a name after NFKC and case folding.
    public let key: String

    /// Sorts what was typed; nil when nothing but white space was.
    public init?(_ typed: String) {
        let trimmed = typed.trimmed
        guard !trimmed.isEmpty else { return nil }
        text = trimmed
        if let number = TelephoneNumber(trimmed) {
            kind = .telephone
            key = number.digits
        } else if let address = EmailAddress(trimmed) {
            kind = .emailAddress
            key = address.normalized
        } else {
            kind = .normalName
            key = UnicodeForm.nfkcCaseFold.apply(to: trimmed)
        }
    }

    /// Why no account can be registered under this name.
    public enum Fault: Error, Equatable, Sendable {
        /// A user name has 2 to 32 characters.
        case nameLength
        /// A user name begins with a letter.
        case nameStart
        /// A user name holds letters, digits, `.`, `_` and `-` only.
        case nameCharacters
    }

    /// What keeps the name from being registered (A2); nil when nothing does.
    ///
    /// A phone number or address is always good. A user name is judged by its key, the form that is unique.
    public var fault: Fault? {
        guard kind == .normalName else { return nil }
        let scalars = key.unicodeScalars
        guard scalars.allSatisfy(Self.isAllowedInName) else { return .nameCharacters }
        guard let first = scalars.first, Self.isLetter(first) else { return .nameStart }
        // Code points, as for passwords: a person's count would let any number of marks pass.
        guard (2...32).contains(scalars.count) else { return .nameLength }
        return nil
    }

    /// What a name that cannot be registered was meant to be, by its looks; nil where it looks like a user name.
    ///
    /// What holds an `@` is meant as an address; digits alone, with what may part them, are meant as a phone number.
    public var intendedKind: Kind? {
        guard fault != nil else { return nil }
        let scalars = key.unicodeScalars
        if scalars.contains("@") { return .emailAddress }
        let isNumber = scalars.allSatisfy { "0123456789+-() ".unicodeScalars.contains($0) }
        return isNumber && scalars.contains { ("0"..."9").contains($0) } ? .telephone : nil
    }

    private static func isAllowedInName(_ scalar: Unicode.Scalar) -> Bool {
        if isLetter(scalar) { return true }
        return switch scalar.properties.generalCategory {
        case .decimalNumber, .nonspacingMark, .spacingMark: true
        default: scalar == "." || scalar == "_" || scalar == "-"
        }
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        default: false
        }
    }
}

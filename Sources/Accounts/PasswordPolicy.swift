import Cryptography
import Text

/// How long a service wants passwords to be (L2): in code points, after NFC.
public struct PasswordPolicy: Hashable, Sendable {
    /// The least number of characters, at least 1.
    public let minimum: Int
    /// The greatest number of characters; nil where the service sets none.
    public let maximum: Int?

    /// Makes a rule; `minimum` is at least 1 and at most `maximum`.
    public init(minimum: Int, maximum: Int?) {
        self.minimum = minimum
        self.maximum = maximum
    }

    /// 8 to 20 characters, the rule of the documents.
    public static let standard = PasswordPolicy(minimum: 8, maximum: 20)

    /// Anything but nothing.
    public static let notEmpty = PasswordPolicy(minimum: 1, maximum: nil)

    /// How a password's length stands to the rule.
    public enum Verdict: Hashable, Sendable {
        /// So many characters are missing.
        case short(by: Int)
        /// The rule is kept.
        case good
        /// There are too many.
        case long
    }

    /// Judges a password of `length` code points.
    public func verdict(onLength length: Int) -> Verdict {
        if length < minimum { return .short(by: minimum - length) }
        if let maximum, length > maximum { return .long }
        return .good
    }

    /// Judges `password`.
    public func verdict(on password: Secret) -> Verdict {
        verdict(onLength: password.nfcLength)
    }
}

import Cryptography

/// How hard a password is to guess (H6).
public struct PasswordEstimate: Equatable, Sendable {
    /// Why a password is refused.
    public enum Weakness: UInt8, Hashable, Sendable {
        /// It is one of the common ones, however capitals and digits were swapped in.
        case common = 1
        /// It holds the account's words and little else.
        case accountWords = 2
        /// It falls within a thousand guesses.
        case guessable = 3
    }

    /// The base-2 logarithm of the guesses needed.
    public let bits: Double
    /// Why the password is refused; nil when it is not.
    public let weakness: Weakness?

    /// Makes an estimate.
    public init(bits: Double, weakness: Weakness?) {
        self.bits = bits
        self.weakness = weakness
    }

    /// 0 to 4, zxcvbn's usual steps: a thousand, a million, a hundred million and ten thousand million guesses.
    public var score: Int { Self.steps.count { bits >= $0 } }

    /// Whether the password is refused.
    public var isWeak: Bool { weakness != nil }

    /// The bits from which on the scores 1 to 4 are given: log2 of 10³, 10⁶, 10⁸, 10¹⁰.
    public static let steps = [9.97, 19.93, 26.58, 33.22]
}

/// Judges passwords.
public protocol PasswordEstimator: Sendable {
    /// Estimates `password`; the words of `account` count as known to whoever guesses.
    ///
    /// - Returns: the estimate; nil where none can be made, and nobody should be let register (H6).
    func estimate(_ password: Secret, account: String) -> PasswordEstimate?
}

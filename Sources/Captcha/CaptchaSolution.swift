import Cryptography

/// The text of a picture in the one form that is compared (A5).
public struct CaptchaSolution: Equatable, Sendable {
    /// How many characters a picture shows.
    public static let length = 5

    /// The characters, capitals and digits of ASCII.
    public let characters: Secret

    /// A text drawn by lot from `generator`; whoever can foretell that needs no picture.
    public static func random(using generator: inout some RandomNumberGenerator) -> CaptchaSolution {
        CaptchaSolution((0..<length).compactMap { _ in CaptchaAlphabet.characters.randomElement(using: &generator) })
    }

    /// Reads what a person typed: small letters and full-width forms count as capitals, spaces as nothing.
    ///
    /// Nil for what no picture can show, which is a wrong answer. It passes through a `String`, which nobody wipes:
    /// what was typed stands on the screen, and is worth nothing once it has been sent.
    public init?(_ typed: Secret) {
        let typed = typed.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        let characters = typed.unicodeScalars.filter { !$0.properties.isWhitespace }.map(Self.capital)
        guard characters.count == Self.length, characters.allSatisfy(CaptchaAlphabet.characters.contains)
        else { return nil }
        self.init(characters)
    }

    private init(_ characters: [Unicode.Scalar]) {
        self.characters = Secret(characters.map { UInt8(ascii: $0) })
    }

    /// The capital of a letter of ASCII, full-width (U+FF01 to U+FF5E) or not; anything else as it is.
    private static func capital(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        let isFullWidth = (0xFF01...0xFF5E).contains(scalar.value)
        let narrow = isFullWidth ? scalar.value - 0xFF01 + 0x21 : scalar.value
        let isSmall = (UInt32(UInt8(ascii: "a"))...UInt32(UInt8(ascii: "z"))).contains(narrow)
        return Unicode.Scalar(isSmall ? narrow - 0x20 : narrow) ?? scalar
    }
}

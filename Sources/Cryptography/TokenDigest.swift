import CSodium

/// What is stored of a token or code instead of it: a BLAKE2b hash of 32 bytes, keyed where the value is short (A4,
/// A7).
public struct TokenDigest: Hashable, Sendable {
    /// The 32 bytes.
    public let bytes: [UInt8]

    /// The number of bytes.
    public static let byteCount = 32

    /// Takes a digest that was stored; nil where it has not ``byteCount`` bytes.
    public init?(stored bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// Hashes `token`.
    ///
    /// - Parameters:
    ///   - token: a token of 256 bits, or a short code.
    ///   - key: 16 to 64 bytes for values that could be guessed through; none for tokens.
    public init(of token: Secret, key: Secret = Secret()) {
        bytes = token.withUnsafeBytes { BLAKE2b.hash($0, count: Self.byteCount, key: key) }
    }

    /// Compares in a time that does not depend on the bytes.
    public static func == (left: TokenDigest, right: TokenDigest) -> Bool {
        sodium_memcmp(left.bytes, right.bytes, byteCount) == 0
    }
}

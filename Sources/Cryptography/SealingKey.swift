import CSodium

/// A key of 256 bits that seals secrets for storage, by XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03).
///
/// What is sealed is a fresh random nonce of 24 bytes, the ciphertext and a tag of 16 bytes. Nonces of that size are
/// drawn without counting.
public struct SealingKey: Equatable, Sendable {
    private let bytes: Secret

    /// How many bytes sealing adds: the nonce and the tag.
    public static let overhead = nonceCount + tagCount

    private static let keyCount = Int(crypto_aead_xchacha20poly1305_ietf_KEYBYTES)
    private static let nonceCount = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
    private static let tagCount = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)

    /// Draws a new key.
    ///
    /// From the system's generator always: a key or nonce that a demo session's seed tells again protects nothing.
    public init() {
        Sodium.start()
        bytes = Secret(count: Self.keyCount) { key in
            guard let key = key.bindMemory(to: UInt8.self).baseAddress else { return }
            crypto_aead_xchacha20poly1305_ietf_keygen(key)
        }
    }

    /// Reads a key from 64 hexadecimal digits of either case, which white space may follow; nil for anything else.
    public init?(hexadecimal text: Secret) {
        guard let bytes = text.decodedHexadecimal, bytes.count == Self.keyCount else { return nil }
        self.bytes = bytes
    }

    /// The key as 64 hexadecimal digits in lower case.
    public var hexadecimal: Secret { bytes.encodedHexadecimal }

    /// A name of 16 bytes for the key, by which it is told from others and which does not tell it.
    public var fingerprint: [UInt8] {
        Array("vestibule sealing key".utf8).withUnsafeBytes { BLAKE2b.hash($0, count: 16, key: bytes) }
    }

    /// Seals `secret`; opening must show the same `context`, which is not part of the result.
    public func seal(_ secret: Secret, for context: [UInt8]) -> [UInt8] {
        var nonce = [UInt8](repeating: 0, count: Self.nonceCount)
        Sodium.start()
        randombytes_buf(&nonce, nonce.count)
        return seal(secret, for: context, nonce: nonce)
    }

    /// Seals `secret` with a given nonce of 24 bytes, which must never serve twice.
    func seal(_ secret: Secret, for context: [UInt8], nonce: [UInt8]) -> [UInt8] {
        precondition(nonce.count == Self.nonceCount, "a nonce has 24 bytes")
        var box = [UInt8](repeating: 0, count: secret.count + Self.tagCount)
        withKey { key in
            secret.withUnsafeBytes { secret in
                _ = crypto_aead_xchacha20poly1305_ietf_encrypt(
                    &box, nil, secret.bindMemory(to: UInt8.self).baseAddress, UInt64(secret.count), context,
                    UInt64(context.count), nil, nonce, key)
            }
        }
        return nonce + box
    }

    /// Opens what ``seal(_:for:)`` made; nil for another key, another context, or bytes that were changed.
    public func open(_ box: [UInt8], for context: [UInt8]) -> Secret? {
        guard box.count >= Self.overhead else { return nil }
        Sodium.start()
        let nonce = Array(box.prefix(Self.nonceCount))
        let sealed = Array(box.dropFirst(Self.nonceCount))
        var isOpen = false
        let secret = Secret(count: box.count - Self.overhead) { secret in
            isOpen = withKey { key in
                crypto_aead_xchacha20poly1305_ietf_decrypt(
                    secret.bindMemory(to: UInt8.self).baseAddress, nil, nil, sealed, UInt64(sealed.count), context,
                    UInt64(context.count), nonce, key) == 0
            }
        }
        return isOpen ? secret : nil
    }

    /// Lends the key's bytes.
    private func withKey<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
        bytes.withUnsafeBytes { bytes in
            guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else {
                preconditionFailure("a key has 32 bytes")
            }
            return body(start)
        }
    }
}

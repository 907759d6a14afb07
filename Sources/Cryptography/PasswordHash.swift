import CSodium
import Glibc

/// A password's Argon2id hash with its salt and cost, in the usual text form (A1).
///
/// The text is kept as a ``Secret``: whoever has it can guess at leisure.
public struct PasswordHash: Equatable, Sendable {
    /// The text, `$argon2id$v=19$m=…,t=…,p=…$salt$hash`.
    public let encoded: Secret

    /// Takes a hash that was stored.
    public init(encoded: Secret) {
        self.encoded = encoded
    }

    /// Why a password could not be hashed or compared; neither says anything about the password.
    public enum Failure: Error, Equatable, Sendable {
        /// There is no memory for the computation.
        case outOfMemory
        /// The stored text is no Argon2id hash, or asks for more than 1 GiB, ten passes or sixteen lanes.
        case unusable
    }

    /// Hashes `password` with a fresh salt; takes as long as `cost` says, so never on the cooperative pool.
    ///
    /// - Throws: ``Failure/outOfMemory``.
    public init(of password: Secret, cost: Cost) throws(Failure) {
        Sodium.start()
        var isHashed = false
        let text = Secret(count: Int(crypto_pwhash_STRBYTES)) { text in
            guard let text = text.bindMemory(to: CChar.self).baseAddress else { return }
            isHashed = password.withCString { characters in
                crypto_pwhash_str_alg(
                    text, characters, UInt64(password.count), UInt64(cost.passes), cost.memory,
                    crypto_pwhash_ALG_ARGON2ID13) == 0
            }
        }
        guard isHashed else { throw .outOfMemory }
        encoded = text.prefix { $0 != 0 }
    }

    /// Whether this is the hash of `password`; takes as long as hashing did.
    ///
    /// - Throws: ``Failure``, when that cannot be told.
    public func matches(_ password: Secret) throws(Failure) -> Bool {
        guard let cost, cost.isAcceptable else { throw .unusable }
        // The library tells a wrong password from a failed computation through errno only.
        let (status, reason) = encoded.withCString { text in
            password.withCString { characters in
                errno = 0
                let status = crypto_pwhash_str_verify(text, characters, UInt64(password.count))
                return (status, errno)
            }
        }
        switch (status, reason) {
        case (0, _): return true
        case (_, EINVAL): return false
        case (_, ENOMEM): throw .outOfMemory
        default: throw .unusable
        }
    }

    /// Whether hashing with `wanted` would be more work than this hash was (A1).
    ///
    /// Work is memory times passes. Of two services with different settings on one store only the stronger one
    /// hashes anew, and once.
    public func isCheaper(than wanted: Cost) -> Bool {
        guard let cost else { return true }
        return cost.work < wanted.work
    }

    /// What the hash says it cost; nil where it is no Argon2id hash of version 19.
    var cost: Cost? {
        encoded.withUnsafeBytes { Cost(encoded: String(decoding: $0.prefix(64), as: UTF8.self)) }
    }
}

extension Secret {
    /// The leading bytes for which `condition` holds.
    fileprivate func prefix(while condition: (UInt8) -> Bool) -> Secret {
        withUnsafeBytes { bytes in
            Secret(UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.firstIndex { !condition($0) } ?? bytes.count)]))
        }
    }

    /// Lends the bytes with a zero after them, as C wants them, in locked memory too.
    fileprivate func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        let copy = Secret(count: count + 1) { copy in
            withUnsafeBytes { copy.copyMemory(from: $0) }
        }
        return copy.withUnsafeBytes { bytes in
            guard let start = bytes.bindMemory(to: CChar.self).baseAddress else {
                preconditionFailure("a buffer of one byte or more has an address")
            }
            return body(start)
        }
    }
}

import Cryptography

/// Makes and compares password hashes; every call is one hash of work, on the thread that calls (A1, A8).
public protocol PasswordHasher: Sendable {
    /// Hashes `password` at the present setting.
    ///
    /// - Throws: ``PasswordHash/Failure``.
    func hash(_ password: Secret) throws(PasswordHash.Failure) -> PasswordHash

    /// Whether `hash` is the hash of `password`.
    ///
    /// - Throws: ``PasswordHash/Failure``.
    func isMatch(_ password: Secret, _ hash: PasswordHash) throws(PasswordHash.Failure) -> Bool

    /// Whether the setting has grown since `hash` was made; no work.
    func isOutdated(_ hash: PasswordHash) -> Bool
}

/// Argon2id at a settable cost (A1).
public struct Argon2Hasher: PasswordHasher {
    /// The cost of new hashes.
    public let cost: PasswordHash.Cost

    /// Makes a hasher.
    public init(cost: PasswordHash.Cost = .standard) {
        self.cost = cost
    }

    /// Hashes `password` at ``cost``.
    public func hash(_ password: Secret) throws(PasswordHash.Failure) -> PasswordHash {
        try PasswordHash(of: password, cost: cost)
    }

    /// Whether `hash` is the hash of `password`.
    public func isMatch(_ password: Secret, _ hash: PasswordHash) throws(PasswordHash.Failure) -> Bool {
        try hash.matches(password)
    }

    /// Whether `hash` was less work than ``cost``.
    public func isOutdated(_ hash: PasswordHash) -> Bool {
        hash.isCheaper(than: cost)
    }
}

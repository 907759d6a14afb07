import Accounts
import Cryptography

/// An account's number in its store; never given to another account.
public struct AccountID: Hashable, Sendable {
    /// The number, at least 1.
    public let number: Int64

    /// Takes a number that a store gave.
    public init(number: Int64) {
        self.number = number
    }

    /// The number as the service tells it: ``User/id``.
    public var text: String { String(number) }
}

/// An account as it is found for a login.
public struct StoredAccount: Equatable, Sendable {
    /// Its number.
    public let id: AccountID
    /// What its password is compared with.
    public let passwordHash: PasswordHash

    /// Makes the record.
    public init(id: AccountID, passwordHash: PasswordHash) {
        self.id = id
        self.passwordHash = passwordHash
    }
}

/// An account before the store gives it a number (A2).
public struct NewAccount: Equatable, Sendable {
    /// Its names: one at least, and one of a kind at most.
    public let names: [AccountName.Kind: AccountName]
    /// The hash of its password.
    public let passwordHash: PasswordHash
    /// When it was made.
    public let creation: Timestamp

    /// Makes an account; of several names of one kind the last is kept.
    public init(names: [AccountName], passwordHash: PasswordHash, creation: Timestamp) {
        precondition(!names.isEmpty, "an account has a name")
        self.names = Dictionary(names.map { ($0.kind, $0) }, uniquingKeysWith: { $1 })
        self.passwordHash = passwordHash
        self.creation = creation
    }
}

import Accounts
import Cryptography

/// An account as its administrator sees it; nothing of its password.
public struct AccountRecord: Equatable, Sendable {
    /// Its number.
    public let id: AccountID
    /// The normalised keys of its names by their kinds.
    public let names: [AccountName.Kind: String]
    /// When it was made.
    public let creation: Timestamp
    /// The latest login; nil where nobody ever logged in.
    public let lastVisit: User.Visit?
    /// Since when it is shut; nil where it is not.
    public let disabledSince: Timestamp?
    /// Since when its password opens nothing until the owner sets another; nil where it does.
    public let resetSince: Timestamp?

    /// Makes the record.
    public init(
        id: AccountID, names: [AccountName.Kind: String], creation: Timestamp, lastVisit: User.Visit?,
        disabledSince: Timestamp?, resetSince: Timestamp?
    ) {
        self.id = id
        self.names = names
        self.creation = creation
        self.lastVisit = lastVisit
        self.disabledSince = disabledSince
        self.resetSince = resetSince
    }
}

/// What an administrator can read.
public protocol AdministrationReader {
    /// The accounts after `account` in the order of their numbers, from the first where that is nil; at most `limit`.
    func records(after account: AccountID?, limit: Int) throws(StoreError) -> [AccountRecord]

    /// Whether the account's password opens nothing until the owner has set another.
    func mustReset(_ account: AccountID) throws(StoreError) -> Bool
}

/// What an administrator can change.
public protocol AdministrationWriter {
    /// Lets the account's password open nothing from `time` on, or again what it opened where that is nil; whether
    /// there is such an account.
    func setReset(since time: Timestamp?, _ account: AccountID) throws(StoreError) -> Bool

    /// Forgets all peers' failures on `subject`.
    func deleteFailures(of subject: Subject) throws(StoreError)
}

import Accounts
import Cryptography

/// What can be read about whom a call is for.
public protocol SubjectReader {
    /// The account with this number.
    func account(_ id: AccountID) throws(StoreError) -> StoredAccount?

    /// The account's names that a code can be sent to: its phone number and its e-mail address (A4).
    func addresses(of account: AccountID) throws(StoreError) -> [AccountName]

    /// 32 random bytes, drawn when the store was made, under which names, codes and pictures' answers are hashed.
    ///
    /// They lie in the store, so that all programs on it agree. Whoever reads the store can try all codes through
    /// under it; the hashes keep codes from a glance, and from logs and traces of queries (A4).
    func hashKey() throws(StoreError) -> Secret
}

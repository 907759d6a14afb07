import Accounts

/// Why a database could not be used as a store, in one line for the person who started the program (status 3).
public struct MariaDBOpenError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public let trouble: ServiceError.Trouble
    /// What is wrong, with which database, and what to do; one line without a full stop.
    ///
    /// Names and servers' words come back in it as they are; whoever writes it makes it harmless (T6).
    public let message: String

    /// The same as ``message``.
    public var description: String { message }

    private init(_ trouble: ServiceError.Trouble, _ message: String) {
        self.trouble = trouble
        self.message = message
    }

    /// Says what the server's or the library's error means for the database at `address`.
    init(_ error: DatabaseError, _ address: MariaDBAddress) {
        let advice =
            switch error.code {
            case 1045, 1698: "check the user and its password in VESTIBULE_DATABASE_PASSWORD"
            case 1044, 1142: "grant \(address.user) all privileges on the database"
            case 1049: "create the database first"
            case 2026: "check the server's certificate, or name its authority by ?tls-ca=PATH"
            case 2000..<3000: "check that the server runs there"
            default: "see the server's log"
            }
        self.init(error.trouble, "cannot open the account store \(address.text): \(error.message); \(advice)")
    }

    /// The store was written by a later version.
    static func tooNew(_ address: MariaDBAddress, version: Int64) -> MariaDBOpenError {
        .init(
            .storeTooNew,
            "the account store \(address.text) was written by a later version (schema \(version), this program knows "
                + "\(Migration.latestVersion)); update this program")
    }
}

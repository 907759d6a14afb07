import Cryptography

/// The table of accounts of document 000's service, in a MySQL or MariaDB database of its own (section 6).
public enum UserInformationTable {
    /// One account as that service kept it; nil where a column holds no value.
    public struct Row: Sendable {
        /// `userID`.
        public let userID: String?
        /// `UserTelephoneNumber`.
        public let telephone: String?
        /// `UserEmailAddress`.
        public let emailAddress: String?
        /// `UserNormalName`.
        public let userName: String?
        /// `UserPassword`, in plain text.
        public let password: Secret?
    }

    /// Reads the whole table, in the order of `userID`.
    ///
    /// The table is found whatever the case of its name: servers on Windows make it small.
    ///
    /// - Throws: ``MariaDBOpenError``.
    public static func rows(at address: MariaDBAddress, password: Secret) throws(MariaDBOpenError) -> [Row] {
        do throws(DatabaseError) {
            let connection = try Connection(address, password: password, patience: 60)
            let table = try connection.first(
                """
                SELECT table_name FROM information_schema.tables
                WHERE table_schema = database() AND lower(table_name) = 'userinformationtable'
                """
            ) { $0.text(0) }
            guard let table else {
                throw DatabaseError(code: DatabaseError.missingTable, message: "there is no userInformationTable")
            }
            return try connection.all(
                """
                SELECT CAST(userID AS CHAR), CAST(UserTelephoneNumber AS CHAR), CAST(UserEmailAddress AS CHAR),
                    CAST(UserNormalName AS CHAR), CAST(UserPassword AS CHAR)
                FROM `\(table.replacing("`", with: "``"))` ORDER BY userID
                """
            ) { row in
                Row(
                    userID: row.optionalText(0), telephone: row.optionalText(1), emailAddress: row.optionalText(2),
                    userName: row.optionalText(3), password: row.optionalSecret(4))
            }
        } catch { throw MariaDBOpenError(error, address) }
    }
}

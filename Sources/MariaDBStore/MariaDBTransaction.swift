import AccountEngine
import Accounts
import Cryptography

/// The engine's questions and changes as SQL, in one transaction on one connection.
final class MariaDBTransaction: StoreTransaction {
    /// What ended the transaction; from then on nothing reaches the server, where it would be no part of any.
    private(set) var failure: DatabaseError?
    private let connection: Connection
    private let keys: HashKeyCache
    private let isWriting: Bool
    private var claims: Set<Claim> = []
    private var prunings: [(Connection) throws(DatabaseError) -> Void] = []

    /// Takes a connection on which a transaction has begun.
    ///
    /// - Parameters:
    ///   - connection: the connection.
    ///   - keys: where the store's key is remembered.
    ///   - isWriting: whether what is read must stay as it is until the end (see ``Claim``).
    init(_ connection: Connection, keys: HashKeyCache, isWriting: Bool) {
        self.connection = connection
        self.keys = keys
        self.isWriting = isWriting
    }

    /// What `body` makes of the transaction.
    func result<Value>(of body: (MariaDBTransaction) throws(StoreError) -> Value) -> Result<Value, StoreError> {
        Result { () throws(StoreError) in try body(self) }
    }

    /// Runs `body` on the connection, its errors in the store's terms.
    @discardableResult
    func run<Value>(_ body: (Connection) throws(DatabaseError) -> Value) throws(StoreError) -> Value {
        do throws(DatabaseError) {
            if let failure { throw failure }
            let value = try body(connection)
            // A node that undoes a transaction between two statements may tell nobody; the next statement would then be
            // committed by itself.
            guard connection.isInTransaction else {
                throw DatabaseError(code: DatabaseError.deadlock, message: "undone")
            }
            return value
        } catch {
            failure = error
            throw StoreError(error)
        }
    }

    /// Makes the transaction alone with `claim` until it ends, unless it only reads.
    func take(_ claim: Claim) throws(StoreError) {
        guard isWriting, claims.insert(claim).inserted else { return }
        let isThere = try run { connection throws(DatabaseError) in
            try connection.change("UPDATE vestibule_turn SET number = number + 1 WHERE id = ?", .integer(claim.row))
                == 1
        }
        guard isThere else { throw StoreError(.storeDamaged) }
    }

    /// The same for an account.
    func take(_ account: AccountID) throws(StoreError) {
        try take(Claim(.account(account)))
    }

    /// Notes what is to be taken away after the commit: it is no part of the answer, and must keep nobody waiting.
    func afterwards(_ pruning: @escaping (Connection) throws(DatabaseError) -> Void) {
        prunings.append(pruning)
    }

    /// Takes away what was noted; what fails is left to the next transaction.
    func prune() {
        for pruning in prunings where !connection.isLost { try? pruning(connection) }
    }
}

extension MariaDBTransaction {
    /// Finds an account through the unique index of the name's kind (A2).
    ///
    /// The account, or the name that has none, is claimed before what is found counts.
    func account(named name: AccountName) throws(StoreError) -> StoredAccount? {
        if let id = try id(of: name) { return try account(id) }
        guard isWriting else { return nil }
        try take(Claim(Subject(name, key: try hashKey())))
        return try id(of: name).flatMap { id throws(StoreError) in try account(id) }
    }

    private func id(of name: AccountName) throws(StoreError) -> AccountID? {
        try run { connection throws(DatabaseError) in
            try connection.first("SELECT id FROM vestibule_account WHERE \(name.kind.column) = ?", .text(name.key)) {
                AccountID(number: $0.integer(0))
            }
        }
    }

    /// Finds an account by its primary key.
    func account(_ id: AccountID) throws(StoreError) -> StoredAccount? {
        try take(id)
        return try run { connection throws(DatabaseError) in
            try connection.first("SELECT password_hash FROM vestibule_account WHERE id = ?", .integer(id.number)) {
                StoredAccount(id: id, passwordHash: PasswordHash(encoded: $0.secret(0)))
            }
        }
    }

    /// Reads the phone number and the address of an account (A4).
    func addresses(of account: AccountID) throws(StoreError) -> [AccountName] {
        try take(account)
        let keys = try run { connection throws(DatabaseError) in
            try connection.first(
                "SELECT telephone, email_address FROM vestibule_account WHERE id = ?", .integer(account.number)
            ) { [$0.text(0), $0.text(1)] }
        }
        return (keys ?? []).compactMap(AccountName.init)
    }

    /// Reads the key that the store was made with.
    func hashKey() throws(StoreError) -> Secret {
        if let key = keys.key { return key }
        let stored = try run { connection throws(DatabaseError) in
            try connection.first("SELECT value FROM vestibule_hash_key") { $0.secret(0) }
        }
        guard let stored, stored.count == TokenDigest.byteCount else { throw StoreError(.storeDamaged) }
        keys.key = stored
        return stored
    }

    /// Adds an account; the unique indexes decide, however many ask at once (A2).
    func insert(_ account: NewAccount) throws(StoreError) -> AccountID? {
        let key = try hashKey()
        for claim in account.names.values.map({ Claim(Subject($0, key: key)) }).sorted(by: { $0.row < $1.row }) {
            try take(claim)
        }
        func name(_ kind: AccountName.Kind) -> DatabaseValue { account.names[kind].map { .text($0.key) } ?? .null }
        return try run { connection throws(DatabaseError) in
            do throws(DatabaseError) {
                return AccountID(
                    number: try connection.insert(
                        """
                        INSERT INTO vestibule_account (telephone, email_address, user_name, password_hash, created_at)
                        VALUES (?, ?, ?, ?, ?)
                        """, name(.telephone), name(.emailAddress), name(.normalName),
                        .secret(account.passwordHash.encoded), .integer(account.creation.seconds)))
            } catch {
                // The statement alone was undone.
                guard error.code == DatabaseError.duplicate else { throw error }
                return nil
            }
        }
    }

    /// Replaces a hash unless it has changed meanwhile (A1).
    func replacePasswordHash(
        _ old: PasswordHash, by new: PasswordHash, of account: AccountID
    ) throws(StoreError) -> Bool {
        try take(account)
        return try run { connection throws(DatabaseError) in
            try connection.change(
                "UPDATE vestibule_account SET password_hash = ? WHERE id = ? AND password_hash = ?",
                .secret(new.encoded), .integer(account.number), .secret(old.encoded)) > 0
        }
    }

    /// Notes a login and returns the one before it (H2).
    func recordVisit(_ visit: User.Visit, of account: AccountID) throws(StoreError) -> User.Visit? {
        try take(account)
        return try run { connection throws(DatabaseError) in
            let earlier = try connection.first(
                """
                SELECT last_visit_at, last_visit_peer FROM vestibule_account
                WHERE id = ? AND last_visit_at IS NOT NULL
                """, .integer(account.number)
            ) { row in
                User.Visit(time: Timestamp(seconds: row.integer(0)), peer: row.text(1))
            }
            try connection.change(
                "UPDATE vestibule_account SET last_visit_at = ?, last_visit_peer = ? WHERE id = ?",
                .integer(visit.time.seconds), .text(visit.peer), .integer(account.number))
            return earlier
        }
    }
}

extension AccountName.Kind {
    /// The column of `vestibule_account` that holds names of this kind.
    var column: String {
        switch self {
        case .telephone: "telephone"
        case .emailAddress: "email_address"
        case .normalName: "user_name"
        }
    }
}

import AccountEngine
import Accounts
import Cryptography
import MariaDBStore
import MariaDBTesting
import ProgramTesting
import Synchronization
import Threads
import ZxcvbnEstimator

/// An engine over a store, and what the tests do with it.
struct Registry {
    let engine: AccountEngine
    private let password = Secret("k3jf9XqLw2".utf8)

    init(_ store: MariaDBStore) {
        engine = AccountEngine(store: store, estimator: ZxcvbnEstimator(), hasher: Argon2Hasher(cost: .cheapest))
    }

    /// Registers a name; the new account's number.
    func register(_ name: String) async throws -> String? {
        let registration = try Registration(
            name: AccountName(name), password: password, repeated: password, isWeak: false, policy: .standard)
        return try await engine.register(registration, from: .localUser(id: 1)).user.id
    }

    /// Logs in; the account's number.
    func logIn(_ name: String) async throws -> String? {
        let credentials = try Credentials(account: name, password: password, policy: .standard)
        return try await engine.logIn(credentials, from: .localUser(id: 1)).user.id
    }
}

extension MariaDBServer {
    /// The store in a database of this name.
    func store(
        _ database: String, connectionCount: Int = 8, patience: Int = 60,
        sleep: @escaping @Sendable (Duration) async throws -> Void = Workers(count: 4).sleep(for:)
    ) async throws -> MariaDBStore {
        try await apart {
            try MariaDBStore(
                MariaDBAddress(url: self.url(of: database)), connectionCount: connectionCount, patience: patience,
                randomness: .seeded(1), sleep: sleep)
        }
    }
}

/// An account with a name, which nobody logs in to.
func newAccount(_ name: String) -> NewAccount {
    NewAccount(
        names: [name].compactMap(AccountName.init), passwordHash: PasswordHash(encoded: Secret("h".utf8)),
        creation: Timestamp(seconds: 0))
}

import AccountEngine
import Accounts
import Cryptography
import MariaDBTesting
import ProgramTesting
import Synchronization
import Testing
import ZxcvbnEstimator

/// However many come at once, no more guesses are looked at than one after another would be (A3, A4).
@Suite("Parallel guesses", .timeLimit(.minutes(5)))
struct ConcurrencyTests {
    /// How many engines guess on which store.
    enum Setting: CaseIterable {
        case memory
        case sqlite
        case twoEnginesOnSQLite
        case mariaDB
        case twoEnginesOnMariaDB
        case twoNodesOfGalera
    }

    private let folder: TemporaryFolder
    private let hasher = CountingHasher()
    private let outbox = Outbox()
    private let phone = "13542138562"

    init() throws {
        folder = try TemporaryFolder()
    }

    private func makeStores(_ setting: Setting) async throws -> [any AccountStore] {
        let (kind, count): (StoreKind, Int) =
            switch setting {
            case .memory: (.memory, 1)
            case .sqlite: (.sqlite, 1)
            case .twoEnginesOnSQLite: (.sqlite, 2)
            case .mariaDB: (.mariaDB, 1)
            case .twoEnginesOnMariaDB: (.mariaDB, 2)
            case .twoNodesOfGalera: (.mariaDB, 0)
            }
        var stores: [any AccountStore] = []
        for _ in 0..<count { stores.append(try await kind.makeStore(in: folder)) }
        guard setting == .twoNodesOfGalera else { return stores }
        for node in try await GaleraCluster.shared().nodes { stores.append(try await node.makeStore(in: folder)) }
        return stores
    }

    /// Makes the engines, and on their store the phone number's account with k3jf9XqLw2.
    private func makeEngines(_ setting: Setting) async throws -> [AccountEngine] {
        let stores = try await makeStores(setting)
        let hash = try PasswordHash(of: Secret("k3jf9XqLw2".utf8), cost: .cheapest)
        let account = NewAccount(
            names: [try #require(AccountName(phone))], passwordHash: hash, creation: Timestamp(seconds: 0))
        _ = try await stores[0].write { store throws(StoreError) in try store.insert(account) }
        return stores.map {
            // The clock stands: on a busy machine a lease could lapse while its owner waits for a thread.
            AccountEngine(
                store: $0, estimator: ZxcvbnEstimator(), hasher: hasher, senders: CodeSenders(telephone: outbox),
                clock: { Timestamp(seconds: 1_767_225_600) })
        }
    }

    /// What `count` calls come to that are made at once, in turn at each engine.
    private func outcomes(
        _ count: Int, at engines: [AccountEngine],
        _ call: @escaping @Sendable (AccountEngine, Int) async throws(ServiceError) -> Void
    ) async -> [ServiceError?] {
        await withTaskGroup(of: ServiceError?.self) { group in
            for number in 0..<count {
                group.addTask {
                    do throws(ServiceError) { try await call(engines[number % engines.count], number) } catch {
                        return error
                    }
                    return nil
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// How many calls were refused as trouble because their transactions lost to other nodes' five times (A10).
    private func undoneCount(_ outcomes: [ServiceError?], _ setting: Setting) -> Int {
        setting == .twoNodesOfGalera ? outcomes.count { if case .trouble = $0 { true } else { false } } : 0
    }

    private func credentials(_ password: String) throws -> Credentials {
        try Credentials(account: phone, password: Secret(password.utf8), policy: .notEmpty)
    }

    @Test(
        "A3: of fifty wrong passwords at once three are compared, from one peer or from fifty",
        arguments: Setting.allCases)
    func passwords(setting: Setting) async throws {
        let engines = try await makeEngines(setting)
        let wrong = try credentials("wrong")
        let outcomes = await outcomes(50, at: engines) { engine, number throws(ServiceError) in
            _ = try await engine.logIn(wrong, from: .localUser(id: UInt32(number)))
        }
        #expect(hasher.count == 3)
        #expect(outcomes.count { $0 == .credentialsWrong(next: nil) } == 2)
        #expect(outcomes.count { $0 == .credentialsWrong(next: .code) } == 1)
        #expect(outcomes.count { $0 == .challengeRequired(.code) } == 47 - undoneCount(outcomes, setting))
    }

    @Test("A3: of fifty at once on a contract without challenges three are compared", arguments: Setting.allCases)
    func withoutChallenge(setting: Setting) async throws {
        let engines = try await makeEngines(setting)
        let wrong = try credentials("wrong")
        let outcomes = await outcomes(50, at: engines) { engine, _ throws(ServiceError) in
            _ = try await engine.logIn(wrong, from: .localUser(id: 1), asksChallenge: false)
        }
        #expect(hasher.count == 3)
        #expect(outcomes.count { $0 == .credentialsWrong(next: nil) } == 2)
        let refusedCount = outcomes.count {
            if case .locked(let seconds) = $0 { (59...60).contains(seconds) } else { false }
        }
        #expect(refusedCount == 48 - undoneCount(outcomes, setting))
    }

    @Test("A4: fifty guesses at a code at once use up its three tries; nothing is hashed", arguments: Setting.allCases)
    func codes(setting: Setting) async throws {
        let engines = try await makeEngines(setting)
        let name = try #require(AccountName(phone))
        _ = try await engines[0].requestCode(CodeRequest(name: name, purpose: .reset), from: .localUser(id: 1))
        let right = try #require(outbox.code)
        let new = NewPassword(unchecked: Secret("tangerine9XqLw".utf8))
        let guesses = try (0..<50).map { number in
            let digits = Secret(String(100_000 + number * 17).utf8)
            return PasswordReset(
                name: name, code: try OneTimeCode(digits == right ? Secret("999999".utf8) : digits, for: .reset),
                password: new, endsSessions: false)
        }
        let outcomes = await outcomes(50, at: engines) { engine, number throws(ServiceError) in
            try await engine.reset(guesses[number], from: .localUser(id: 2))
        }
        #expect(outcomes.count { $0 == .codeWrong } == 50 - undoneCount(outcomes, setting))
        #expect(hasher.count == 0)
        let late = PasswordReset(
            name: name, code: try OneTimeCode(right, for: .reset), password: new, endsSessions: false)
        await #expect(throws: ServiceError.codeWrong) { try await engines[0].reset(late, from: .localUser(id: 2)) }
    }

    @Test("A4: of twenty requests at once for one number one is sent", arguments: Setting.allCases)
    func sends(setting: Setting) async throws {
        let engines = try await makeEngines(setting)
        let request = CodeRequest(name: try #require(AccountName(phone)), purpose: .logIn)
        let outcomes = await outcomes(20, at: engines) { engine, number throws(ServiceError) in
            _ = try await engine.requestCode(request, from: .localUser(id: UInt32(number)))
        }
        #expect(outcomes.count { $0 == nil } == 1)
        #expect(outbox.count == 1)
    }

    @Test("A3: twenty right logins at once all succeed", arguments: Setting.allCases)
    func logins(setting: Setting) async throws {
        let engines = try await makeEngines(setting)
        let right = try credentials("k3jf9XqLw2")
        let outcomes = await outcomes(20, at: engines) { engine, _ throws(ServiceError) in
            _ = try await engine.logIn(right, from: .localUser(id: 1))
        }
        #expect(outcomes.count { $0 == nil } == 20 - undoneCount(outcomes, setting))
    }
}

/// Counts hashes, which cost little.
private final class CountingHasher: PasswordHasher {
    private let work = Mutex(0)
    private let inner = Argon2Hasher(cost: .cheapest)

    var count: Int { work.withLock { $0 } }

    func hash(_ password: Secret) throws(PasswordHash.Failure) -> PasswordHash {
        work.withLock { $0 += 1 }
        return try inner.hash(password)
    }

    func isMatch(_ password: Secret, _ hash: PasswordHash) throws(PasswordHash.Failure) -> Bool {
        work.withLock { $0 += 1 }
        return try inner.isMatch(password, hash)
    }

    func isOutdated(_ hash: PasswordHash) -> Bool { inner.isOutdated(hash) }
}

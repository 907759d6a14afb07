import Accounts
import Cryptography
import PasswordStrength
import Threads

/// The rules of accounts over any store: one engine for the embedded store and for the network (section 4).
///
/// An attempt goes through three steps: a short transaction that lets it be compared at all, a hash on a worker, and
/// one transaction that holds the outcome, the audit line and the new session together. The answer is given after the
/// commit, so what was admitted is always audited, and a store in trouble admits nobody (A9, A10).
public struct AccountEngine: Sendable {
    /// What it was told.
    public let settings: EngineSettings
    let store: any AccountStore
    let estimator: any PasswordEstimator
    let hasher: any PasswordHasher
    let hashes: HashQueue
    let senders: CodeSenders
    let randomness: Randomness
    let pictures: Randomness
    let makeCode: @Sendable (OneTimeCode.Purpose) -> OneTimeCode
    let sleep: @Sendable (Duration) async throws -> Void
    let clock: @Sendable () -> Timestamp
    let turns = Turns()
    let deliveries = Deliveries()
    /// Where new passwords are judged; an estimator that is another program judges one at a time.
    let judges = Workers(count: 1)
    /// Where messages leave; a command may take seconds.
    let messengers = Workers(count: 4, capacity: 64)

    /// Makes an engine; nothing is opened, started or hashed yet.
    ///
    /// - Parameters:
    ///   - store: where accounts are kept.
    ///   - settings: rules that can be changed.
    ///   - estimator: judges new passwords.
    ///   - hasher: makes and compares hashes.
    ///   - hashes: where they are computed; shared by all engines of a program.
    ///   - senders: how codes leave.
    ///   - randomness: where tokens and codes come from.
    ///   - pictures: where pictures come from; `randomness` unless told.
    ///   - makeCode: draws a code; from `randomness` unless told.
    ///   - sleep: waits so long, and throws at once when its task is cancelled. Unless told, each call that waits
    ///     for another program takes a thread; of more than sixteen at once, the later ones wait longer.
    ///   - clock: the time, in UTC.
    public init(
        store: any AccountStore, settings: EngineSettings = EngineSettings(), estimator: any PasswordEstimator,
        hasher: any PasswordHasher = Argon2Hasher(), hashes: HashQueue = HashQueue(),
        senders: CodeSenders = CodeSenders(), randomness: Randomness = .system,
        pictures: Randomness? = nil, makeCode: (@Sendable (OneTimeCode.Purpose) -> OneTimeCode)? = nil,
        sleep: @escaping @Sendable (Duration) async throws -> Void = Workers(count: 16).sleep(for:),
        clock: @escaping @Sendable () -> Timestamp = Timestamp.now
    ) {
        self.settings = settings
        self.store = store
        self.estimator = estimator
        self.hasher = hasher
        self.hashes = hashes
        self.senders = senders
        self.randomness = randomness
        self.pictures = pictures ?? randomness
        self.makeCode = makeCode ?? { OneTimeCode(from: randomness, for: $0) }
        self.sleep = sleep
        self.clock = clock
    }

    /// What the service offers.
    ///
    /// A service that conceals its accounts cannot say "taken", so it registers nobody unless it can send codes (A8).
    public var declaration: ServiceDeclaration {
        var calls: ServiceDeclaration.Calls = [.changePassword, .notices, .sessions]
        if !senders.isEmpty { calls.insert(.reset) }
        if !senders.isEmpty || !settings.concealsAccounts { calls.insert(.register) }
        return ServiceDeclaration(
            calls: calls, codeKinds: senders.kinds, passwordPolicy: settings.passwordPolicy,
            concealsAccounts: settings.concealsAccounts)
    }

    /// Asks the store for something small, for whoever watches the service (6.1).
    ///
    /// - Throws: trouble, where the store cannot be read.
    public func checkStore() async throws(ServiceError) {
        do { try await store.check() } catch { throw .trouble(error.trouble) }
    }
}

extension AccountEngine {
    /// Reads, with the store's errors in the service's terms.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws(StoreError) -> Value
    ) async throws(ServiceError) -> Value {
        do { return try await store.read(body) } catch { throw .trouble(error.trouble) }
    }

    /// Writes, with the store's errors in the service's terms.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws(StoreError) -> Value
    ) async throws(ServiceError) -> Value {
        do { return try await store.write(body) } catch { throw .trouble(error.trouble) }
    }

    /// Adds a line to the audit trail and takes the oldest away (A9).
    ///
    /// Lines on no account are counted under the peer's key: nobody fills the trail by changing their IPv6 address.
    func audit(
        _ kind: Attempt.Kind, _ outcome: Attempt.Outcome, account: AccountID?, peer: Peer, time: Timestamp,
        in transaction: any StoreTransaction
    ) throws(StoreError) {
        try transaction.record(
            Attempt(
                time: time, account: account, kind: kind, outcome: outcome,
                peer: account == nil ? peer.key : peer.text))
        let bounds = trailBounds(at: time)
        try transaction.pruneAttempts(before: bounds.earliest, keeping: bounds.lineCount)
    }

    /// What the trail keeps at `time` (A9).
    func trailBounds(at time: Timestamp) -> TrailBounds {
        TrailBounds(earliest: time + -settings.attemptAge, lineCount: settings.attemptLimit)
    }

    /// Audits an attempt that is refused and returns what to answer; a store that cannot note it is trouble (A10).
    ///
    /// Where the attempt has the lease of `permit`, that ends too.
    func refusal(
        _ error: ServiceError, of kind: Attempt.Kind, account: AccountID?, peer: Peer,
        endingLeaseOf permit: Permit? = nil
    ) async -> ServiceError {
        // A store in trouble cannot note it, and asking it again would only delay the answer; a damaged hash it can.
        if case .trouble(let trouble) = error, trouble != .storeDamaged { return error }
        let outcome = Attempt.Outcome(error, isAccountKnown: account != nil)
        let time = clock()
        do {
            try await write { transaction throws(StoreError) in
                if let permit { _ = try transaction.deleteLease(of: permit.guess.subject, owner: permit.owner) }
                try audit(kind, outcome, account: account, peer: peer, time: time, in: transaction)
            }
            return error
        } catch let trouble {
            return trouble
        }
    }

    /// Does one hash of work on a worker (A1).
    ///
    /// - Throws: ``ServiceError/busy``, ``ServiceError/cancelled``, or trouble where the hash cannot be computed.
    func hashing<Value: Sendable>(
        _ work: @escaping @Sendable (any PasswordHasher) throws(PasswordHash.Failure) -> Value
    ) async throws(ServiceError) -> Value {
        let hasher = hasher
        let result = try await hashes.run { () -> Result<Value, PasswordHash.Failure> in
            Result { () throws(PasswordHash.Failure) in try work(hasher) }
        }
        switch result {
        case .success(let value): return value
        case .failure(.outOfMemory): throw .busy
        case .failure(.unusable): throw .trouble(.storeDamaged)
        }
    }

    /// Opens a session in `transaction` for an account that has just proved itself, or been made (A7, H2).
    ///
    /// The user is told by the normalised name: what was typed may differ from it by more than meets the eye, and a
    /// program behind the login relies on it.
    func openSession(
        for account: AccountID, name: AccountName, isRemembered: Bool, peer: Peer, time: Timestamp,
        in transaction: any StoreTransaction
    ) throws(StoreError) -> Session {
        let token = randomness.makeToken()
        try transaction.deleteExpiredSessions(of: account, at: time)
        try transaction.insert(
            NewSession(
                token: TokenDigest(of: token), account: account, name: name.key, start: time,
                lifetime: isRemembered ? .remembered : .standard, peer: peer.text))
        let earlier = try transaction.recordVisit(User.Visit(time: time, peer: peer.text), of: account)
        return Session(
            token: token,
            user: User(account: name.key, id: account.text, earlierVisit: earlier.map { .last($0) } ?? .never))
    }
}

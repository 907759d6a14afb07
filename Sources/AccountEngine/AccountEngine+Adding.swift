import Accounts
import Cryptography
import Text

/// How an administrator makes accounts, without codes and sessions.
extension AccountEngine {
    /// Makes an account under all of `names`, whose password is judged as at a registration (A1, A2, H6).
    ///
    /// - Parameters:
    ///   - names: one at least, and one of a kind at most.
    ///   - password: the password, exactly as typed.
    ///   - peer: who asks.
    /// - Returns: its number.
    /// - Throws: ``ServiceError/registrationRefused(_:)``, ``ServiceError/accountTaken``, ``ServiceError/busy``,
    ///   or trouble.
    public func add(
        _ names: [AccountName], password: Secret, from peer: Peer
    ) async throws(ServiceError) -> AccountID {
        for name in names {
            if let fault = name.fault { throw .registrationRefused(.account(fault)) }
        }
        for name in names {
            if let fault = try await fault(of: password, for: name.text) {
                throw .registrationRefused(.password(fault))
            }
        }
        let hash = try await self.hash(password)
        guard let id = try await insert(names, hash, isMarked: false, as: .add, from: peer) else { throw .accountTaken }
        return id
    }

    /// Takes accounts of another service over, with passwords that were known there in plain text (section 6).
    ///
    /// No rule of strength holds for them: their owners know no other. One that is missing, breaks the length rule or
    /// cannot be typed (L4) is not stored at all. Hashes are computed side by side; of two accounts with one name the
    /// first is kept.
    ///
    /// - Parameters:
    ///   - accounts: 32 at most, so that their hashes find room in the queue.
    ///   - peer: who asks.
    /// - Returns: what became of each, in the same order.
    /// - Throws: ``ServiceError/busy``, or trouble; those before are kept.
    public func takeOver(
        _ accounts: [ForeignAccount], from peer: Peer
    ) async throws(ServiceError) -> [ForeignAccount.Outcome] {
        let policy = settings.passwordPolicy
        let usable = accounts.map { $0.password.flatMap { $0.isTypable && policy.verdict(on: $0) == .good ? $0 : nil } }
        let hashes = await withTaskGroup(of: (Int, Result<PasswordHash, ServiceError>).self) { group in
            for (index, password) in usable.enumerated() {
                group.addTask {
                    // What nobody knows opens nothing, also where a later change forgets the mark.
                    do throws(ServiceError) {
                        return (index, .success(try await hash(password ?? randomness.makeToken())))
                    } catch { return (index, .failure(error)) }
                }
            }
            return await group.reduce(into: [Int: Result<PasswordHash, ServiceError>]()) { $0[$1.0] = $1.1 }
        }
        var outcomes: [ForeignAccount.Outcome] = []
        for (index, account) in accounts.enumerated() {
            guard let hash = try hashes[index]?.get() else { throw .busy }
            let isMarked = usable[index] == nil
            let id = try await insert(account.names, hash, isMarked: isMarked, as: .takeOver, from: peer)
            outcomes.append(id.map { isMarked ? .marked($0) : .added($0) } ?? .taken)
        }
        return outcomes
    }

    private func hash(_ password: Secret) async throws(ServiceError) -> PasswordHash {
        let normalized = password.nfc
        return try await hashing { hasher throws(PasswordHash.Failure) in try hasher.hash(normalized) }
    }

    private func insert(
        _ names: [AccountName], _ hash: PasswordHash, isMarked: Bool, as kind: Attempt.Kind, from peer: Peer
    ) async throws(ServiceError) -> AccountID? {
        let time = clock()
        return try await write { transaction throws(StoreError) in
            let account = NewAccount(names: names, passwordHash: hash, creation: time)
            let id = try transaction.insert(account)
            if let id, isMarked { _ = try transaction.setReset(since: time, id) }
            try audit(kind, id == nil ? .taken : .granted, account: id, peer: peer, time: time, in: transaction)
            return id
        }
    }
}

/// An account of another service, to be taken over.
public struct ForeignAccount: Sendable {
    /// Its names: one at least, and one of a kind at most, all of which keep the rules of names.
    public let names: [AccountName]
    /// Its password in plain text; nil where there is none.
    public let password: Secret?

    /// Takes both.
    public init(names: [AccountName], password: Secret?) {
        self.names = names
        self.password = password
    }

    /// What became of it.
    public enum Outcome: Equatable, Sendable {
        /// It is in the store, and its password opens it.
        case added(AccountID)
        /// It is in the store, and its owner must set a password first: the old one is missing, breaks the length
        /// rule or cannot be typed.
        case marked(AccountID)
        /// One of its names belongs to an account already; nothing was changed.
        case taken
    }
}

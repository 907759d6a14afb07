import Accounts
import Cryptography
import Text

extension AccountEngine {
    /// Makes an account and logs it in, in one transaction (H6, A2).
    ///
    /// The rules that the client has checked are checked again: the client may be anybody's.
    ///
    /// - Throws: ``ServiceError/registrationRefused(_:)``, ``ServiceError/accountTaken``,
    ///   ``ServiceError/unsupported`` where accounts are concealed, ``ServiceError/busy``,
    ///   ``ServiceError/cancelled``, or trouble.
    public func register(_ registration: Registration, from peer: Peer) async throws(ServiceError) -> Session {
        do throws(ServiceError) {
            guard declaration.calls.contains(.register) else { throw .unsupported }
            if let fault = fault(of: registration) { throw .registrationRefused(fault) }
            guard let estimate = estimator.estimate(registration.password, account: registration.name.text) else {
                throw .trouble(.estimatorMissing)
            }
            guard !estimate.isWeak else { throw .registrationRefused(.password(.weak)) }
            // Saves the hash where the name is taken; the unique index decides all the same.
            let name = registration.name
            let isTaken = try await read { reader throws(StoreError) in try reader.account(named: name) != nil }
            guard !isTaken else { throw .accountTaken }

            let password = registration.password.nfc
            let hash = try await hashing { hasher throws(PasswordHash.Failure) in try hasher.hash(password) }
            guard !Task.isCancelled else { throw .cancelled }
            guard let session = try await add(name, hash, from: peer) else { throw .accountTaken }
            return session
        } catch {
            throw await refusal(error, of: .register, account: nil, peer: peer)
        }
    }

    /// The first rule that the registration breaks (A1, A2, H6).
    private func fault(of registration: Registration) -> Registration.Fault? {
        let name = registration.name
        let password = registration.password
        if let fault = name.fault { return .account(fault) }
        do throws(NewPassword.Fault) {
            try NewPassword.check(password, isWeak: false, policy: settings.passwordPolicy)
            return nil
        } catch { return .password(error) }
    }

    /// Adds the account with its first session; nil when another registration was faster.
    private func add(_ name: AccountName, _ hash: PasswordHash, from peer: Peer) async throws(ServiceError) -> Session?
    {
        let time = clock()
        return try await write { transaction throws(StoreError) in
            let account = NewAccount(names: [name], passwordHash: hash, creation: time)
            guard let id = try transaction.insert(account) else { return nil }
            try audit(.register, .granted, account: id, peer: peer, time: time, in: transaction)
            return try openSession(
                for: id, name: name, isRemembered: false, peer: peer, time: time, in: transaction)
        }
    }
}

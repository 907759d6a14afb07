import Accounts
import Cryptography
import Text

extension AccountEngine {
    /// Makes an account and logs it in, in one transaction that also takes the code (H6, A2, A4).
    ///
    /// The rules that the client has checked are checked again: the client may be anybody's. A phone number or address
    /// needs the code that was sent to it, wherever one can be sent. Where accounts are concealed, every name needs
    /// one, and a name that is taken is answered as a wrong code is: none was sent that would be right (A8).
    ///
    /// - Throws: ``ServiceError/registrationRefused(_:)``, ``ServiceError/accountTaken``, ``ServiceError/codeWrong``,
    ///   ``ServiceError/unsupported`` where accounts are concealed and no code can be sent to the name,
    ///   ``ServiceError/busy``, ``ServiceError/cancelled``, or trouble.
    public func register(_ registration: Registration, from peer: Peer) async throws(ServiceError) -> Session {
        do throws(ServiceError) {
            let needsCode = senders[registration.name.kind] != nil
            guard declaration.calls.contains(.register), needsCode || !settings.concealsAccounts else {
                throw .unsupported
            }
            if let fault = registration.name.fault { throw .registrationRefused(.account(fault)) }
            if let fault = try await fault(of: registration.password, for: registration.name.text) {
                throw .registrationRefused(.password(fault))
            }
            try await checkName(of: registration, needsCode: needsCode)

            let password = registration.password.nfc
            let hash = try await hashing { hasher throws(PasswordHash.Failure) in try hasher.hash(password) }
            guard !Task.isCancelled else { throw .cancelled }
            return try await add(registration, hash, needsCode: needsCode, from: peer)
        } catch {
            throw await refusal(error, of: .register, account: nil, peer: peer)
        }
    }

    /// Looks at name and code before anything is hashed; the transaction that adds the account decides all the same.
    private func checkName(of registration: Registration, needsCode: Bool) async throws(ServiceError) {
        let name = registration.name
        if !settings.concealsAccounts {
            let isTaken = try await read { reader throws(StoreError) in try reader.account(named: name) != nil }
            guard !isTaken else { throw .accountTaken }
        }
        guard needsCode else { return }
        guard let code = registration.code else { throw .registrationRefused(.code(.missing)) }
        let isRight = try await write { transaction throws(StoreError) in
            let subject = Subject(name, key: try transaction.hashKey())
            return try tryCode(code, for: subject, .register, at: clock(), in: transaction)
        }
        guard isRight else { throw .codeWrong }
    }

    /// Adds the account with its first session; another registration may have been faster.
    private func add(
        _ registration: Registration, _ hash: PasswordHash, needsCode: Bool, from peer: Peer
    ) async throws(ServiceError) -> Session {
        let name = registration.name
        return try await write { transaction throws(StoreError) -> Result<Session, ServiceError> in
            let time = clock()
            let subject = Subject(name, key: try transaction.hashKey())
            if needsCode, let code = registration.code {
                guard try isRight(code, for: subject, .register, at: time, in: transaction) else {
                    return .failure(.codeWrong)
                }
            }
            let account = NewAccount(names: [name], passwordHash: hash, creation: time)
            guard let id = try transaction.insert(account) else {
                return .failure(settings.concealsAccounts ? .codeWrong : .accountTaken)
            }
            if needsCode { try transaction.deleteCode(for: subject, .register) }
            try audit(.register, .granted, account: id, peer: peer, time: time, in: transaction)
            return .success(
                try openSession(
                    for: id, name: name, isRemembered: registration.isRemembered, peer: peer, time: time,
                    in: transaction))
        }.get()
    }
}

import Accounts
import Cryptography
import LoginFlow
import Vault

/// What a vault remembers for one service (section 3).
public struct VaultMemory: LoginMemory {
    private let vault: Vault
    private let origin: String

    /// Remembers in `vault` under `origin`, which tells the service from all others.
    public init(_ vault: Vault, origin: String) {
        self.vault = vault
        self.origin = origin
    }

    /// What is remembered, and what a person should know about it.
    public func recall() -> (login: RememberedLogin?, remarks: [MemoryRemark]) {
        let (entry, remarks) = vault.entry(for: origin)
        return (entry.map(RememberedLogin.init), remarks.map(MemoryRemark.init))
    }

    /// The token that the vault has for `user`: by the service's number, where it tells one.
    public func currentToken(of user: User) -> Secret? {
        guard let login = vault.entry(for: origin).entry?.login, case .token(let token) = login.proof else {
            return nil
        }
        let isSame = user.id == nil ? login.user.account == user.account : login.user.id == user.id
        return isSame ? token : nil
    }

    /// The token that the vault has for `account`.
    public func currentToken(ofAccount account: String) -> Secret? {
        guard let entry = vault.entry(for: origin).entry, entry.account == account,
            case .token(let token)? = entry.login?.proof
        else { return nil }
        return token
    }

    /// The vault's turn.
    public func takeTurn() -> (any Sendable)? { vault.takeTurn() }

    /// Changes the vault.
    public func perform(_ change: MemoryChange) -> [MemoryRemark] {
        do throws(Vault.Failure) {
            switch change {
            case .remember(let login, let user):
                return try vault.remember(Vault.Entry(login, user), for: origin).map(MemoryRemark.init)
            case .forgetLogin: return try vault.update(origin) { $0.login = nil }.map(MemoryRemark.init)
            case .forget: return try vault.forget(origin).map(MemoryRemark.init)
            }
        } catch {
            return [.notSaved(MemoryRemark.Obstacle(error))]
        }
    }
}

extension RememberedLogin {
    /// What the vault holds, in the screens' terms.
    fileprivate init(_ entry: Vault.Entry) {
        let proof: Proof? =
            switch entry.login?.proof {
            case .token(let token): .token(token)
            case .password(let password): .password(password)
            case nil: nil
            }
        self.init(account: entry.account, logsInAutomatically: entry.logsInAutomatically, proof: proof)
    }
}

extension Vault.Entry {
    /// What the screens want remembered, in the vault's terms.
    fileprivate init(_ remembered: RememberedLogin, _ user: User) {
        let proof: Vault.Login.Proof? =
            switch remembered.proof {
            case .token(let token): .token(token)
            case .password(let password): .password(password)
            case nil: nil
            }
        self.init(
            account: remembered.account, logsInAutomatically: remembered.logsInAutomatically,
            login: proof.map { Vault.Login(proof: $0, user: user) })
    }
}

extension MemoryRemark {
    fileprivate init(_ remark: Vault.Remark) {
        self =
            switch remark {
            case .exposed(_, let isOver): .exposed(isOver: isOver)
            case .unusable(_, _, setAside: let path?): .setAside(path: path)
            case .unusable(_, _, setAside: nil): .unusable
            }
    }
}

extension MemoryRemark.Obstacle {
    fileprivate init(_ failure: Vault.Failure) {
        self =
            switch failure {
            case .locked: .locked
            case .full: .full
            case .readOnly: .readOnly
            case .keyMalformed, .tooLarge, .unavailable: .failed
            }
    }
}

import Accounts
import Cryptography

extension Vault {
    /// What is remembered for one service: there is an entry exactly when its last login had 记住密码 on (L11).
    public struct Entry: Equatable, Sendable {
        /// The account, as it is filled in.
        public var account: String
        /// Whether 自动登录 was on (L11).
        public var logsInAutomatically: Bool
        /// What logs in again; nil after a log-out, which keeps the account (H4).
        public var login: Login?

        /// Makes an entry.
        public init(account: String, logsInAutomatically: Bool = false, login: Login? = nil) {
            self.account = account
            self.logsInAutomatically = logsInAutomatically
            self.login = login
        }
    }

    /// A login that succeeded, as far as it is kept.
    public struct Login: Equatable, Sendable {
        /// What the service takes as proof.
        public enum Proof: Equatable, Sendable {
            /// A session's token, another one at each use (A7).
            case token(Secret)
            /// The password, where the service has no tokens.
            case password(Secret)
        }

        /// What is shown to the service.
        public var proof: Proof
        /// The service's cookies, each in the form that its client reads and writes.
        public var cookies: [Secret]
        /// Who was logged in (H2).
        public var user: User

        /// Makes a login.
        public init(proof: Proof, cookies: [Secret] = [], user: User) {
            self.proof = proof
            self.cookies = cookies
            self.user = user
        }
    }
}

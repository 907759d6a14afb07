import Accounts
import Cryptography

/// The engine as the front end's account service: in this process, for one peer (section 5).
public struct EmbeddedAccountService: AccountService {
    private let engine: AccountEngine
    private let peer: Peer

    /// Serves `peer` by `engine`.
    public init(engine: AccountEngine, peer: Peer) {
        self.engine = engine
        self.peer = peer
    }

    /// What the engine offers.
    public var declaration: ServiceDeclaration { engine.declaration }

    /// Logs in (L8).
    public func logIn(_ credentials: Credentials) async throws(ServiceError) -> Session {
        try await engine.logIn(credentials, from: peer)
    }

    /// Makes an account and logs it in (H6).
    public func register(_ registration: Registration) async throws(ServiceError) -> Session {
        try await engine.register(registration, from: peer)
    }

    /// Sends a code (A4).
    public func requestCode(_ request: CodeRequest) async throws(ServiceError) -> CodeDispatch {
        try await engine.requestCode(request, from: peer)
    }

    /// Draws a picture (A5).
    public func requestCaptcha() async throws(ServiceError) -> CaptchaChallenge {
        try await engine.requestCaptcha(from: peer)
    }

    /// Sets a forgotten password (H7).
    public func reset(_ reset: PasswordReset) async throws(ServiceError) {
        try await engine.reset(reset, from: peer)
    }

    /// Ends `session` (H4).
    public func logOut(_ session: Session) async throws(ServiceError) {
        guard let token = session.token else { return }
        try await engine.logOut(token, from: peer)
    }

    /// Goes on with an earlier session (H1).
    public func resume(_ token: Secret) async throws(ServiceError) -> Session {
        try await engine.resume(token, from: peer)
    }

    /// Sets another password (H3).
    public func changePassword(_ change: PasswordChange, in session: Session) async throws(ServiceError) {
        try await engine.changePassword(change, with: token(of: session), from: peer)
    }

    /// Tells whose session it is (6.1).
    public func user(in session: Session) async throws(ServiceError) -> User {
        try await engine.user(with: token(of: session), from: peer)
    }

    /// Counts what waits for the user (H2).
    public func notices(in session: Session) async throws(ServiceError) -> Notices {
        try await engine.notices(with: token(of: session), from: peer)
    }

    /// Lists the account's sessions (H3).
    public func sessions(in session: Session) async throws(ServiceError) -> [SessionSummary] {
        try await engine.sessions(with: token(of: session), from: peer)
    }

    /// Ends one of the account's sessions (H3).
    public func endSession(_ id: String, in session: Session) async throws(ServiceError) {
        try await engine.endSession(id, with: token(of: session), from: peer)
    }

    /// Ends all of the account's sessions (H3).
    public func endAllSessions(in session: Session) async throws(ServiceError) {
        try await engine.endAllSessions(with: token(of: session), from: peer)
    }

    /// What the engine gave; a session without it is none of its own.
    private func token(of session: Session) throws(ServiceError) -> Secret {
        guard let token = session.token else { throw .sessionEnded }
        return token
    }
}

import Accounts

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
}

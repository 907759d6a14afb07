import AccountWire
import Accounts
import Cryptography
import Processes
import Synchronization

/// An account service in another program, JSON lines over its standard input and output (section 5, `exec:`).
///
/// The program is started at the first call, and again at the next one after it has ended or said something that
/// makes no sense; that is trouble for whoever waits (L12).
public final class PipeService: AccountService {
    /// How long things may take.
    public struct Patience: Equatable, Sendable {
        /// The program's first line.
        public var firstLine = Duration.seconds(5)
        /// A whole call, the start of the program included.
        public var call = Duration.seconds(60)

        /// The usual patience.
        public init() {}
    }

    private let program: Program
    private let patience: Patience
    private let log: @Sendable ([String]) -> Void
    private let state: Mutex<State>

    private struct State {
        var declaration: ServiceDeclaration
        var connection: PipeConnection?
        var isClosed = false
    }

    /// Uses `program`, which is not started yet.
    ///
    /// - Parameters:
    ///   - program: what to run.
    ///   - expected: what the service is taken to offer until it has said so.
    ///   - patience: how long things may take.
    ///   - log: gets the lines that the program says on its standard error, as they come, and of a flood only a part;
    ///     they are to be made harmless (T6).
    public init(
        _ program: Program, expected: ServiceDeclaration, patience: Patience = Patience(),
        log: @escaping @Sendable ([String]) -> Void = { _ in }
    ) {
        self.program = program
        self.patience = patience
        self.log = log
        state = Mutex(State(declaration: expected))
    }

    deinit { close() }

    /// What the program said last of itself, or what was expected.
    public var declaration: ServiceDeclaration { state.withLock { $0.declaration } }

    /// Starts the program, where it does not run, and waits for its first line.
    public func declare() async throws(ServiceError) -> ServiceDeclaration {
        let line = try await connection().declaration()
        let declaration: ServiceDeclaration = try Self.read(line)
        state.withLock { $0.declaration = declaration }
        return declaration
    }

    /// Ends the program.
    public func close() {
        let connection = state.withLock { state in
            state.isClosed = true
            return state.connection.take()
        }
        connection?.end()
    }

    // MARK: - Calls

    /// Logs in (L8).
    public func logIn(_ credentials: Credentials) async throws(ServiceError) -> Session {
        try Self.read(try await ask(.logIn, credentials.json))
    }

    /// Ends `session`; a program that does not offer that has nothing to end (H4).
    public func logOut(_ session: Session) async throws(ServiceError) {
        do throws(ServiceError) {
            _ = try await ask(.logOut, SessionReference(token: session.token).json)
        } catch {
            guard error == .unsupported else { throw error }
        }
    }

    /// Sends a code (A4).
    public func requestCode(_ request: CodeRequest) async throws(ServiceError) -> CodeDispatch {
        try Self.read(try await ask(.code, request.json))
    }

    /// Draws a picture (A5).
    public func requestCaptcha() async throws(ServiceError) -> CaptchaChallenge {
        try Self.read(try await ask(.captcha, EmptyMessage().json))
    }

    /// Makes an account and logs it in (H6).
    public func register(_ registration: Registration) async throws(ServiceError) -> Session {
        try Self.read(try await ask(.register, registration.json))
    }

    /// Sets a forgotten password (H7).
    public func reset(_ reset: PasswordReset) async throws(ServiceError) {
        _ = try await ask(.reset, reset.json)
    }

    /// Goes on with an earlier session; where the program does not offer that, none outlives it (H1).
    public func resume(_ token: Secret) async throws(ServiceError) -> Session {
        do throws(ServiceError) {
            return try Self.read(try await ask(.resume, SessionReference(token: token).json))
        } catch {
            throw error == .unsupported ? .sessionEnded : error
        }
    }

    /// Sets another password (H3).
    public func changePassword(_ change: PasswordChange, in session: Session) async throws(ServiceError) {
        let body = JSONValue.object([
            "token": session.token.map(JSONValue.secret), "current": .secret(change.current),
            "password": .secret(change.password.secret),
        ])
        _ = try await ask(.password, body)
    }

    /// Tells whose session it is (6.1).
    public func user(in session: Session) async throws(ServiceError) -> User {
        try Self.read(try await ask(.user, SessionReference(token: session.token).json))
    }

    /// Counts what waits for the user (H2).
    public func notices(in session: Session) async throws(ServiceError) -> Notices {
        try Self.read(try await ask(.notices, SessionReference(token: session.token).json))
    }

    /// Lists the account's sessions (H3).
    public func sessions(in session: Session) async throws(ServiceError) -> [SessionSummary] {
        let list: SessionListMessage = try Self.read(
            try await ask(.sessions, SessionReference(token: session.token).json))
        return list.sessions
    }

    /// Ends one of the account's sessions (H3).
    public func endSession(_ id: String, in session: Session) async throws(ServiceError) {
        _ = try await ask(.endSession, SessionReference(token: session.token, session: id).json)
    }

    /// Ends all of the account's sessions (H3).
    public func endAllSessions(in session: Session) async throws(ServiceError) {
        _ = try await ask(.endAllSessions, SessionReference(token: session.token).json)
    }

    // MARK: - The program

    /// Makes a call that the program offers.
    private func ask(_ call: Call, _ body: JSONValue) async throws(ServiceError) -> JSONValue {
        let deadline = ContinuousClock.now + patience.call
        let connection = try connection()
        let declaration = try await connection.declaration()
        guard (try? Call.offered(in: declaration).contains(call)) == true else { throw .unsupported }
        return try await connection.answer(to: call, body, until: deadline)
    }

    /// The run of the program that is under way, or a new one.
    private func connection() throws(ServiceError) -> PipeConnection {
        try state.withLock { state throws(ServiceError) in
            guard !state.isClosed else { throw .trouble(.programEnded) }
            if let connection = state.connection, !connection.isOver { return connection }
            guard let connection = PipeConnection(program, patience: patience.firstLine, log: log) else {
                throw .trouble(.programMissing)
            }
            state.connection = connection
            return connection
        }
    }

    /// Reads an answer; one that is none is trouble, and no more (L12).
    private static func read<Message: WireMessage>(_ json: JSONValue) throws(ServiceError) -> Message {
        do throws(MessageFault) {
            return try Message(json)
        } catch { throw .trouble(.replyMalformed) }
    }
}

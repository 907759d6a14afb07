import Accounts
import Cryptography

extension AccountService {
    /// Answers a call of contract 6.1, however it came.
    ///
    /// - Parameters:
    ///   - call: which one.
    ///   - body: its message.
    ///   - reference: the token that was shown, and the session that is to end.
    /// - Returns: the answer's body.
    /// - Throws: the problem to answer with.
    public func answer(
        to call: Call, _ body: JSONValue, _ reference: SessionReference
    ) async throws(ProblemDetails) -> JSONValue {
        do {
            return try await reply(to: call, body, reference)
        } catch let fault as MessageFault {
            throw ProblemDetails(fault)
        } catch let error as ServiceError {
            throw ProblemDetails(error)
        } catch { throw ProblemDetails(.serviceFailed) }
    }

    /// Throws `MessageFault` before anything is asked of the service, or `ServiceError`.
    private func reply(to call: Call, _ body: JSONValue, _ reference: SessionReference) async throws -> JSONValue {
        let session = Session(shownBy: reference.token)
        switch call {
        case .service: return try await declare().json
        case .logIn: return try await logIn(Credentials(body)).json
        case .register: return try await register(Registration(body)).json
        case .code: return try await requestCode(CodeRequest(body)).json
        case .captcha: return try await requestCaptcha().json
        case .user: return try await user(in: session).json
        case .notices: return try await notices(in: session).json
        case .sessions: return SessionListMessage(try await sessions(in: session)).json
        case .resume:
            guard let token = reference.token else { throw MessageFault(.missing, at: "/token") }
            return try await resume(token).json
        case .endSession:
            guard let id = reference.session else { throw MessageFault(.missing, at: "/session") }
            try await endSession(id, in: session)
        case .logOut: try await logOut(session)
        case .reset: try await reset(PasswordReset(body))
        case .password: try await changePassword(PasswordChange(body), in: session)
        case .endAllSessions: try await endAllSessions(in: session)
        }
        return EmptyMessage().json
    }
}

import Accounts
import Cryptography
import LoginFlow

/// Where the last login is remembered.
public protocol LoginMemory: Sendable {
    /// Changes what is remembered; may wait for other programs and the disk.
    ///
    /// - Returns: what a person should know about it.
    func perform(_ change: MemoryChange) -> [MemoryRemark]

    /// The token that is remembered for `user` now; nil where none is.
    func currentToken(of user: User) -> Secret?
}

extension Effect.Call {
    /// The same call with the token that `memory` has for its session's user.
    ///
    /// Another program on the same vault may have gone on with the session and been given its next token; showing the
    /// one from before would look like a thief's (A7). A log-out ends the session by any of its tokens.
    func showingCurrentToken(of memory: any LoginMemory) -> Effect.Call {
        func current(_ session: Session) -> Session {
            memory.currentToken(of: session.user).map { Session(token: $0, user: session.user) } ?? session
        }
        return switch self {
        case .notices(let session): .notices(current(session))
        case .changePassword(let change, let session): .changePassword(change, current(session))
        case .sessions(let session): .sessions(current(session))
        case .endSession(let id, let session): .endSession(id, current(session))
        case .endAllSessions(let session): .endAllSessions(current(session))
        case .declare, .logIn, .resume, .register, .logOut, .requestCode, .requestCaptcha, .reset: self
        }
    }
}

import Accounts
import Cryptography
import LoginFlow
import Synchronization

/// Where the last login is remembered.
public protocol LoginMemory: Sendable {
    /// Changes what is remembered; may wait for other programs and the disk.
    ///
    /// - Returns: what a person should know about it.
    func perform(_ change: MemoryChange) -> [MemoryRemark]

    /// The token that is remembered for `user` now; nil where none is.
    func currentToken(of user: User) -> Secret?

    /// The token that is remembered now for an account, as it was typed; nil where none is.
    func currentToken(ofAccount account: String) -> Secret?

    /// Keeps other programs from going on with a remembered login until the result goes away; may wait for them.
    ///
    /// - Returns: nil where that cannot be had; going on without it is right unless another program does at that
    ///   moment.
    func takeTurn() -> (any Sendable)?
}

/// Holds the turn from a resumption until its token is remembered.
final class HeldTurn: Sendable {
    private let turn = Mutex<(any Sendable)?>(nil)

    /// Takes it from `memory`.
    func take(from memory: any LoginMemory) {
        let taken = memory.takeTurn()
        turn.withLock { $0 = taken }
    }

    /// Lets the next program have it.
    func end() {
        turn.withLock { $0 = nil }
    }
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
        case .resume(let token, let account):
            .resume(memory.currentToken(ofAccount: account) ?? token, account: account)
        case .declare, .logIn, .register, .logOut, .requestCode, .requestCaptcha, .reset: self
        }
    }
}

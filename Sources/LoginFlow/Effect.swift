import Accounts
import Cryptography

/// Something that the program has to do; ``Flow/handle(_:)`` only says what.
public enum Effect: Equatable, Sendable {
    /// Make a call; its answer comes back as ``Event/answered(_:_:)``.
    case call(CallID, Call)
    /// Cancel a call; no answer is waited for.
    case cancel(CallID)
    /// Judge a new password; the estimate comes back as ``Event/estimated(_:_:)``.
    case estimate(CallID, Secret, account: String)
    /// Report ``Event/timerFired(_:)`` once, after the given time.
    case schedule(TimerID, after: Duration)
    /// Forget a timer's date: nothing waits for it any more (T8).
    case cancelTimer(TimerID)
    /// Change what is remembered; what is to be said about it comes back as ``Event/remarked(_:)``.
    case remember(MemoryChange)
    /// Stop the program until the shell continues it (T1).
    case suspend
    /// Paint everything anew.
    case repaint
    /// End the program.
    case leave(Departure)

    /// What can be asked of the account service.
    public enum Call: Equatable, Sendable {
        /// `AccountService.declare`.
        case declare
        /// `AccountService.logIn`.
        case logIn(Credentials)
        /// `AccountService.resume`.
        case resume(Secret)
        /// `AccountService.register`.
        case register(Registration)
        /// `AccountService.logOut`.
        case logOut(Session)
        /// `AccountService.notices`.
        case notices(Session)
        /// `AccountService.changePassword`.
        case changePassword(PasswordChange, Session)
        /// `AccountService.sessions`.
        case sessions(Session)
        /// `AccountService.endSession`, by a ``SessionSummary/id``.
        case endSession(String, Session)
        /// `AccountService.endAllSessions`.
        case endAllSessions(Session)
        /// `AccountService.requestCode`.
        case requestCode(CodeRequest)
        /// `AccountService.requestCaptcha`.
        case requestCaptcha
        /// `AccountService.reset`.
        case reset(PasswordReset)

        /// The same call with what was read in a picture; itself where it takes no answer.
        func answering(_ answer: CaptchaAnswer) -> Call {
            switch self {
            case .logIn(var credentials):
                credentials.answer = .captcha(answer)
                return .logIn(credentials)
            case .requestCode(let request):
                return .requestCode(CodeRequest(name: request.name, purpose: request.purpose, captcha: answer))
            case .declare, .resume, .register, .logOut, .requestCaptcha, .reset, .notices, .changePassword,
                .sessions, .endSession, .endAllSessions:
                return self
            }
        }
    }

    /// How the program is left; the exit status follows from it (section 1).
    public enum Departure: Equatable, Sendable {
        /// Nobody logged in: status 1.
        case withoutLogin
        /// From home: status 0.
        case fromHome
        /// Logged in, in front of a command that now takes over.
        case intoCommand(Session)
    }
}

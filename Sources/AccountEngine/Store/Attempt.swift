import Accounts

/// One line of the audit trail; never a name, password, code or token (A9).
public struct Attempt: Equatable, Sendable {
    /// What was attempted; the raw values are stored.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Logging in.
        case logIn = "log-in"
        /// Making an account.
        case register
        /// Ending a session.
        case logOut = "log-out"
        /// Having a code sent.
        case code
        /// Having a picture drawn.
        case captcha
        /// Setting a forgotten password.
        case reset
        /// Going on with a session that was opened earlier.
        case resume
        /// Setting another password while logged in.
        case changePassword = "change-password"
        /// Counting what waits for the user; noted only where it is refused, since clients ask every minute.
        case notices
        /// Telling whose session it is; noted only where it is refused.
        case user
        /// Listing an account's sessions; noted only where it is refused.
        case sessions
        /// Ending one of an account's sessions.
        case endSession = "end-session"
        /// Ending all of an account's sessions.
        case endAllSessions = "end-all-sessions"
        /// Shutting an account, by its administrator.
        case disable
        /// Opening it again.
        case enable
        /// Making an account, by an administrator.
        case add
        /// Taking an account over from another service, by an administrator.
        case takeOver = "take-over"
        /// Forgetting the failures on an account, by its administrator.
        case unlock
        /// Letting a password open nothing until the owner has set another, by its administrator.
        case startReset = "start-reset"
    }

    /// How it ended; the raw values are stored.
    public enum Outcome: String, Hashable, Sendable, CaseIterable {
        /// As asked.
        case granted
        /// There is no such account, or no such session.
        case unknown
        /// A token was shown that had been replaced: two hold it, so its session was ended (A7).
        case reused
        /// The password was wrong.
        case wrong
        /// Registration: the name belongs to an account already.
        case taken
        /// Registration: the name or password breaks a rule.
        case refused
        /// Too many others were waiting.
        case busy
        /// The caller gave up.
        case cancelled
        /// The service could not tell.
        case failed
    }

    /// When it was; for attempts on no account the start of the minute.
    public let time: Timestamp
    /// On which account; nil where there is none.
    public let account: AccountID?
    /// What was attempted.
    public let kind: Kind
    /// How it ended.
    public let outcome: Outcome
    /// From where, as ``Peer/text``.
    public let peer: String
    /// How many attempts this line stands for.
    public let count: Int

    /// Makes a line; the time of an attempt on no account is brought to its minute's start, under which it is counted.
    public init(
        time: Timestamp, account: AccountID?, kind: Kind, outcome: Outcome, peer: String, count: Int = 1
    ) {
        self.time = account == nil ? Timestamp(seconds: time.seconds - time.seconds % 60) : time
        self.account = account
        self.kind = kind
        self.outcome = outcome
        self.peer = peer
        self.count = count
    }
}

extension Attempt.Outcome {
    /// The outcome that answering `error` is.
    init(_ error: ServiceError, isAccountKnown: Bool) {
        self =
            switch error {
            case .accountUnknown: .unknown
            case .credentialsWrong: isAccountKnown ? .wrong : .unknown
            case .accountTaken: .taken
            case .challengeFailed, .codeWrong: .wrong
            case .registrationRefused, .passwordRefused, .unsupported, .challengeRequired, .locked, .codeTooSoon,
                .codesExhausted:
                .refused
            case .sessionEnded: .unknown
            case .busy: .busy
            case .cancelled: .cancelled
            case .trouble, .refused, .sendingFailed: .failed
            }
    }
}

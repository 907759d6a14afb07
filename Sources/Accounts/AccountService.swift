import Cryptography

/// What a service tells about itself before anybody logs in.
public struct ServiceDeclaration: Equatable, Sendable {
    /// What a service may offer beyond logging in and out.
    public struct Calls: OptionSet, Hashable, Sendable {
        /// One bit a call.
        public let rawValue: UInt8

        /// Makes a set from its bits.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// Making a new account (H6).
        public static let register = Calls(rawValue: 1)
        /// Setting a forgotten password (H7).
        public static let reset = Calls(rawValue: 2)
        /// Setting another password while logged in (H3).
        public static let changePassword = Calls(rawValue: 4)
        /// Counting what waits for the user (H2).
        public static let notices = Calls(rawValue: 8)
        /// Listing and ending an account's sessions (H3).
        public static let sessions = Calls(rawValue: 16)
    }

    /// What it offers.
    public var calls: Calls
    /// The kinds of names that it can send codes to; registering one of them needs a code (H6, A4).
    public var codeKinds: AccountName.Kinds
    /// Its length rule for passwords (L2).
    public var passwordPolicy: PasswordPolicy
    /// Whether an unknown account is not told from a wrong password (A8).
    public var concealsAccounts: Bool
    /// What to say instead of a call that it does not offer, and its own words in the help; each may be absent.
    public var information: [Information: String]

    /// The texts that a service may declare (L5, L9).
    public enum Information: String, Hashable, Sendable, CaseIterable {
        /// Shown where registration would be.
        case register
        /// Shown where a forgotten password would be set.
        case reset
        /// Added to the help.
        case help
    }

    /// Makes a declaration.
    public init(
        calls: Calls, codeKinds: AccountName.Kinds = [], passwordPolicy: PasswordPolicy,
        concealsAccounts: Bool = false, information: [Information: String] = [:]
    ) {
        self.calls = calls
        self.codeKinds = codeKinds
        self.passwordPolicy = passwordPolicy
        self.concealsAccounts = concealsAccounts
        self.information = information
    }
}

/// Where accounts live.
///
/// Every call may be cancelled through its task; a cancelled call throws `CancellationError`'s counterpart
/// ``ServiceError/cancelled``, and what it had already changed stays changed. Implementations answer from any
/// thread and never block the caller's. A service that offers nothing but logging in implements nothing else: the
/// other calls answer ``ServiceError/unsupported`` unless it does.
public protocol AccountService: Sendable {
    /// What the service offers and asks for, as far as that is known without asking it.
    var declaration: ServiceDeclaration { get }

    /// Asks the service what it offers and asks for.
    ///
    /// - Throws: trouble.
    func declare() async throws(ServiceError) -> ServiceDeclaration

    /// Ends what the service keeps running; nothing is asked of it afterwards. May wait for a moment.
    func close()

    /// Logs in (L8).
    ///
    /// - Throws: ``ServiceError/accountUnknown``, ``ServiceError/credentialsWrong(next:)``,
    ///   ``ServiceError/challengeRequired(_:)``, ``ServiceError/challengeFailed(next:)``,
    ///   ``ServiceError/locked(seconds:)``, or trouble.
    func logIn(_ credentials: Credentials) async throws(ServiceError) -> Session

    /// Ends `session` at the service (H4).
    ///
    /// - Throws: trouble; the caller forgets the session all the same.
    func logOut(_ session: Session) async throws(ServiceError)

    /// Sends a code (A4, A6).
    ///
    /// - Throws: ``ServiceError/codeTooSoon(seconds:)``, ``ServiceError/challengeRequired(_:)`` where a picture comes
    ///   first, ``ServiceError/challengeFailed(next:)``, ``ServiceError/codesExhausted``,
    ///   ``ServiceError/sendingFailed``, ``ServiceError/accountTaken`` where the code is for a new account, or trouble.
    func requestCode(_ request: CodeRequest) async throws(ServiceError) -> CodeDispatch

    /// Draws a picture to be read; every one is good once, for two minutes (A5).
    ///
    /// - Throws: trouble.
    func requestCaptcha() async throws(ServiceError) -> CaptchaChallenge

    /// Makes an account and logs it in (H6).
    ///
    /// - Throws: ``ServiceError/accountTaken``, ``ServiceError/registrationRefused(_:)``,
    ///   ``ServiceError/codeWrong``, or trouble.
    func register(_ registration: Registration) async throws(ServiceError) -> Session

    /// Sets a forgotten password (H7).
    ///
    /// - Throws: ``ServiceError/codeWrong``, ``ServiceError/passwordRefused(_:)``, or trouble.
    func reset(_ reset: PasswordReset) async throws(ServiceError)

    /// Goes on with the session that `token` opened earlier (H1, A7).
    ///
    /// - Returns: the session with the token that is good from now on.
    /// - Throws: ``ServiceError/sessionEnded``, or trouble.
    func resume(_ token: Secret) async throws(ServiceError) -> Session

    /// Sets another password and ends all other sessions (H3, A7).
    ///
    /// - Throws: ``ServiceError/credentialsWrong(next:)`` where the current password is wrong,
    ///   ``ServiceError/passwordRefused(_:)``, ``ServiceError/locked(seconds:)``, ``ServiceError/sessionEnded``, or
    ///   trouble.
    func changePassword(_ change: PasswordChange, in session: Session) async throws(ServiceError)

    /// Whose session it is, where only its token is known (6.1).
    ///
    /// - Throws: ``ServiceError/sessionEnded``, or trouble.
    func user(in session: Session) async throws(ServiceError) -> User

    /// Counts what waits for the user; no activity by which a session lives longer (H2, A7).
    ///
    /// - Throws: ``ServiceError/sessionEnded``, or trouble.
    func notices(in session: Session) async throws(ServiceError) -> Notices

    /// The account's sessions that are alive, latest use first (H3).
    ///
    /// - Throws: ``ServiceError/sessionEnded``, or trouble.
    func sessions(in session: Session) async throws(ServiceError) -> [SessionSummary]

    /// Ends the account's session that a ``SessionSummary/id`` names; no error when it has ended already (H3).
    ///
    /// - Throws: ``ServiceError/sessionEnded`` where `session` itself has, or trouble.
    func endSession(_ id: String, in session: Session) async throws(ServiceError)

    /// Ends all of the account's sessions, `session` among them (H3).
    ///
    /// - Throws: ``ServiceError/sessionEnded``, or trouble.
    func endAllSessions(in session: Session) async throws(ServiceError)
}

extension AccountService {
    /// What is known already.
    public func declare() async throws(ServiceError) -> ServiceDeclaration { declaration }

    /// Nothing runs.
    public func close() {}

    /// Not offered.
    public func requestCode(_ request: CodeRequest) async throws(ServiceError) -> CodeDispatch { throw .unsupported }

    /// Not offered.
    public func requestCaptcha() async throws(ServiceError) -> CaptchaChallenge { throw .unsupported }

    /// Not offered.
    public func register(_ registration: Registration) async throws(ServiceError) -> Session { throw .unsupported }

    /// Not offered.
    public func reset(_ reset: PasswordReset) async throws(ServiceError) { throw .unsupported }

    /// Not offered.
    public func resume(_ token: Secret) async throws(ServiceError) -> Session { throw .unsupported }

    /// Not offered.
    public func changePassword(_ change: PasswordChange, in session: Session) async throws(ServiceError) {
        throw .unsupported
    }

    /// Not offered.
    public func user(in session: Session) async throws(ServiceError) -> User { throw .unsupported }

    /// Not offered.
    public func notices(in session: Session) async throws(ServiceError) -> Notices { throw .unsupported }

    /// Not offered.
    public func sessions(in session: Session) async throws(ServiceError) -> [SessionSummary] { throw .unsupported }

    /// Not offered.
    public func endSession(_ id: String, in session: Session) async throws(ServiceError) { throw .unsupported }

    /// Not offered.
    public func endAllSessions(in session: Session) async throws(ServiceError) { throw .unsupported }
}

/// Why a call to an account service did not succeed.
public enum ServiceError: Error, Equatable, Sendable {
    /// There is no such account, and the service says so (L9).
    case accountUnknown
    /// The account or the password is wrong (L9), and what the service asks for at the next attempt (L10).
    case credentialsWrong(next: Challenge?)
    /// The service asks for more before it looks at the password, or sends a code; nothing was counted (L10, A3, A4).
    case challengeRequired(Challenge)
    /// The answer to the challenge is wrong, used or too old; the password was not looked at (A4).
    case challengeFailed(next: Challenge)
    /// Too many failures, of which the attempt that is answered may be the latest; attempts are refused, and not
    /// counted, for so many seconds more (A3).
    case locked(seconds: Int)
    /// A code was sent a moment ago; another can be in so many seconds (A4).
    case codeTooSoon(seconds: Int)
    /// No more codes are sent for the present (A4).
    case codesExhausted
    /// The code could not be sent; that counts as no send (A6).
    case sendingFailed
    /// Registration and reset: the code is wrong, used or too old (A4).
    case codeWrong
    /// Registration: the name belongs to an account already (H6).
    case accountTaken
    /// Registration: the service refuses what the client let pass.
    case registrationRefused(Registration.Fault)
    /// Reset and change: the service refuses the new password.
    case passwordRefused(NewPassword.Fault)
    /// The session has ended: logged out elsewhere, or too old (H5).
    case sessionEnded
    /// The caller cancelled.
    case cancelled
    /// The service works, but not now; a later attempt may succeed (A1).
    case busy
    /// The service does not offer the call.
    case unsupported
    /// The service refuses in its own words, which are to be shown as they are (6.3).
    case refused(text: String)
    /// The service is in trouble (L12).
    case trouble(Trouble)

    /// The most characters of a service's own words, and what stands for the rest.
    private static let (wordsLimit, cutMark): (Int, Character) = (200, "…")

    /// A service's own words, or as many as a screen has room for, with `…` behind them.
    public static func shortened(_ words: String) -> String {
        words.count > wordsLimit ? words.prefix(wordsLimit - 1) + String(cutMark) : words
    }

    /// Whether the `…` behind `words` stands for what ``shortened(_:)`` has left out, and is not the service's own.
    public static func isShortened(_ words: String) -> Bool {
        words.last == cutMark && words.count == wordsLimit
    }

    /// What can be wrong with a service, in the terms that a person can act on (L12, A10).
    public enum Trouble: Equatable, Sendable {
        /// The store cannot be written: read-only, or no permission.
        case storeReadOnly
        /// The store's disk has no room.
        case storeFull
        /// Other programs hold the store, or what was asked for in it, too long.
        case storeLocked
        /// The store's file is damaged, or is no store.
        case storeDamaged
        /// The store was written by a later version of this program.
        case storeTooNew
        /// The store's file or folder cannot be opened, or its server cannot be reached.
        case storeUnavailable
        /// The program that judges new passwords is not there, or does not answer.
        case estimatorMissing
        /// Anything else that the store says; nothing was admitted.
        case storeFailed
        /// No address is known for the service's host.
        case hostUnknown
        /// The service's host cannot be reached.
        case hostUnreachable
        /// Nobody takes the connection at the service's address.
        case connectionRefused
        /// The connection broke before the answer was there.
        case connectionLost
        /// The service did not answer in time.
        case timedOut
        /// The service cannot prove who it is, or no encryption could be agreed on.
        case encryptionFailed
        /// This machine's own file of the authorities that it trusts cannot be read.
        case authoritiesMissing
        /// The answer makes no sense.
        case replyMalformed
        /// The service's address leads to another one, which nobody here has said to trust.
        case addressMoved
        /// There is no account service at the address.
        case serviceMissing
        /// The program that looks after the accounts, or reaches them over the network, cannot be started.
        case programMissing
        /// The program that looks after the accounts has ended.
        case programEnded
        /// The service says that it failed, and no more.
        case serviceFailed
    }
}

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
    }

    /// What it offers.
    public var calls: Calls
    /// Its length rule for passwords (L2).
    public var passwordPolicy: PasswordPolicy
    /// Whether an unknown account is not told from a wrong password (A8).
    public var concealsAccounts: Bool
    /// What to say instead of a call that it does not offer, and its own words in the help; each may be absent.
    public var information: [Information: String]

    /// The texts that a service may declare (L5, L9).
    public enum Information: String, Hashable, Sendable {
        /// Shown where registration would be.
        case register
        /// Shown where a forgotten password would be set.
        case reset
        /// Added to the help.
        case help
    }

    /// Makes a declaration.
    public init(
        calls: Calls, passwordPolicy: PasswordPolicy, concealsAccounts: Bool = false,
        information: [Information: String] = [:]
    ) {
        self.calls = calls
        self.passwordPolicy = passwordPolicy
        self.concealsAccounts = concealsAccounts
        self.information = information
    }
}

/// Where accounts live.
///
/// Every call may be cancelled through its task; a cancelled call throws `CancellationError`'s counterpart
/// ``ServiceError/cancelled``, and what it had already changed stays changed. Implementations answer from any
/// thread and never block the caller's.
public protocol AccountService: Sendable {
    /// What the service offers and asks for.
    var declaration: ServiceDeclaration { get }

    /// Logs in (L8).
    ///
    /// - Throws: ``ServiceError/accountUnknown``, ``ServiceError/credentialsWrong``, or trouble.
    func logIn(_ credentials: Credentials) async throws(ServiceError) -> Session

    /// Makes an account and logs it in (H6).
    ///
    /// - Throws: ``ServiceError/accountTaken``, ``ServiceError/registrationRefused(_:)``, or trouble.
    func register(_ registration: Registration) async throws(ServiceError) -> Session

    /// Ends `session` at the service (H4).
    ///
    /// - Throws: trouble; the caller forgets the session all the same.
    func logOut(_ session: Session) async throws(ServiceError)
}

/// Why a call to an account service did not succeed.
public enum ServiceError: Error, Equatable, Sendable {
    /// There is no such account, and the service says so (L9).
    case accountUnknown
    /// The account or the password is wrong (L9).
    case credentialsWrong
    /// Registration: the name belongs to an account already (H6).
    case accountTaken
    /// Registration: the service refuses what the client let pass.
    case registrationRefused(Registration.Fault)
    /// The caller cancelled.
    case cancelled
    /// The service works, but not now; a later attempt may succeed (A1).
    case busy
    /// The service does not offer the call.
    case unsupported
    /// The service is in trouble (L12).
    case trouble(Trouble)

    /// What can be wrong with a service, in the terms that a person can act on (L12, A10).
    public enum Trouble: Equatable, Sendable {
        /// The store cannot be written: read-only, or no permission.
        case storeReadOnly
        /// The store's disk has no room.
        case storeFull
        /// Another program holds the store too long.
        case storeLocked
        /// The store's file is damaged, or is no store.
        case storeDamaged
        /// The store was written by a later version of this program.
        case storeTooNew
        /// The store's file or folder cannot be opened.
        case storeUnavailable
        /// The program that judges new passwords is not there, or does not answer.
        case estimatorMissing
        /// Anything else that the store says; nothing was admitted.
        case storeFailed
    }
}

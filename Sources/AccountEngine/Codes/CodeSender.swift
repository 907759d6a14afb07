import Accounts
import Cryptography

/// What leaves the service for somebody's phone or mailbox (A6).
public struct CodeMessage: Equatable, Sendable {
    /// What it says.
    public enum Content: Equatable, Sendable {
        /// A code, and what it is good for.
        case code(OneTimeCode, OneTimeCode.Purpose)
        /// Instead of a code for a registration, where that must not be told to whoever asked: there is an account
        /// already (A8).
        case accountExists
    }

    /// The number or address, as ``AccountName/key``.
    public let recipient: AccountName
    /// What it says.
    public let content: Content

    /// Makes a message.
    public init(recipient: AccountName, content: Content) {
        self.recipient = recipient
        self.content = content
    }
}

/// A way for codes to leave the service (A6).
public protocol CodeSender: Sendable {
    /// What the person is told about the way.
    var route: CodeDispatch.Route { get }

    /// Hands `message` over, on a worker and outside any transaction; returns when it has left.
    ///
    /// - Throws: ``SendingFailure``; then the message counts as not sent.
    func send(_ message: CodeMessage) throws(SendingFailure)
}

/// The ways for codes to leave, by what they are sent to; to a user name nothing can be sent.
public struct CodeSenders: Sendable {
    /// The way to phones; nil where there is none.
    public var telephone: (any CodeSender)?
    /// The way to mailboxes; nil where there is none.
    public var emailAddress: (any CodeSender)?

    /// Makes the ways.
    public init(telephone: (any CodeSender)? = nil, emailAddress: (any CodeSender)? = nil) {
        self.telephone = telephone
        self.emailAddress = emailAddress
    }

    /// The way to names of a kind.
    subscript(kind: AccountName.Kind) -> (any CodeSender)? {
        switch kind {
        case .telephone: telephone
        case .emailAddress: emailAddress
        case .normalName: nil
        }
    }

    /// Whether no code can leave.
    var isEmpty: Bool { kinds.isEmpty }

    /// The kinds of names that codes can be sent to.
    var kinds: AccountName.Kinds {
        var kinds: AccountName.Kinds = []
        if telephone != nil { kinds.insert(.telephone) }
        if emailAddress != nil { kinds.insert(.emailAddress) }
        return kinds
    }
}

/// A message that did not leave.
public struct SendingFailure: Error, Equatable, Sendable {
    /// Why, for the log alone: neither the code nor to whom it was to go is in it; empty where nothing is known.
    public let reason: String

    /// Makes the failure.
    public init(_ reason: String = "") {
        self.reason = reason
    }
}

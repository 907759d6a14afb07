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

/// A message that did not leave.
public struct SendingFailure: Error, Equatable, Sendable {
    /// Why, for the log alone: neither the code nor to whom it was to go is in it; empty where nothing is known.
    public let reason: String

    /// Makes the failure.
    public init(_ reason: String = "") {
        self.reason = reason
    }
}

import Accounts

/// What is wrong with a message, and where.
public struct MessageFault: Error, Equatable, Sendable {
    /// What is wrong.
    public enum Reason: Equatable, Sendable {
        /// The text is no JSON (RFC 8259), no UTF-8, or holds a NUL.
        case malformed
        /// The text has more bytes than any message may have.
        case tooLarge
        /// Values lie in more values than any message needs.
        case tooDeep
        /// An object has a key twice.
        case duplicateKey
        /// There is no such member, or it is null.
        case missing
        /// The value is of another type than this.
        case notA(ValueType)
        /// The text has more bytes, the list more elements, than are taken.
        case tooLong
        /// The number lies outside what it can be.
        case outOfRange
        /// The text is none of those that stand for something.
        case unknownValue
        /// The value is of the right type, and cannot be what it should.
        case invalid
        /// The message makes sense and breaks a rule that the service has an answer for.
        case refused(ServiceError)
    }

    /// The types that members of messages have.
    public enum ValueType: String, Sendable {
        /// JSON's own.
        case object, array, string, integer, boolean
    }

    /// What is wrong.
    public let reason: Reason
    /// Where, as a JSON pointer (RFC 6901); empty for the whole message.
    public let pointer: String

    /// Makes a fault.
    public init(_ reason: Reason, at pointer: String = "") {
        self.reason = reason
        self.pointer = pointer
    }
}

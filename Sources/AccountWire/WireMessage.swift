import Accounts
import Cryptography

/// What travels as a JSON object (6.1); keys that a reader does not know are ignored.
public protocol WireMessage: Sendable {
    /// Reads the message.
    ///
    /// - Throws: the first thing that is wrong with it.
    init(_ json: JSONValue) throws(MessageFault)

    /// The message as it is sent.
    var json: JSONValue { get }
}

extension WireMessage {
    /// Reads the message from its text.
    ///
    /// - Throws: the first thing that is wrong with it.
    public init(
        parsing text: UnsafeRawBufferPointer, limit: Int = JSONValue.maximumByteCount
    ) throws(MessageFault) {
        self = try Self(JSONValue(parsing: text, limit: limit))
    }
}

/// A message that says nothing: the body of calls without arguments, and of answers that are a mere yes.
public struct EmptyMessage: WireMessage, Equatable {
    /// Makes one.
    public init() {}

    /// Reads any object.
    public init(_ json: JSONValue) throws(MessageFault) {
        try json.checkObject()
    }

    /// An object without members.
    public var json: JSONValue { .object([:]) }
}

/// The most bytes of what members of messages hold; beyond that nothing is read.
enum ByteLimit {
    /// What a field on the screen takes (L4).
    static let field = 512
    /// Session tokens; a service that has cookies instead puts them there.
    static let token = 8192
    /// Ids, and where a login came from.
    static let name = 256
    /// What a service says in its own words.
    static let text = 4096
}

extension JSONValue {
    /// A name that a person calls an account by; not blank.
    func accountName(_ key: String) throws(MessageFault) -> AccountName {
        let value = try member(key)
        guard let name = AccountName(try value.string(atMost: ByteLimit.field)) else {
            throw MessageFault(.invalid, at: value.pointer)
        }
        return name
    }

    /// A password, or what a person typed in its place.
    func password(_ key: String) throws(MessageFault) -> Secret {
        try member(key).secret(atMost: ByteLimit.field)
    }

    /// Whether something is so; not where nothing is said.
    func flag(_ key: String) throws(MessageFault) -> Bool {
        try optionalMember(key)?.boolean() ?? false
    }

    /// A code as a person types it.
    func code(for purpose: OneTimeCode.Purpose) throws(MessageFault) -> OneTimeCode {
        let text = try secret(atMost: ByteLimit.field)
        do throws(OneTimeCode.Fault) {
            return try OneTimeCode(text, for: purpose)
        } catch { throw MessageFault(.invalid, at: pointer) }
    }

    /// A count or a time, never negative.
    func number(_ key: String) throws(MessageFault) -> Int64 {
        // What a double holds exactly: readers in other languages know no other numbers (RFC 8259, section 6).
        try member(key).integer(in: 0...9_007_199_254_740_991)
    }
}

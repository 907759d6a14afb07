import Accounts
import Cryptography

@testable import AccountWire

extension WireMessage {
    /// Reads a message from text at hand.
    init(text: String) throws(MessageFault) {
        self = try Self(JSONValue(text: text))
    }

    /// What the message is as text, read again.
    func sentAndRead() throws -> Self {
        let text = json.text
        return try text.withUnsafeBytes { try Self(parsing: $0) }
    }
}

extension JSONValue {
    /// Reads text at hand.
    init(text: String) throws(MessageFault) {
        var text = text
        let result = text.withUTF8 { bytes in
            Result<JSONValue, MessageFault> { () throws(MessageFault) in
                try JSONValue(parsing: UnsafeRawBufferPointer(bytes))
            }
        }
        self = try result.get()
    }

    /// The text, seen.
    var seenText: String { text.seen }
}

extension Secret {
    /// The bytes as text, for comparison.
    var seen: String { withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }

    /// What was never hidden.
    init(_ text: String) {
        self.init(text.utf8)
    }
}

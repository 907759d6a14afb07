import Cryptography

/// The fields of a form (WHATWG URL, section 5: `application/x-www-form-urlencoded`), read strictly.
///
/// Values are secrets until somebody knows better: one of them is a password.
struct FormFields {
    private var values: [String: Secret] = [:]

    /// What is wrong with a form, in words for whoever wrote the client; nothing that was sent is in them.
    struct Fault: Error, Equatable {
        /// The words.
        let message: String
    }

    /// Reads the given texts, one after the other, as one form; empty texts are none.
    ///
    /// - Throws: ``Fault`` where a `%` is not followed by two digits, a byte stands there that may not, a name stands
    ///   there twice, or text is no UTF-8 or holds a NUL.
    init(_ texts: [Secret?]) throws(Fault) {
        for case let text? in texts {
            try text.withUnsafeBytes { bytes throws(Fault) in
                for field in bytes.split(separator: UInt8(ascii: "&")) { try add(field) }
            }
        }
    }

    /// The value of a field; nil where there is none.
    subscript(name: String) -> Secret? { values[name] }

    private mutating func add(_ field: Slice<UnsafeRawBufferPointer>) throws(Fault) {
        let end = field.firstIndex(of: UInt8(ascii: "="))
        let name = try Self.decoded(field[..<(end ?? field.endIndex)])
        let value = try Self.decoded(end.map { field[($0 + 1)...] } ?? field[field.endIndex...])
        let text = name.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        guard values.updateValue(value, forKey: text) == nil else { throw Fault(message: "a field stands there twice") }
    }

    private static func decoded(_ bytes: Slice<UnsafeRawBufferPointer>) throws(Fault) -> Secret {
        var count = 0
        let longest = try Secret(count: bytes.count) { output throws(Fault) in
            var rest = bytes
            while let byte = rest.popFirst() {
                switch byte {
                case UInt8(ascii: "+"): output[count] = UInt8(ascii: " ")
                case UInt8(ascii: "%"):
                    guard let high = hexadecimal(rest.popFirst()), let low = hexadecimal(rest.popFirst()) else {
                        throw Fault(message: "a % is not followed by two hexadecimal digits")
                    }
                    output[count] = high << 4 | low
                // Clients that encode too little send UTF-8 as it is.
                case 0x21...0x7E, 0x80...: output[count] = byte
                default: throw Fault(message: "a byte has to be percent-encoded")
                }
                count += 1
            }
            let text = UnsafeRawBufferPointer(rebasing: output[..<count])
            guard !text.contains(0) else { throw Fault(message: "a field holds a NUL") }
            guard text.isUTF8 else { throw Fault(message: "a field is no UTF-8") }
        }
        return longest.withUnsafeBytes { Secret(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }

    private static func hexadecimal(_ byte: UInt8?) -> UInt8? {
        switch byte {
        case .some(let byte) where (0x30...0x39).contains(byte): byte - 0x30
        case .some(let byte) where (0x41...0x46).contains(byte & 0xDF): (byte & 0xDF) - 0x41 + 10
        default: nil
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether the bytes are UTF-8; no copy of them is made.
    fileprivate var isUTF8: Bool {
        var decoder = UTF8()
        var bytes = makeIterator()
        while true {
            switch decoder.decode(&bytes) {
            case .scalarValue: continue
            case .emptyInput: return true
            case .error: return false
            }
        }
    }
}

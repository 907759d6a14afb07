import CJansson
import Cryptography

extension JSONValue {
    /// The most bytes of a message: a line of the pipe (section 5).
    public static let maximumByteCount = 64 * 1024

    /// How many values may lie in each other; no message needs more than five.
    private static let maximumDepth = 16

    /// Reads an object or a list (RFC 8259).
    ///
    /// - Parameters:
    ///   - text: the text, which may have white space around it.
    ///   - limit: the most bytes that are looked at.
    /// - Throws: a fault of the whole: too large, too deep, a key twice, or no JSON in UTF-8 without NUL.
    public init(parsing text: UnsafeRawBufferPointer, limit: Int = maximumByteCount) throws(MessageFault) {
        guard text.count <= limit else { throw MessageFault(.tooLarge) }
        // The library follows values by recursion, and knows no limit but its own, which is far.
        guard !Self.isDeep(text) else { throw MessageFault(.tooDeep) }
        WipedMemory.use()
        var error = json_error_t()
        guard let start = text.bindMemory(to: CChar.self).baseAddress else { throw MessageFault(.malformed) }
        var pointer = json_loadb(start, text.count, Int(JSON_REJECT_DUPLICATES), &error)
        if pointer == nil, vestibule_json_error_code(&error) == json_error_numeric_overflow {
            // No message has such numbers, but keys that nobody knows may.
            let flags = Int(JSON_REJECT_DUPLICATES) | Int(JSON_DECODE_INT_AS_REAL)
            pointer = json_loadb(start, text.count, flags, &error)
        }
        guard let pointer else {
            let code = vestibule_json_error_code(&error)
            throw MessageFault(code == json_error_duplicate_key ? .duplicateKey : .malformed)
        }
        self.init(Reference(taking: pointer))
    }

    /// The value as text on one line, without white space between its parts; an object or a list.
    public var text: Secret {
        withPointer { pointer in
            let flags = Int(JSON_COMPACT)
            return Secret(count: json_dumpb(pointer, nil, 0, flags)) { bytes in
                _ = json_dumpb(pointer, bytes.bindMemory(to: CChar.self).baseAddress, bytes.count, flags)
            }
        }
    }

    /// Whether brackets outside of strings lie too deep in each other.
    private static func isDeep(_ text: UnsafeRawBufferPointer) -> Bool {
        var (depth, isInString, isEscaped) = (0, false, false)
        for byte in text {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = isInString
            case UInt8(ascii: "\""): isInString.toggle()
            case _ where isInString: break
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                if depth > maximumDepth { return true }
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
        }
        return false
    }
}

import AccountWire
import Cryptography

/// Names and values as a form or a query holds them (WHATWG URL, section 5; RFC 3986, section 2.1).
enum PercentEncoding {
    /// `name=value&name=value`; the values may be ones that nobody may see.
    static func form(_ pairs: KeyValuePairs<String, Secret>) -> Secret {
        var form = Secret()
        for (name, value) in pairs {
            if !form.isEmpty { form.append("&") }
            form.append(name)
            form.append("=")
            let encoded = encoded(value)
            encoded.withUnsafeBytes { form.append($0) }
        }
        return form
    }

    /// The text with all but letters, digits, `-`, `.`, `_` and `~` encoded.
    static func encoded(_ text: String) -> String {
        encoded(Secret(text.utf8)).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    private static func encoded(_ value: Secret) -> Secret {
        value.withUnsafeBytes { bytes in
            Secret(count: bytes.reduce(0) { $0 + ($1.isUnreserved ? 1 : 3) }) { encoded in
                var end = 0
                for byte in bytes {
                    let piece = byte.isUnreserved ? [byte] : [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
                    for byte in piece {
                        encoded[end] = byte
                        end += 1
                    }
                }
            }
        }
    }

    /// An upper-case hexadecimal digit.
    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}

extension Secret {
    /// Appends a text that anybody may see.
    fileprivate mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }
}

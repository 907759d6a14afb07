import CUTF8Proc
import Cryptography
import Glibc

/// The forms that text is brought to before it is compared or hashed.
public enum UnicodeForm: Sendable {
    /// Canonical composition: passwords (A1).
    case nfc
    /// Compatibility composition, case folded, ignorable characters dropped: user names (A2).
    case nfkcCaseFold

    /// `text` in this form; text that utf8proc refuses (unassigned characters never are) stays as it is.
    public func apply(to text: String) -> String {
        var text = text
        return text.withUTF8 { bytes in
            var result: UnsafeMutablePointer<utf8proc_uint8_t>?
            let length = utf8proc_map(bytes.baseAddress, bytes.count, &result, options)
            guard length >= 0, let result else { return String(decoding: bytes, as: UTF8.self) }
            defer { free(result) }
            return String(decoding: UnsafeBufferPointer(start: result, count: length), as: UTF8.self)
        }
    }

    fileprivate var options: utf8proc_option_t {
        switch self {
        case .nfc: utf8proc_option_t(UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue)
        case .nfkcCaseFold:
            utf8proc_option_t(
                UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue | UTF8PROC_COMPAT.rawValue
                    | UTF8PROC_CASEFOLD.rawValue | UTF8PROC_IGNORE.rawValue)
        }
    }
}

extension Secret {
    /// The same text in NFC, built in locked memory throughout (A1); bytes that are not UTF-8 stay as they are.
    public var nfc: Secret {
        if isASCII { return self }
        return withNFC { codePoints in
            let length = codePoints.reduce(0) { $0 + UTF8.width($1) }
            return Secret(count: length) { bytes in
                var offset = 0
                for scalar in codePoints.lazy.compactMap({ Unicode.Scalar(UInt32(bitPattern: $0)) }) {
                    for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                        bytes[offset] = unit
                        offset += 1
                    }
                }
            }
        } ?? self
    }

    /// The number of code points after NFC (L2); of bytes, where they are not UTF-8.
    public var nfcLength: Int {
        if isASCII { return count }
        return withNFC { $0.count } ?? count
    }

    /// Whether the text is ASCII, and so in every form already; locked memory for the others is not cheap.
    private var isASCII: Bool {
        withUnsafeBytes { bytes in bytes.allSatisfy { $0 < 0x80 } }
    }

    /// Lends the composed code points; nil where the bytes are not UTF-8.
    private func withNFC<Result>(_ body: (UnsafeMutableBufferPointer<utf8proc_int32_t>) -> Result) -> Result? {
        withUnsafeBytes { bytes in
            // No code point decomposes into more than four canonically, nor into more than its bytes times three.
            let capacity = bytes.count * 4 + 1
            var result: Result?
            let form = UnicodeForm.nfc.options
            _ = Secret(count: capacity * MemoryLayout<utf8proc_int32_t>.size) { scratch in
                let codePoints = scratch.bindMemory(to: utf8proc_int32_t.self)
                let decomposed = utf8proc_decompose(
                    bytes.bindMemory(to: utf8proc_uint8_t.self).baseAddress, bytes.count, codePoints.baseAddress,
                    capacity, form)
                guard decomposed >= 0, decomposed <= capacity else { return }
                let composed = utf8proc_normalize_utf32(codePoints.baseAddress, decomposed, form)
                guard composed >= 0 else { return }
                result = body(UnsafeMutableBufferPointer(rebasing: codePoints[0..<composed]))
            }
            return result
        }
    }
}

extension UTF8 {
    /// The bytes that a code point takes.
    fileprivate static func width(_ codePoint: utf8proc_int32_t) -> Int {
        switch codePoint {
        case ..<0x80: 1
        case ..<0x800: 2
        case ..<0x10000: 3
        default: 4
        }
    }
}

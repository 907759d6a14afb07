/// Makes dim and concealed text known to libvterm, which passes over SGR 2 and 8: they become two of the alternative
/// fonts that no program selects.
///
/// A cell cannot be both.
struct RenditionFilter {
    /// The number of the font that stands for dim text.
    static let dimFont: UInt32 = 8
    /// The number of the font that stands for concealed text.
    static let concealedFont: UInt32 = 9

    private static let escape: UInt8 = 0x1B
    /// The beginning of a sequence whose end has not come yet.
    private var held: [UInt8] = []

    /// Makes those changes in `bytes`, and keeps a sequence that is cut at their end for the next call.
    mutating func filter(_ bytes: [UInt8]) -> [UInt8] {
        guard !held.isEmpty || bytes.contains(Self.escape) else { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 16)
        for byte in bytes {
            guard !held.isEmpty || byte == Self.escape else {
                result.append(byte)
                continue
            }
            held.append(byte)
            if Self.isBeginning(held) { continue }
            if byte == Self.escape {
                // The one before came to nothing; this one may begin another.
                result += held.dropLast()
                held = [byte]
            } else {
                result += byte == UInt8(ascii: "m") && held.count > 2 ? Self.translated(held) : held
                held = []
            }
        }
        return result
    }

    /// Whether `bytes` may become `ESC [ parameters m`; so long a one as is never sent is not waited for.
    private static func isBeginning(_ bytes: [UInt8]) -> Bool {
        switch bytes.count {
        case 1: true
        case 2: bytes[1] == UInt8(ascii: "[")
        case 3...128: (0x30...0x3B).contains(bytes[bytes.count - 1])
        default: false
        }
    }

    /// The sequence `ESC [ parameters m` with fonts behind the parameters that libvterm does not know.
    private static func translated(_ sequence: [UInt8]) -> [UInt8] {
        let parameters = sequence[2..<sequence.count - 1]
        guard parameters.allSatisfy({ (0x30...0x3B).contains($0) }) else { return sequence }
        var result: [UInt8] = [escape, UInt8(ascii: "[")]
        // The parameters that follow 38, 48 and 58 are parts of a colour.
        var skipped = 0
        var isColor = false
        for (index, parameter) in parameters.split(separator: 0x3B, omittingEmptySubsequences: false).enumerated() {
            if index > 0 { result.append(0x3B) }
            result += parameter
            let value = String(decoding: parameter, as: UTF8.self)
            if isColor {
                skipped = value == "5" ? 1 : value == "2" ? 3 : 0
                isColor = false
            } else if skipped > 0 {
                skipped -= 1
            } else {
                switch value {
                case "2": result += ";\(10 + dimFont)".utf8
                case "8": result += ";\(10 + concealedFont)".utf8
                case "22", "28": result += ";10".utf8
                case "38", "48", "58": isColor = true
                default: break
                }
            }
        }
        return result + [UInt8(ascii: "m")]
    }
}

/// Makes dim and concealed text known to libvterm, which passes over SGR 2 and 8: they become two of the alternative
/// fonts that no program selects.
///
/// A cell cannot be both.
enum RenditionFilter {
    /// The number of the font that stands for dim text.
    static let dimFont: UInt32 = 8
    /// The number of the font that stands for concealed text.
    static let concealedFont: UInt32 = 9

    private static let escape: UInt8 = 0x1B

    /// The control sequence `sequence` with those changes.
    static func filtered(_ sequence: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        sequence.last == UInt8(ascii: "m") && sequence.count > 2 ? translated(sequence) : sequence
    }

    /// The sequence `ESC [ parameters m` with fonts behind the parameters that libvterm does not know.
    private static func translated(_ sequence: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let parameters = sequence.dropFirst(2).dropLast()
        guard parameters.allSatisfy({ (0x30...0x3B).contains($0) }) else { return sequence }
        var result: ArraySlice<UInt8> = [escape, UInt8(ascii: "[")]
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

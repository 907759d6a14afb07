/// Text in JSON (RFC 8259), for lines that this project writes member by member, in an order and with digits of its
/// own.
///
/// Whole messages are `AccountWire`'s, by a library. These lines are written where that is too much: at every picture
/// that the state log gets, for every request, for every piece of a recording.
public enum JSONText {
    /// `text` in quotation marks, with what must not stand in them escaped, and also what a terminal that the line is
    /// shown on could take for a command (T6).
    public static func string(_ text: String) -> String {
        // Most has nothing in it to escape.
        let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }
        if isPlain { return "\"\(text)\"" }
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x22, 0x5C: result += "\\\(scalar)"
            case 0x09: result += "\\t"
            case 0x0A: result += "\\n"
            case 0x0D: result += "\\r"
            case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// An object of members in their order, each value being JSON; those whose value is nil are left out.
    public static func object(_ members: [(name: String, value: String?)]) -> String {
        let texts = members.compactMap { member in member.value.map { "\(string(member.name)):\($0)" } }
        return "{\(texts.joined(separator: ","))}"
    }
}

import JSONText

/// What recordings need besides strings: objects whose members keep their order, and a fixed number of digits.
extension JSONText {
    /// An object; members whose value is nil are left out.
    static func object(_ members: [(name: String, value: String?)]) -> String {
        let texts = members.compactMap { member in member.value.map { "\(string(member.name)):\($0)" } }
        return "{\(texts.joined(separator: ","))}"
    }

    /// `count` of the `digits`-th decimal part of a second, in seconds: 1250 of 3 digits is `1.250`.
    static func seconds(_ count: Int64, digits: Int) -> String {
        let text = padded(String(count), to: digits + 1)
        return "\(text.dropLast(digits)).\(text.suffix(digits))"
    }

    private static func padded(_ digits: String, to count: Int) -> String {
        String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}

import JSONText

/// What recordings need besides strings and objects: a fixed number of digits.
extension JSONText {
    /// `count` of the `digits`-th decimal part of a second, in seconds: 1250 of 3 digits is `1.250`.
    static func seconds(_ count: Int64, digits: Int) -> String {
        let text = padded(String(count), to: digits + 1)
        return "\(text.dropLast(digits)).\(text.suffix(digits))"
    }

    private static func padded(_ digits: String, to count: Int) -> String {
        String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}

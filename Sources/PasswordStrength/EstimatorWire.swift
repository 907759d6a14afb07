import Cryptography

/// What passes between ``EstimatorProcess`` and the program that estimates, on its standard input and output.
///
/// A request is two lengths of two bytes each, big-endian, then the password and the account. A reply is the
/// bits as an IEEE 754 double, big-endian, and one byte for the weakness, 0 for none.
public enum EstimatorWire {
    /// The bytes of a request before its texts.
    public static let headerCount = 4
    /// The bytes of a reply.
    public static let replyCount = 9
    /// The most bytes of either text.
    public static let longest = 1024

    /// Writes a request; texts are cut after ``longest`` bytes.
    public static func request(_ password: Secret, account: String) -> Secret {
        let account = Array(account.utf8.prefix(longest))
        let count = min(password.count, longest)
        return Secret(count: headerCount + count + account.count) { bytes in
            for (index, length) in [count, account.count].enumerated() {
                bytes[index * 2] = UInt8(length >> 8)
                bytes[index * 2 + 1] = UInt8(length & 0xFF)
            }
            password.withUnsafeBytes { password in
                for index in 0..<count { bytes[headerCount + index] = password[index] }
            }
            for (index, byte) in account.enumerated() { bytes[headerCount + count + index] = byte }
        }
    }

    /// The two lengths at the head of a request; nil where they are out of range.
    public static func lengths(in header: UnsafeRawBufferPointer) -> (password: Int, account: Int)? {
        let lengths = [0, 2].map { Int(header[$0]) << 8 | Int(header[$0 + 1]) }
        return lengths.allSatisfy { $0 <= longest } ? (lengths[0], lengths[1]) : nil
    }

    /// Writes a reply.
    public static func reply(_ estimate: PasswordEstimate) -> [UInt8] {
        let bits = estimate.bits.bitPattern.bigEndian
        return withUnsafeBytes(of: bits, Array.init) + [estimate.weakness?.rawValue ?? 0]
    }

    /// Reads a reply of ``replyCount`` bytes; nil where it makes no sense.
    static func estimate(in reply: [UInt8]) -> PasswordEstimate? {
        let pattern = reply.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let bits = Double(bitPattern: pattern)
        guard bits.isFinite, bits >= 0 else { return nil }
        if reply[8] == 0 { return PasswordEstimate(bits: bits, weakness: nil) }
        guard let weakness = PasswordEstimate.Weakness(rawValue: reply[8]) else { return nil }
        return PasswordEstimate(bits: bits, weakness: weakness)
    }
}

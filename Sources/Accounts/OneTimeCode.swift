import Cryptography

/// A code from a message as it is compared: ASCII digits and nothing else (A4).
public struct OneTimeCode: Equatable, Sendable {
    /// What a code is good for, and nothing else (A4).
    ///
    /// The raw values are stored.
    public enum Purpose: String, Hashable, Sendable, CaseIterable {
        /// Beside the password, after failures (L10).
        case logIn = "log-in"
        /// For a new account (H6).
        case register
        /// For a forgotten password (H7).
        case reset

        /// How many digits its codes have (A4).
        public var digitCount: Int {
            switch self {
            case .logIn: 4
            case .register, .reset: 6
            }
        }
    }

    /// Why what was typed is no code.
    public enum Fault: Error, Equatable, Sendable {
        /// Nothing was entered.
        case missing
        /// It is not so many digits.
        case malformed(digitCount: Int)
    }

    /// The digits, in ASCII.
    public let digits: Secret

    /// Reads what was typed; full-width digits count as digits, spaces and hyphens between them as nothing.
    ///
    /// - Throws: ``Fault``.
    public init(_ typed: Secret, for purpose: Purpose) throws(Fault) {
        let digits = try typed.withUnsafeBytes { bytes throws(Fault) in
            try Self.digits(in: bytes, count: purpose.digitCount)
        }
        self.digits = digits
    }

    /// Takes the digits out of UTF-8, byte by byte: a `String` would be a copy that nobody wipes.
    private static func digits(in bytes: UnsafeRawBufferPointer, count: Int) throws(Fault) -> Secret {
        var rest = bytes[...]
        var found = 0
        let digits = try Secret(count: count) { digits throws(Fault) in
            while let byte = rest.popFirst() {
                if isSeparator(byte, &rest) { continue }
                guard let digit = digit(byte, &rest), found < count else {
                    throw .malformed(digitCount: count)
                }
                digits[found] = digit
                found += 1
            }
        }
        guard found > 0 else { throw .missing }
        guard found == count else { throw .malformed(digitCount: count) }
        return digits
    }

    /// The digit that begins with `byte`; nil where none does.
    private static func digit(_ byte: UInt8, _ rest: inout Slice<UnsafeRawBufferPointer>) -> UInt8? {
        if (0x30...0x39).contains(byte) { return byte }
        // U+FF10 to U+FF19.
        guard byte == 0xEF, rest.count >= 2, rest[rest.startIndex] == 0xBC,
            case let last = rest[rest.startIndex + 1], (0x90...0x99).contains(last)
        else { return nil }
        rest.removeFirst(2)
        return last - 0x90 + 0x30
    }

    /// Whether a space or hyphen begins with `byte`; what belongs to it is taken.
    private static func isSeparator(_ byte: UInt8, _ rest: inout Slice<UnsafeRawBufferPointer>) -> Bool {
        if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-") { return true }
        // No-break space, ideographic space, full-width hyphen-minus.
        for separator: [UInt8] in [[0xC2, 0xA0], [0xE3, 0x80, 0x80], [0xEF, 0xBC, 0x8D]]
        where byte == separator[0] && rest.starts(with: separator[1...]) {
            rest.removeFirst(separator.count - 1)
            return true
        }
        return false
    }
}

/// A request for a code to be sent (A4).
public struct CodeRequest: Equatable, Sendable {
    /// The account, or the phone number or address that a new one is to have.
    public let name: AccountName
    /// What the code is to be good for.
    public let purpose: OneTimeCode.Purpose
    /// The answer to a picture, where the service asks for one first.
    public let captcha: CaptchaAnswer?

    /// Makes a request.
    public init(name: AccountName, purpose: OneTimeCode.Purpose, captcha: CaptchaAnswer? = nil) {
        self.name = name
        self.purpose = purpose
        self.captcha = captcha
    }
}

/// What became of a ``CodeRequest``; the same whether or not there is such an account (H7).
public struct CodeDispatch: Equatable, Sendable {
    /// How codes leave the service (A6).
    public enum Route: Equatable, Sendable {
        /// To the person's phone or mailbox.
        case message
        /// Into a directory of this machine, at this path.
        case directory(String)
    }

    /// How the code left.
    public let route: Route
    /// How many seconds must pass before another is sent.
    public let resendDelay: Int

    /// Makes an answer.
    public init(route: Route, resendDelay: Int) {
        self.route = route
        self.resendDelay = resendDelay
    }
}

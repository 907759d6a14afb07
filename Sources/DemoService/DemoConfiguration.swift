import Accounts

/// What a `demo:` URL asks for (section 5).
///
/// `demo:` alone, or with any of these after `?`, joined by `&`, each once:
///
/// - `delay=S`: what every call takes, in decimal seconds from 0 to 3600; 2.0 unless told.
/// - `rule=any`: passwords of any length but nothing; 8 to 20 characters unless told.
/// - `seed=N`: tokens and pictures are the same in every run; N from 0 to 2⁶⁴ − 1.
/// - `clock=T`: the program starts at T, in whole seconds since 1970-01-01T00:00:00Z, and the time goes on from there,
///   so that what is timed can be shown: a lock ends, a code can be sent again. Screens show minutes.
public struct DemoConfiguration: Equatable, Sendable {
    /// What every call takes, in seconds.
    public var delay = 2.0
    /// The length rule for passwords.
    public var passwordPolicy = PasswordPolicy.standard
    /// Fixes tokens and pictures; nil draws them at random.
    public var seed: UInt64?
    /// The time at the start; nil follows the system's.
    public var clock: Timestamp?

    /// Why a URL is no demo service's; one line for the person who wrote it.
    public enum Fault: Error, Equatable, Sendable, CustomStringConvertible {
        /// The URL does not begin with `demo:`, or has something before the `?`.
        case notDemo
        /// There is no such setting.
        case unknownItem(String)
        /// The setting is given twice.
        case repeatedItem(String)
        /// The setting's value cannot be read; with what it may be.
        case badValue(String, expected: String)

        /// The fault in words, without a full stop.
        public var description: String {
            switch self {
            case .notDemo: "a demo service is demo: or demo:?SETTING=VALUE"
            case .unknownItem(let name): "demo: has no setting \"\(name)\", only delay, rule, seed and clock"
            case .repeatedItem(let name): "demo: setting \"\(name)\" is given twice"
            case .badValue(let name, let expected): "demo: setting \"\(name)\" must be \(expected)"
            }
        }
    }

    /// The settings of `demo:` alone.
    public init() {}

    /// Reads a URL.
    ///
    /// - Throws: the first ``Fault`` there is.
    public init(url: String) throws(Fault) {
        guard let colon = url.firstIndex(of: ":"), url[..<colon].lowercased() == "demo" else { throw .notDemo }
        let rest = url[url.index(after: colon)...]
        guard !rest.isEmpty else { return }
        guard rest.first == "?" else { throw .notDemo }
        var seen: Set<String> = []
        for item in rest.dropFirst().split(separator: "&", omittingEmptySubsequences: false) {
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard seen.insert(name).inserted else { throw .repeatedItem(name) }
            try set(name, to: parts.count == 2 ? String(parts[1]) : "")
        }
    }

    private mutating func set(_ name: String, to value: String) throws(Fault) {
        switch name {
        case "delay":
            // Digits and a point only: Double would read "nan" and "0x1p3" as well.
            guard value.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }), let seconds = Double(value),
                seconds <= 3600
            else { throw .badValue(name, expected: "seconds from 0 to 3600, such as 0.5") }
            delay = seconds
        case "rule":
            guard value == "any" else { throw .badValue(name, expected: "any") }
            passwordPolicy = .notEmpty
        case "seed":
            guard let number = UInt64(value) else {
                throw .badValue(name, expected: "a number from 0 to \(UInt64.max)")
            }
            seed = number
        case "clock":
            guard let seconds = Int64(value), (0...253_402_300_799).contains(seconds) else {
                throw .badValue(name, expected: "seconds since 1970, such as 1767225600")
            }
            clock = Timestamp(seconds: seconds)
        default: throw .unknownItem(name)
        }
    }
}

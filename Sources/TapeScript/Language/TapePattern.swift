/// A regular expression of a tape, searched for anywhere; `^` and `$` are the ends of the whole text.
///
/// Swift's own matches it, code point by code point: it knows all of RE2's notation but `\C`, and more, and it tries
/// again where RE2 would not, so that a pattern such as `(a+)+$` can take very long.
public struct TapePattern: Hashable, Sendable {
    /// The notation between the slashes.
    public let source: String

    /// Takes `source`, which must be a regular expression.
    ///
    /// - Throws: ``Malformed``.
    init(_ source: String) throws(Malformed) {
        self.source = source
        _ = try matcher()
    }

    /// Why a pattern is none.
    struct Malformed: Error {
        /// What is wrong with it, in words.
        let reason: String
    }

    /// What searches for a pattern.
    enum Matcher {
        /// For patterns that mean themselves, perhaps with a `$` at the end: most do, and the machinery of regular
        /// expressions costs more than the rest of a short play.
        case text(String, isAtEnd: Bool)
        /// For all others.
        case regex(Regex<AnyRegexOutput>)

        /// Whether the pattern is in `text`.
        func matches(_ text: String) -> Bool {
            switch self {
            case .text(let wanted, isAtEnd: true): text.utf8.suffix(wanted.utf8.count).elementsEqual(wanted.utf8)
            case .text(let wanted, isAtEnd: false): Self.contains(text, wanted)
            // Faster than contains(_:), which builds a collection of its own.
            case .regex(let regex): (try? regex.firstMatch(in: text)) != nil
            }
        }

        private static func contains(_ text: String, _ wanted: String) -> Bool {
            guard let first = wanted.utf8.first else { return true }
            var rest = text.utf8[...]
            while let index = rest.firstIndex(of: first) {
                rest = rest[index...]
                if rest.starts(with: wanted.utf8) { return true }
                rest = rest.dropFirst()
            }
            return false
        }
    }

    /// What searches for it.
    func matcher() throws(Malformed) -> Matcher {
        let isAtEnd = source.utf8.last == UInt8(ascii: "$")
        let plain = isAtEnd ? String(source.dropLast()) : source
        guard plain.utf8.contains(where: Self.marks.contains) else { return .text(plain, isAtEnd: isAtEnd) }
        do {
            let regex = try Regex(source.utf8.contains(UInt8(ascii: "\\")) ? Self.translated(source) : source)
            return .regex(regex.matchingSemantics(.unicodeScalar))
        } catch { throw Malformed(reason: "\(error)") }
    }

    /// The characters that mean something else than themselves.
    private static let marks = Set("\\.+*?()|[]{}^$".utf8)

    /// RE2's short `\pL` written as `\p{L}`.
    private static func translated(_ source: String) -> String {
        var (result, isEscaped, isProperty) = ("", false, false)
        for character in source {
            result += isProperty && character != "{" ? "{\(character)}" : "\(character)"
            isProperty = isEscaped && (character == "p" || character == "P")
            isEscaped = !isEscaped && character == "\\"
        }
        return result
    }
}

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
        _ = try compiled()
    }

    /// Why a pattern is none.
    struct Malformed: Error {
        /// What is wrong with it, in words.
        let reason: String
    }

    /// What can be searched for.
    func compiled() throws(Malformed) -> Regex<AnyRegexOutput> {
        do {
            return try Regex(Self.translated(source)).matchingSemantics(.unicodeScalar)
        } catch { throw Malformed(reason: "\(error)") }
    }

    /// RE2's short `\pL` written as `\p{L}`.
    private static func translated(_ source: String) -> String {
        source.replacing(#/\\(?:p(\p{L})|P(\p{L})|([\s\S]))/#) { match in
            if let name = match.1 { return "\\p{\(name)}" }
            if let name = match.2 { return "\\P{\(name)}" }
            return String(match.0)
        }
    }
}

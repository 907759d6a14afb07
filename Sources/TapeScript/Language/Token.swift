/// The smallest part of a tape that means something.
struct Token: Hashable {
    /// What it is.
    enum Kind: Hashable {
        /// Letters, digits and `. _ / % -` without quotes; a key word or a string, as the parser decides.
        case word
        /// What stands between two `"`, `'` or `` ` ``.
        case string
        /// Digits and dots, not necessarily a number.
        case number
        /// What stands between two `/`.
        case regex
        /// `{` to the next `}`, both included.
        case json
        /// One of `@ = + - % ^ \ [ ]`.
        case symbol
        /// A byte that begins nothing.
        case illegal
        /// The end of the tape.
        case end
    }

    /// What it is.
    var kind: Kind
    /// Its text without quotes or slashes.
    var text: String
    /// Where it begins.
    var position: TapePosition
    /// Just behind its end.
    var end: TapePosition
    /// Whether nothing but blanks is before it in its line.
    var beginsLine: Bool
    /// Whether the quote, slash or brace that ends it is there.
    var isClosed = true

    /// Whether it is the symbol `text`.
    func isSymbol(_ text: String) -> Bool { kind == .symbol && self.text == text }
}

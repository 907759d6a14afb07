/// Times, numbers and patterns.
extension Parser {
    /// The longest time, in seconds: more than a day, and far from what a clock cannot count.
    private static let longestTime = 100_000.0

    /// `@TIME`, where it is.
    mutating func pause() throws(TapeRemark) -> Duration? {
        take(symbol: "@") ? try time(for: "@") : nil
    }

    /// A number and a unit; without one, seconds.
    mutating func time(for command: String) throws(TapeRemark) -> Duration {
        let token = peek
        let number = try number(for: command, "a time such as 500ms, 2s or 1m", in: 0...Self.longestTime)
        var factor = 1.0
        if peek.kind == .word, let unit = ["ms": 0.001, "s": 1, "m": 60][peek.text] {
            advance()
            factor = unit
        }
        guard number * factor <= Self.longestTime else { throw TapeRemark(token.position, "this time is too long") }
        return .seconds(number * factor)
    }

    /// How often a key is pressed; once without a number.
    mutating func count() throws(TapeRemark) -> Int {
        peek.kind == .number ? try integer(for: "a key", "a whole number", in: 0...1_000_000) : 1
    }

    /// A number in `range`.
    mutating func number(
        for command: String, _ what: String, in range: ClosedRange<Double>
    ) throws(TapeRemark) -> Double {
        guard peek.kind == .number else { throw expected(what, for: command) }
        // More than one dot passes the lexer.
        guard let number = Double(peek.text), range.contains(number) else {
            throw expected(what, for: command, Self.words(for: range.lowerBound, range.upperBound))
        }
        advance()
        return number
    }

    /// A whole number in `range`.
    mutating func integer(for command: String, _ what: String, in range: ClosedRange<Int>) throws(TapeRemark) -> Int {
        guard peek.kind == .number, let number = Int(peek.text), range.contains(number) else {
            throw expected(what, for: command, Self.words(for: range.lowerBound, range.upperBound))
        }
        advance()
        return number
    }

    private static func words(for least: some Numeric, _ most: some Numeric) -> String { ", from \(least) to \(most)" }

    /// A pattern between slashes.
    mutating func pattern(for command: String) throws(TapeRemark) -> TapePattern {
        guard peek.kind == .regex else { throw expected("a pattern between slashes", for: command) }
        return try pattern(advance())
    }

    /// The pattern that `token` holds.
    func pattern(_ token: Token) throws(TapeRemark) -> TapePattern {
        do throws(TapePattern.Malformed) {
            return try TapePattern(token.text)
        } catch { throw TapeRemark(token.position, "this pattern is no regular expression: \(error.reason)") }
    }
}

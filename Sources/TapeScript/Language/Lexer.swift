/// Cuts a tape's text into tokens, by the rules of VHS.
///
/// It works on bytes; the end of a line is a blank as any other, except that it ends strings, patterns and comments.
struct Lexer {
    private let file: String
    private let bytes: [UInt8]
    private var index = 0
    private var line = 1
    private var lineStart = 0
    private var lastTokenLine = 0

    /// Prepares to cut `bytes`, the text of `file`.
    init(_ bytes: [UInt8], file: String) {
        self.bytes = bytes
        self.file = file
    }

    /// All tokens up to the end, which is the last of them.
    static func tokens(of bytes: [UInt8], file: String) -> [Token] {
        var lexer = Lexer(bytes, file: file)
        var tokens: [Token] = []
        repeat { tokens.append(lexer.next()) } while tokens.last?.kind != .end
        return tokens
    }

    /// The next token; `end` again and again at the end.
    mutating func next() -> Token {
        skipBlanks()
        let position = TapePosition(file: file, line: line, column: index - lineStart + 1)
        let beginsLine = line != lastTokenLine
        lastTokenLine = line
        func token(_ kind: Token.Kind, _ text: some Collection<UInt8>, isClosed: Bool = true) -> Token {
            Token(
                kind: kind, text: String(decoding: text, as: UTF8.self), position: position,
                end: TapePosition(file: file, line: line, column: index - lineStart + 1), beginsLine: beginsLine,
                isClosed: isClosed)
        }
        guard let first = peek() else { return token(.end, []) }
        switch first {
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"):
            let (text, isClosed) = takeDelimited(by: first)
            return token(.string, text, isClosed: isClosed)
        case UInt8(ascii: "/"):
            let (text, isClosed) = takeRegex()
            return token(.regex, text, isClosed: isClosed)
        case UInt8(ascii: "{"):
            let (text, isClosed) = takeJSON()
            return token(.json, text, isClosed: isClosed)
        case _ where Self.symbols.contains(first):
            index += 1
            return token(.symbol, [first])
        case _ where Self.isDigit(first) || first == UInt8(ascii: ".") && peek(1).map(Self.isDigit) == true:
            return token(.number, take { Self.isDigit($0) || $0 == UInt8(ascii: ".") })
        case _ where Self.isLetter(first) || first == UInt8(ascii: "."):
            return token(.word, take(while: Self.continuesWord))
        default:
            return token(.illegal, takeCharacter())
        }
    }

    // MARK: - Kinds of bytes

    private static let symbols = Set("@=+-%^\\[]".utf8)
    private static let wordMarks = Set("._/%-".utf8)

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    private static func continuesWord(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || wordMarks.contains(byte)
    }

    // MARK: - Taking

    private func peek(_ offset: Int = 0) -> UInt8? {
        index + offset < bytes.count ? bytes[index + offset] : nil
    }

    private mutating func take(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let slice = bytes[index...].prefix(while: condition)
        index += slice.count
        return slice
    }

    /// Passes over blanks, line ends and comments.
    private mutating func skipBlanks() {
        while let byte = peek() {
            switch byte {
            case 0x0A:
                line += 1
                lineStart = index + 1
            case 0x20, 0x09, 0x0D: break
            case UInt8(ascii: "#"):
                _ = take { !Self.isLineEnd($0) }
                continue
            default: return
            }
            index += 1
        }
    }

    /// A string, without escapes; it ends at the same quote, or unclosed at the end of the line.
    private mutating func takeDelimited(by quote: UInt8) -> (ArraySlice<UInt8>, isClosed: Bool) {
        index += 1
        let text = take { $0 != quote && !Self.isLineEnd($0) }
        return (text, takeEnd(quote))
    }

    /// A pattern; a slash behind an odd number of backslashes belongs to it, and so do the backslashes.
    private mutating func takeRegex() -> (ArraySlice<UInt8>, isClosed: Bool) {
        index += 1
        var isEscaped = false
        let text = take { byte in
            // A backslash just before the end of the line takes that in, too, as it does in VHS.
            guard !isEscaped else {
                isEscaped = false
                return true
            }
            isEscaped = byte == UInt8(ascii: "\\")
            return byte != UInt8(ascii: "/") && !Self.isLineEnd(byte)
        }
        countLines(in: text)
        return (text, takeEnd(UInt8(ascii: "/")))
    }

    /// A theme: up to the first closing brace, over any number of lines.
    private mutating func takeJSON() -> (ArraySlice<UInt8>, isClosed: Bool) {
        let start = index
        let text = take { $0 != UInt8(ascii: "}") }
        countLines(in: text)
        let isClosed = takeEnd(UInt8(ascii: "}"))
        return (bytes[start..<index], isClosed)
    }

    private mutating func takeEnd(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        index += 1
        return true
    }

    /// A whole character that begins nothing, so that an error is told once for each.
    private mutating func takeCharacter() -> ArraySlice<UInt8> {
        let start = index
        index += 1
        _ = take { $0 & 0xC0 == 0x80 }
        return bytes[start..<index]
    }

    private mutating func countLines(in text: ArraySlice<UInt8>) {
        for (index, byte) in zip(text.indices, text) where byte == 0x0A {
            line += 1
            lineStart = index + 1
        }
        lastTokenLine = line
    }
}

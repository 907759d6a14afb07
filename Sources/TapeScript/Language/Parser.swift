/// Makes steps of a tape's tokens, by the rules of VHS and with the commands of the superset.
///
/// It goes on after an error, with the next line, so that all errors are told.
struct Parser {
    private let tokens: [Token]
    private let isStrict: Bool
    private let sources: TapeSources
    /// The tapes that are being read, the innermost last, by what tells them apart.
    private let chain: [String]
    private var index = 0
    private(set) var steps: [TapeStep] = []
    private(set) var errors: [TapeRemark]
    private(set) var notes: [TapeRemark] = []

    /// Prepares to parse `bytes`, the text of `file`.
    ///
    /// - Parameters:
    ///   - bytes: the text.
    ///   - file: its name.
    ///   - sources: reads the tapes that it names.
    ///   - chain: the tapes that led here, this one the last.
    ///   - isStrict: whether words that are taken as text, and may have been meant as commands, are errors.
    init(_ bytes: [UInt8], file: String, sources: TapeSources, chain: [String], isStrict: Bool) {
        // Editors write the mark of UTF-8 before the text.
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        tokens = Lexer.tokens(of: text, file: file)
        errors = Self.malformed(in: text, file: file)
        self.sources = sources
        self.chain = chain
        self.isStrict = isStrict
    }

    /// Parses everything.
    mutating func parse() {
        for token in tokens where !token.isClosed { errors.append(Self.unclosed(token)) }
        while peek.kind != .end {
            let token = advance()
            do throws(TapeRemark) {
                if token.kind == .word, token.text == "Source" {
                    try parseSource(token)
                } else {
                    steps.append(TapeStep(token.position, try command(token)))
                }
            } catch {
                errors.append(error)
                while peek.kind != .end, !peek.beginsLine { _ = advance() }
            }
        }
    }

    /// The first byte of each line of `text` that is no UTF-8.
    private static func malformed(in text: [UInt8], file: String) -> [TapeRemark] {
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return lines.enumerated().compactMap { index, line in
            guard let offset = firstMalformed(in: line) else { return nil }
            return TapeRemark(TapePosition(file: file, line: index + 1, column: offset + 1), "this byte is no UTF-8")
        }
    }

    /// How many bytes of `line` are UTF-8, until one is not; nil if all are.
    private static func firstMalformed(in line: ArraySlice<UInt8>) -> Int? {
        var bytes = line.makeIterator()
        var parser = Unicode.UTF8.ForwardParser()
        var count = 0
        while true {
            switch parser.parseScalar(from: &bytes) {
            case .valid(let scalar): count += scalar.count
            case .error: return count
            case .emptyInput: return nil
            }
        }
    }

    private static func unclosed(_ token: Token) -> TapeRemark {
        let (what, end) =
            switch token.kind {
            case .regex: ("pattern", "/ in its line; a path must be in quotes")
            case .json: ("theme", "}")
            default: ("string", "same quote in its line")
            }
        return TapeRemark(token.position, "this \(what) is not closed; it ends with the \(end)")
    }

    // MARK: - Tokens

    /// The next token.
    var peek: Token { tokens[index] }

    /// Takes the next token; the end stays.
    @discardableResult
    mutating func advance() -> Token {
        let token = tokens[index]
        if token.kind != .end { index += 1 }
        return token
    }

    /// Takes the symbol `text` if it is next.
    mutating func take(symbol text: String) -> Bool {
        guard peek.isSymbol(text) else { return false }
        advance()
        return true
    }

    /// Whether the next token is a string in the sense of the language.
    var isStringNext: Bool {
        peek.kind == .string || peek.kind == .word && !KeyWords.contains(peek)
    }

    /// Takes a string for `command`.
    mutating func string(for command: String, _ what: String) throws(TapeRemark) -> Token {
        guard isStringNext else {
            throw expected(what, for: command, ", in quotes unless it is letters, digits and . _ / % - only")
        }
        return advance()
    }

    /// The error of something else being next, told without its text.
    ///
    /// What is missing at the end of a line is missing there, and not where the next line begins.
    func expected(_ what: String, for command: String, _ more: String = "") -> TapeRemark {
        let isBeyond = index > 0 && peek.position.line != tokens[index - 1].end.line
        return TapeRemark(isBeyond ? tokens[index - 1].end : peek.position, "\(command) expects \(what)\(more)")
    }

    // MARK: - Text

    /// Takes all strings that follow and joins them with blanks, over the ends of lines, as VHS does.
    mutating func text(for command: Token) throws(TapeRemark) -> String {
        var parts = [try text(string(for: command.text, "text"), of: command, isFirst: true)]
        while isStringNext { parts.append(text(advance(), of: command)) }
        return parts.joined(separator: " ")
    }

    /// The text of `token`, with a remark if it may have been meant as a command: if it begins a line, or stands behind
    /// other text and resembles one.
    private mutating func text(_ token: Token, of command: Token, isFirst: Bool = false) -> String {
        if token.kind == .word, token.beginsLine || !isFirst && KeyWords.resemblesCommand(token.text) {
            let message =
                "this word is no command here, so it is text of the \(command.text) in line \(command.position.line)"
            if isStrict {
                errors.append(TapeRemark(token.position, message + "; put it in quotes if that is meant"))
            } else {
                notes.append(TapeRemark(token.position, message + ", as in VHS; --strict refuses it"))
            }
        }
        return token.text
    }

    // MARK: - Source

    private mutating func parseSource(_ token: Token) throws(TapeRemark) {
        let path = try string(for: "Source", "the path of a tape")
        func fault(_ message: String) -> TapeRemark { TapeRemark(path.position, message) }
        guard TapeOutput.fileExtension(of: path.text) == "tape" else {
            throw fault("Source expects a file that ends in .tape")
        }
        let identity = sources.identity(path.text)
        if identity == chain.last { throw fault("this tape names itself") }
        if chain.contains(identity) { throw fault("these tapes name each other in a circle") }
        guard chain.count == 1 else { throw fault("a tape that is named by Source must not name another one") }
        guard let bytes = sources.read(path.text) else { throw fault("the tape \(path.text) cannot be read") }
        var parser = Parser(
            bytes, file: path.text, sources: sources, chain: chain + [identity], isStrict: isStrict)
        parser.parse()
        errors += parser.errors
        notes += parser.notes
        if parser.errors.isEmpty, parser.steps.isEmpty { throw fault("the tape \(path.text) is empty") }
        steps += parser.steps.filter { step in
            if case .output = step.command { false } else { true }
        }
    }
}

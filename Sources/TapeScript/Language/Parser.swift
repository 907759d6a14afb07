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
    private(set) var errors: [TapeRemark] = []
    private(set) var notes: [TapeRemark] = []

    /// Prepares to parse `bytes`, the text of `file`.
    ///
    /// - Parameters:
    ///   - bytes: the text.
    ///   - file: its name.
    ///   - sources: reads the tapes that it names.
    ///   - chain: the tapes that led here, this one the last.
    ///   - isStrict: whether words at the beginning of a line that are taken as text are errors.
    init(_ bytes: [UInt8], file: String, sources: TapeSources, chain: [String], isStrict: Bool) {
        tokens = Lexer.tokens(of: bytes, file: file)
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
    func expected(_ what: String, for command: String, _ more: String = "") -> TapeRemark {
        TapeRemark(peek.position, "\(command) expects \(what)\(more)")
    }

    // MARK: - Text

    /// Takes all strings that follow and joins them with blanks, over the ends of lines, as VHS does.
    mutating func text(for command: Token) throws(TapeRemark) -> String {
        var parts = [try text(string(for: command.text, "text"), of: command)]
        while isStringNext { parts.append(text(advance(), of: command)) }
        return parts.joined(separator: " ")
    }

    /// The text of `token`, with a remark if it looks like a command that was misspelt.
    private mutating func text(_ token: Token, of command: Token) -> String {
        if token.kind == .word, token.beginsLine {
            let message =
                "this word is no command, so it is text of the \(command.text) in line \(command.position.line)"
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

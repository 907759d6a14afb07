import TerminalCore
import TerminalTesting

/// One function a form of command; each begins behind the command's name.
extension Parser {
    /// The command that `token` begins.
    mutating func command(_ token: Token) throws(TapeRemark) -> TapeCommand {
        guard token.kind == .word else {
            throw TapeRemark(
                token.position, "expected a command; text with anything but letters, digits and . _ / % - needs quotes")
        }
        if let key = TapeKey.named[token.text] {
            let pause = try pause()
            return .press(key, count: try count(), pause: pause)
        }
        switch token.text {
        case "Output": return .output(try output())
        case "Require": return .require(try string(for: "Require", "the name of a program").text)
        case "Set": return .set(try setting())
        case "Env":
            let name = try variableName()
            return .environment(name: name, value: try string(for: "Env", "a value").text)
        case "Type":
            let pause = try pause()
            return .type(try text(for: token), pause: pause)
        case "ScrollUp", "ScrollDown":
            _ = try pause()
            return .scroll(isUp: token.text == "ScrollUp", count: try count())
        case "Ctrl": return .chord(try controlChord())
        case "Alt": return .chord(try chord(.alt, "Alt"))
        case "Shift": return .chord(try chord(.shift, "Shift"))
        case "Sleep": return .sleep(try time(for: "Sleep"))
        case "Wait": return try wait()
        case "Hide": return .hide
        case "Show": return .show
        case "Screenshot": return .screenshot(try file(for: "Screenshot", ["png"]))
        case "Copy": return .copy(try text(for: token))
        case "Paste": return .paste
        case "Resize":
            let columns = try side(for: "Resize", "columns")
            return .resize(Size(columns: columns, rows: try side(for: "Resize", "rows")))
        case "Click": return .click(try cell(for: "Click"))
        case "Expect": return .expect(try pattern(for: "Expect"))
        case "ExpectAttr":
            let cell = try cell(for: "ExpectAttr")
            return .expectLook(cell, try look())
        case "ExpectCursor": return .expectCursor(try cell(for: "ExpectCursor"))
        case "Snapshot": return .snapshot(try file(for: "Snapshot", ["txt", "svg"]))
        default: throw unknown(token)
        }
    }

    /// The word is told only where it cannot be part of what a Type types.
    private func unknown(_ token: Token) -> TapeRemark {
        guard token.beginsLine else { return TapeRemark(token.position, "expected a command") }
        return TapeRemark(token.position, "there is no command \(token.text)")
    }

    // MARK: - VHS

    private mutating func output() throws(TapeRemark) -> TapeOutput {
        let path = try string(for: "Output", "a file, or a folder with a / at its end")
        guard !TapeOutput.fileExtension(of: path.text).isEmpty || path.text.hasSuffix("/") else {
            throw TapeRemark(path.position, "Output expects a file with an extension, or a folder with a / at its end")
        }
        return TapeOutput(path: path.text)
    }

    /// A name may also be one of the key words, in the same line.
    private mutating func variableName() throws(TapeRemark) -> String {
        let token = peek
        guard token.kind == .word || token.kind == .string, !KeyWords.beginsCommand(token) else {
            throw expected("a name", for: "Env")
        }
        guard !token.text.isEmpty, !token.text.contains("=") else {
            throw TapeRemark(token.position, "the name of a variable must not be empty or hold a =")
        }
        return advance().text
    }

    private mutating func wait() throws(TapeRemark) -> TapeCommand {
        var scope = "Line"
        if take(symbol: "+") {
            guard ["Line", "Screen", "Settled"].contains(peek.text), peek.kind == .word else {
                throw expected("Line, Screen or Settled behind the +", for: "Wait")
            }
            scope = advance().text
        }
        let position = peek.position
        let timeout = try pause()
        if let timeout, timeout <= .zero { throw TapeRemark(position, "Wait expects a time above 0") }
        if scope == "Settled" { return .wait(.settled, timeout: timeout) }
        let pattern = peek.kind == .regex ? try pattern(for: "Wait") : nil
        return .wait(scope == "Line" ? .line(pattern) : .screen(pattern), timeout: timeout)
    }

    private mutating func file(for command: String, _ extensions: [String]) throws(TapeRemark) -> String {
        let endings = extensions.map { "." + $0 }.joined(separator: " or ")
        let path = try string(for: command, "a file that ends in \(endings)")
        guard extensions.contains(TapeOutput.fileExtension(of: path.text)) else {
            throw TapeRemark(path.position, "\(command) expects a file that ends in \(endings)")
        }
        return path.text
    }

    // MARK: - Superset

    private mutating func cell(for command: String) throws(TapeRemark) -> Position {
        let row = try integer(for: command, "a row, counted from 0", in: 0...9999)
        return Position(row: row, column: try integer(for: command, "a column, counted from 0", in: 0...9999))
    }

    /// A number of columns or rows.
    mutating func side(for command: String, _ what: String) throws(TapeRemark) -> Int {
        try integer(for: command, "a number of \(what)", in: 1...1000)
    }

    /// The words of `ExpectAttr` up to the end of the line.
    private mutating func look() throws(TapeRemark) -> ExpectedLook {
        let names = ExpectedLook.attributes.map(\.name).joined(separator: ", ")
        let what = "plain, \(names), each also with no- before it, fg=COLOUR or bg=COLOUR"
        var look = ExpectedLook()
        var isEmpty = true
        while peek.kind == .word, !peek.beginsLine {
            let word = peek.text
            if word == "fg" || word == "bg" {
                advance()
                guard take(symbol: "=") else { throw expected("a = behind \(word)", for: "ExpectAttr") }
                let color = try color()
                if word == "fg" { look.foreground = color } else { look.background = color }
            } else if word == "plain" {
                advance()
                look = ExpectedLook(
                    absent: ExpectedLook.attributes.reduce(into: []) { $0.formUnion($1.attribute) },
                    foreground: .standard, background: .standard)
            } else if let attribute = ExpectedLook.attributes.first(where: {
                $0.name == word || "no-" + $0.name == word
            }) {
                advance()
                if attribute.name == word {
                    look.present.insert(attribute.attribute)
                } else {
                    look.absent.insert(attribute.attribute)
                }
            } else {
                break
            }
            isEmpty = false
        }
        if isEmpty { throw expected(what, for: "ExpectAttr") }
        return look
    }

    private mutating func color() throws(TapeRemark) -> ScreenColor {
        let isColor = [.word, .string, .number].contains(peek.kind) && !peek.beginsLine
        guard isColor, let color = ExpectedLook.color(peek.text) else {
            throw expected("default, 0 to 255, or \"#rrggbb\"", for: "ExpectAttr")
        }
        advance()
        return color
    }
}

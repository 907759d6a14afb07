/// `Ctrl`, `Alt` and `Shift`.
extension Parser {
    /// The symbols that may be pressed with Control.
    private static let controlSymbols = ["-", "@", "[", "]", "^", "\\"]
    /// The named keys that may be pressed with Control.
    private static let controlKeys: [TapeKey] = [.enter, .space, .backspace, .up, .down, .left, .right]

    /// `(+Alt|+Shift)* (+KEY)*`, at least one of them.
    mutating func controlChord() throws(TapeRemark) -> Chord {
        var chord = Chord(modifiers: .control, parts: [])
        var isEmpty = true
        while take(symbol: "+") {
            let token = peek
            if token.kind == .word, token.text == "Alt" || token.text == "Shift" {
                guard chord.parts.isEmpty else { throw TapeRemark(token.position, "Alt and Shift go before the keys") }
                chord.modifiers.insert(token.text == "Alt" ? .alt : .shift)
            } else {
                chord.parts.append(try controlPart(token))
            }
            isEmpty = false
            advance()
        }
        if isEmpty { throw expected("a + and a key", for: "Ctrl") }
        return chord
    }

    private func controlPart(_ token: Token) throws(TapeRemark) -> Chord.Part {
        if token.kind == .symbol, Self.controlSymbols.contains(token.text), let scalar = token.text.unicodeScalars.first
        {
            return .character(scalar)
        }
        if token.kind == .word, let key = TapeKey.named[token.text], Self.controlKeys.contains(key) { return .key(key) }
        if isStringNext, token.text.utf8.count == 1, let scalar = token.text.unicodeScalars.first {
            return .character(scalar)
        }
        if token.kind == .word, token.text.count == 1 {
            // Only m and s are left.
            throw TapeRemark(
                token.position, "this letter is a unit of time here; write it in upper case or in quotes")
        }
        let keys = Self.controlKeys.map(\.name).joined(separator: ", ")
        let symbols = Self.controlSymbols.joined(separator: " ")
        throw expected("one character, \(keys), or one of \(symbols)", for: "Ctrl")
    }

    /// `+TEXT`, `+Enter`, `+Tab`, `+[` or `+]`.
    mutating func chord(_ modifiers: Chord.Modifiers, _ name: String) throws(TapeRemark) -> Chord {
        let what = "a + and text, Enter, Tab, [ or ]"
        guard take(symbol: "+") else { throw expected(what, for: name) }
        let token = peek
        if token.isSymbol("[") || token.isSymbol("]") {
            advance()
            return Chord(modifiers: modifiers, parts: [.character(token.text == "[" ? "[" : "]")])
        }
        if token.kind == .word, let key = [TapeKey.enter, .tab].first(where: { $0.name == token.text }) {
            advance()
            return Chord(modifiers: modifiers, parts: [.key(key)])
        }
        guard isStringNext else {
            let isUnit = token.kind == .word && KeyWords.units.contains(token.text)
            throw expected(what, for: name, isUnit ? "; this word is a unit here, put it in quotes" : "")
        }
        return Chord(modifiers: modifiers, parts: advance().text.unicodeScalars.map(Chord.Part.character))
    }
}

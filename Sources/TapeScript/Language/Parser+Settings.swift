/// `Set`.
extension Parser {
    /// A name and its value.
    mutating func setting() throws(TapeRemark) -> TapeSetting {
        guard peek.kind == .word, !KeyWords.beginsCommand(peek) else {
            throw expected("the name of a setting", for: "Set")
        }
        let token = advance()
        let name = token.text
        if let measure = TapeSetting.Measure(rawValue: name) {
            // A font and a picture of no extent have no cells.
            let least = [.fontSize, .lineHeight, .width, .height].contains(measure) ? 0.1 : 0
            return .measure(measure, try number(for: name, "a number of pixels without a unit", in: least...100_000))
        }
        if let setting = TapeSetting.VideoOnly(rawValue: name) { return .videoOnly(setting, try videoValue(setting)) }
        switch name {
        case "Shell":
            let value = try string(for: name, "the name of a shell")
            guard let shell = TapeShell(rawValue: value.text) else {
                let names = TapeShell.allCases.map(\.rawValue).joined(separator: ", ")
                throw TapeRemark(value.position, "Shell expects one of \(names)")
            }
            return .shell(shell)
        case "TypingSpeed": return .typingSpeed(try time(for: name))
        case "WaitTimeout": return .waitTimeout(try time(for: name))
        case "WaitPattern":
            guard peek.kind == .regex || isStringNext else { throw expected("a pattern", for: name) }
            return .waitPattern(try pattern(advance()))
        case "Columns": return .columns(try side(for: name, "columns"))
        case "Rows": return .rows(try side(for: name, "rows"))
        default: throw TapeRemark(token.position, "there is no setting \(name)")
        }
    }

    private mutating func videoValue(_ setting: TapeSetting.VideoOnly) throws(TapeRemark) -> String {
        let name = setting.rawValue
        let token = peek
        switch setting {
        case .fontFamily: return try string(for: name, "the name of a font").text
        case .marginFill:
            let value = try string(for: name, "\"#rrggbb\" or an image")
            guard !value.text.hasPrefix("#") || ExpectedLook.color(value.text) != nil else {
                throw TapeRemark(value.position, "MarginFill expects \"#rrggbb\" or an image")
            }
            return value.text
        case .windowBar:
            let bars = ["", "Colorful", "ColorfulRight", "Rings", "RingsRight"]
            guard isStringNext, bars.contains(token.text) else {
                throw expected("one of \(bars.dropFirst().joined(separator: ", "))", for: name)
            }
            return advance().text
        case .theme:
            if token.kind == .json { return advance().text }
            return try string(for: name, "the name of a theme, or a theme in braces").text
        case .cursorBlink:
            guard token.kind == .word, ["true", "false"].contains(token.text) else {
                throw expected("true or false", for: name)
            }
            return advance().text
        case .borderRadius, .framerate, .playbackSpeed, .loopOffset:
            _ = try number(for: name, "a number", in: 0...100_000)
            if setting == .loopOffset { _ = take(symbol: "%") }
            return token.text
        }
    }
}

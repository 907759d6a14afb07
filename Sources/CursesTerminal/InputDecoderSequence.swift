import TerminalCore

/// What the bytes behind Escape and an introducer say, for the forms of xterm, vt220, rxvt and the Linux console.
enum EscapeSequence: Equatable {
    /// So far the start of a sequence.
    case unfinished
    /// No sequence goes like this.
    case impossible
    /// A key; modifiers are left out, so Ctrl-Right is Right.
    case key(Key)
    /// A mouse report: a click, or something that nobody waits for.
    case mouse(Click?)
    /// The start of a mouse report in the old form; three bytes follow.
    case mouseBytes
    /// The start of a bracketed paste.
    case pasteStart
    /// A whole sequence that means nothing here: a reply, a change of focus, a key without a name.
    case unknown

    /// The most bytes that are waited for behind `ESC [` or `ESC O`; terminals' own replies stay far below.
    static let longest = 64

    /// Reads what followed `ESC [`: printable ASCII, of which only the last byte may end the sequence.
    static func control(_ bytes: ArraySlice<UInt8>) -> EscapeSequence {
        if bytes.first == UInt8(ascii: "[") { return linuxFunction(bytes.dropFirst()) }
        let parameters = bytes.prefix { (0x30...0x3F).contains($0) }
        let intermediates = bytes.dropFirst(parameters.count).prefix { (0x20...0x2F).contains($0) }
        guard let final = bytes.dropFirst(parameters.count + intermediates.count).first else {
            // rxvt ends Shift with a key of the editing pad by what elsewhere is no end.
            if intermediates.elementsEqual([UInt8(ascii: "$")]), let key = padKey(number(parameters)) {
                return .key(key)
            }
            return bytes.count < longest ? .unfinished : .impossible
        }
        guard (0x40...0x7E).contains(final) else { return .impossible }
        guard intermediates.isEmpty else { return .unknown }
        return control(parameters, final: final)
    }

    /// Reads what followed `ESC O`: perhaps a modifier's digits, and one letter.
    static func shifted(_ bytes: ArraySlice<UInt8>) -> EscapeSequence {
        let parameters = bytes.prefix(while: isParameter)
        guard let final = bytes.dropFirst(parameters.count).first else {
            return bytes.count < longest ? .unfinished : .impossible
        }
        // The middle key of the keypad types nothing.
        if final == UInt8(ascii: "E") { return .unknown }
        return (letterKey(final) ?? functionKey(final) ?? keypadKey(final)).map(EscapeSequence.key) ?? .impossible
    }

    /// A report in the old form: button, column and row, each above 32, the places counted from 1.
    static func mouse(_ bytes: ArraySlice<UInt8>) -> EscapeSequence {
        guard bytes.count == 3 else { return .unfinished }
        let report = bytes.map { Int($0) - 32 }
        return .mouse(click(button: report[0], column: report[1], row: report[2]))
    }

    // MARK: - Control sequences

    private static func control(_ parameters: ArraySlice<UInt8>, final: UInt8) -> EscapeSequence {
        let end = Unicode.Scalar(final)
        if parameters.first == UInt8(ascii: "<"), end == "M" || end == "m" {
            return .mouse(end == "M" ? pressed(parameters.dropFirst()) : nil)
        }
        if end == "M", parameters.isEmpty { return .mouseBytes }
        guard parameters.allSatisfy(isParameter) else { return .unknown }
        let first = parameters.prefix { $0 != UInt8(ascii: ";") }
        switch end {
        case "~" where parameters.elementsEqual("200".utf8): return .pasteStart
        case "~", "^", "@": return padKey(number(first)).map(EscapeSequence.key) ?? .unknown
        case "a"..."d" where !parameters.isEmpty: return .unknown
        case "Z": return .key(.backTab)
        // With another number than 1, `R` tells where the cursor is.
        case "P"..."S" where !first.isEmpty && number(first) != 1: return .unknown
        default: return (letterKey(final) ?? functionKey(final)).map(EscapeSequence.key) ?? .unknown
        }
    }

    /// `ESC [ [ A` to `E` are F1 to F5.
    private static func linuxFunction(_ bytes: ArraySlice<UInt8>) -> EscapeSequence {
        guard let letter = bytes.first else { return .unfinished }
        guard (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(letter) else { return .unknown }
        return .key(.function(Int(letter - UInt8(ascii: "A")) + 1))
    }

    /// A press as SGR reports tell it: `button;column;row`.
    private static func pressed(_ parameters: ArraySlice<UInt8>) -> Click? {
        let numbers = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map(number)
        guard numbers.count == 3, let button = numbers[0], let column = numbers[1], let row = numbers[2] else {
            return nil
        }
        return click(button: button, column: column, row: row)
    }

    /// A click, if the main button went down; Shift (4), Alt (8) and Ctrl (16) do not matter.
    private static func click(button: Int, column: Int, row: Int) -> Click? {
        guard button >= 0, button & ~0x1C == 0, column > 0, row > 0 else { return nil }
        return Click(position: Position(row: row - 1, column: column - 1))
    }

    // MARK: - Keys

    /// The keys of the editing pad and the function keys, by vt220's numbers and rxvt's.
    private static func padKey(_ number: Int?) -> Key? {
        switch number {
        case 1?, 7?: .home
        case 2?: .insert
        case 3?: .delete
        case 4?, 8?: .end
        case 5?: .pageUp
        case 6?: .pageDown
        case let number? where (11...15).contains(number): .function(number - 10)
        case let number? where (17...21).contains(number): .function(number - 11)
        case let number? where (23...24).contains(number): .function(number - 12)
        default: nil
        }
    }

    /// Arrows, Home and End; lower-case arrows are rxvt's with Shift or Ctrl.
    private static func letterKey(_ letter: UInt8) -> Key? {
        switch Unicode.Scalar(letter) {
        case "A", "a": .up
        case "B", "b": .down
        case "C", "c": .right
        case "D", "d": .left
        case "F": .end
        case "H": .home
        default: nil
        }
    }

    private static func functionKey(_ letter: UInt8) -> Key? {
        (UInt8(ascii: "P")...UInt8(ascii: "S")).contains(letter)
            ? .function(Int(letter - UInt8(ascii: "P")) + 1) : nil
    }

    /// The keypad's keys in application mode type what is printed on them.
    private static func keypadKey(_ letter: UInt8) -> Key? {
        switch letter {
        case UInt8(ascii: "M"): .enter
        case UInt8(ascii: "X"): .character("=")
        // `j` to `y` are `*` to `9` in the order of ASCII.
        case UInt8(ascii: "j")...UInt8(ascii: "y"): .character(Unicode.Scalar(letter - 0x40))
        default: nil
        }
    }

    // MARK: - Numbers

    /// Whether the byte is a digit or parts two numbers.
    private static func isParameter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ";")
    }

    /// A decimal number of one to five digits; nil otherwise.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard (1...5).contains(digits.count) else { return nil }
        var number = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            number = number * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return number
    }
}

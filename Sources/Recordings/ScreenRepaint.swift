import TerminalCore
import TerminalTesting

/// What a program would write to make any terminal of the same size show what a screen shows.
struct ScreenRepaint {
    /// The control sequences and the text.
    let text: String

    /// Finds what draws `screen`.
    init(_ screen: TerminalEmulator) {
        var result = screen.isAlternateScreenActive ? "\u{1B}[?1049h" : "\u{1B}[?1049l"
        result += "\u{1B}[m\u{1B}[2J"
        var style = ScreenStyle.plain
        for row in 0..<screen.size.rows {
            var cells = screen.cells(ofRow: row)[...]
            while let last = cells.last, last.text == " ", last.style == .plain { cells.removeLast() }
            if cells.isEmpty { continue }
            result += "\u{1B}[\(row + 1)H"
            for cell in cells where cell.columns > 0 {
                if cell.style != style {
                    style = cell.style
                    result += style.sequence
                }
                result += cell.text
            }
        }
        if style != .plain { result += "\u{1B}[m" }
        let cursor = screen.cursor
        result += "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H"
        text = result + (screen.isCursorVisible ? "\u{1B}[?25h" : "\u{1B}[?25l")
    }
}

extension ScreenStyle {
    /// What selects the look, whatever was selected before (ECMA-48, SGR).
    fileprivate var sequence: String {
        let numbers: [(Attributes, Int)] = [
            (.bold, 1), (.dim, 2), (.italic, 3), (.underline, 4), (.blink, 5), (.reverse, 7), (.concealed, 8),
            (.strikethrough, 9),
        ]
        let parameters =
            [""] + numbers.filter { attributes.contains($0.0) }.map { "\($0.1)" }
            + foreground.parameters(38) + background.parameters(48)
        return "\u{1B}[\(parameters.joined(separator: ";"))m"
    }
}

extension ScreenColor {
    fileprivate func parameters(_ kind: Int) -> [String] {
        switch self {
        case .standard: []
        case .index(let index): ["\(kind);5;\(index)"]
        case .rgb(let red, let green, let blue): ["\(kind);2;\(red);\(green);\(blue)"]
        }
    }
}

import CVTerm
import TerminalCore

/// Saving and restoring the cursor as xterm does (DECSC, DECRC, and the private modes 1048 and 1049).
///
/// libvterm keeps one cursor for both screens, and its visibility with it. xterm keeps one for each screen, so that
/// what a full-screen program saves does not move the cursor that its end restores, and leaves the visibility alone. So
/// libvterm is never asked to save one.
extension TerminalEmulator {
    /// Carries out `step`.
    func perform(_ step: CursorMemoryStep) {
        switch step {
        case .pass(let sequence): write(Array(sequence.utf8))
        case .save: savedCursors[isAlternateScreenActive] = SavedCursor(self)
        case .restore: (savedCursors[isAlternateScreenActive] ?? SavedCursor()).restore(to: self)
        case .forget: savedCursors = [:]
        // On the alternate screen already, xterm leaves it as it is, where libvterm would empty it.
        case .enterAlternateScreen: if !isAlternateScreenActive { write(Array("\u{1B}[?1047h".utf8)) }
        }
    }
}

/// A part of what a control sequence does, where it has to do with saved cursors.
enum CursorMemoryStep: Equatable {
    /// This sequence has nothing to do with them.
    case pass(String)
    /// The cursor of the screen that shows is saved, or put where that screen's saved one is.
    case save, restore
    /// No cursor is saved any more.
    case forget
    /// The alternate screen shows, empty unless it did before.
    case enterAlternateScreen

    /// The last bytes of all sequences that have to do with saved cursors.
    private static let finals = Array("78cphl".utf8)

    /// What `sequence` does; nil if it has nothing to do with saved cursors.
    static func steps(of sequence: ArraySlice<UInt8>) -> [CursorMemoryStep]? {
        guard let last = sequence.last, finals.contains(last) else { return nil }
        let text = String(decoding: sequence.dropFirst(), as: UTF8.self)
        switch text {
        case "7": return [.save]
        case "8": return [.restore]
        // RIS and DECSTR.
        case "c", "[!p": return [.forget, .pass("\u{1B}" + text)]
        default: break
        }
        let isSet = last == UInt8(ascii: "h")
        guard text.hasPrefix("[?"), isSet || last == UInt8(ascii: "l") else { return nil }
        let modes = text.dropFirst(2).dropLast().split(separator: ";")
        guard modes.contains(where: { $0 == "1048" || $0 == "1049" }) else { return nil }
        return modes.flatMap { mode -> [CursorMemoryStep] in
            switch mode {
            case "1048": isSet ? [.save] : [.restore]
            case "1049": isSet ? [.save, .enterAlternateScreen] : [.pass("\u{1B}[?1047l"), .restore]
            default: [.pass("\u{1B}[?\(mode)\(isSet ? "h" : "l")")]
            }
        }
    }
}

/// A cursor as it is saved: where it is, the look of what is written there, and whether places count from the
/// scrolling region (DECOM).
struct SavedCursor {
    private var position = Position(row: 0, column: 0)
    private var isRelative = false
    private var rendition = "0"

    /// Makes the cursor that is restored where none was saved: at the top left, with a plain look.
    init() {}

    /// Takes over the cursor of `terminal`.
    init(_ terminal: TerminalEmulator) {
        position = terminal.cursor
        isRelative = Self.isOriginRelative(terminal)
        rendition = Self.rendition(of: terminal)
    }

    /// Puts the cursor of `terminal` there.
    func restore(to terminal: TerminalEmulator) {
        // Which moves the cursor to where places count from.
        terminal.write(Array("\u{1B}[?6\(isRelative ? "h" : "l")".utf8))
        let origin = terminal.cursor
        let (row, column) = (position.row - origin.row + 1, position.column - origin.column + 1)
        terminal.write(Array("\u{1B}[\(max(1, row));\(max(1, column))H\u{1B}[\(rendition)m".utf8))
    }

    private static func isOriginRelative(_ terminal: TerminalEmulator) -> Bool {
        // libvterm tells only by answering the program's question (DECRQM).
        let reply = terminal.encoded { terminal.write(Array("\u{1B}[?6$p".utf8)) }
        return String(decoding: reply, as: UTF8.self).contains("?6;1$y")
    }

    /// The parameters that select the look (ECMA-48, SGR), whatever was selected before.
    private static func rendition(of terminal: TerminalEmulator) -> String {
        let state = vterm_obtain_state(terminal.vterm)
        func value(_ attribute: VTermAttr) -> VTermValue {
            var value = VTermValue()
            vterm_state_get_penattr(state, attribute, &value)
            return value
        }
        var parameters = ["0"]
        let switches: [(VTermAttr, String)] = [
            (VTERM_ATTR_BOLD, "1"), (VTERM_ATTR_ITALIC, "3"), (VTERM_ATTR_BLINK, "5"), (VTERM_ATTR_REVERSE, "7"),
            (VTERM_ATTR_STRIKE, "9"),
        ]
        for (attribute, parameter) in switches where value(attribute).boolean != 0 { parameters.append(parameter) }
        let underline = value(VTERM_ATTR_UNDERLINE).number
        if underline > 0 { parameters.append("4:\(underline)") }
        parameters.append("\(10 + value(VTERM_ATTR_FONT).number)")
        for (attribute, kind) in [(VTERM_ATTR_FOREGROUND, 38), (VTERM_ATTR_BACKGROUND, 48)] {
            switch ScreenColor(value(attribute).color) {
            case .standard: break
            case .index(let index): parameters.append("\(kind);5;\(index)")
            case .rgb(let red, let green, let blue): parameters.append("\(kind);2;\(red);\(green);\(blue)")
            }
        }
        return parameters.joined(separator: ";")
    }
}

import CNCurses
import Glibc
import TerminalCore

/// What the terminal can do, as terminfo tells, and the bytes that prepare and restore it.
struct Capabilities {
    /// Switches to the alternate screen; empty where there is none.
    ///
    /// At the start ncurses sends it.
    let enterScreen: [UInt8]
    /// Turns on what the program needs beyond ncurses: application keys, bracketed paste, mouse.
    let enterModes: [UInt8]
    /// Undoes what ``enterModes`` and painting do, from any state that a program can be interrupted in, and switches
    /// back from the alternate screen; clears the screen where there is none.
    let leave: [UInt8]
    /// Hides the cursor.
    let hideCursor: [UInt8]
    /// The letters of the line-drawing set (VT100's) that the terminal draws.
    let lineDrawing: [UInt8]
    /// The size of the palette, 0 without colours.
    let colorCount: Int

    /// Reads what terminfo tells of the terminal that ncurses has been started for, without sending anything (T4).
    ///
    /// - Parameters:
    ///   - usesMouse: whether the mouse is to be reported, if terminfo has one.
    ///   - usesColor: whether colours may be set, and so have to be set back.
    /// - Throws: ``TerminalError`` if the terminal cannot place its cursor.
    init(usesMouse: Bool, usesColor: Bool) throws(TerminalError) {
        let address = Self.string("cup")
        guard !address.isEmpty else { throw .noCursorAddressing(Self.terminalName ?? "") }

        let (pasteOn, pasteOff) = (Self.string("BE"), Self.string("BD"))
        let hasPaste = !pasteOn.isEmpty && !pasteOff.isEmpty
        let hasMouse = usesMouse && !Self.string("kmous").isEmpty
        enterScreen = Self.string("smcup")
        enterModes =
            Self.string("smkx") + (hasPaste ? pasteOn : [])
            + (hasMouse ? Array("\u{1B}[?1000h\u{1B}[?1006h".utf8) : [])
        // A sequence that was cut off would swallow what follows; CAN ends it on every terminal of the ECMA-48 kind.
        let leaveModes =
            (address.starts(with: "\u{1B}[".utf8) ? [0x18] : [])
            + Self.string("sgr0") + (usesColor ? Self.string("op") : []) + Self.string("rmir")
            + (hasMouse ? Array("\u{1B}[?1006l\u{1B}[?1000l".utf8) : []) + (hasPaste ? pasteOff : [])
            + Self.string("rmkx") + Self.string("cnorm")
        // Once more at the end: a terminal that keeps one saved cursor for both screens gets back the one that ncurses
        // saved last, which may have been hidden.
        let leaveScreen = (enterScreen.isEmpty ? Self.string("clear") : Self.string("rmcup")) + Self.string("cnorm")
        leave = leaveModes + leaveScreen
        hideCursor = Self.string("civis")
        colorCount = max(0, Int(tigetnum("colors")))
        let pairs = Self.string("smacs").isEmpty ? [] : Self.string("acsc")
        lineDrawing = stride(from: 0, to: pairs.count, by: 2).map { pairs[$0] }
    }

    /// How many colours there are to use.
    var colorDepth: ColorDepth {
        switch colorCount {
        case ..<8: .monochrome
        case ..<256: .eight
        default: .palette
        }
    }

    /// What `TERM` names; nil where it names nothing.
    private static var terminalName: String? {
        guard let value = getenv("TERM"), value[0] != 0 else { return nil }
        return String(cString: value)
    }

    /// Why ncurses does not start: by all odds `TERM` names no terminal, or one that cannot place its cursor.
    static func reasonForNoStart(output: CInt) -> TerminalError {
        guard let name = terminalName else { return .terminalNotNamed }
        var status: CInt = 0
        guard setupterm(nil, output, &status) != OK else {
            return .system(call: "newterm", reason: "ncurses does not start")
        }
        // 0 is also the answer for a description that is too generic to be used.
        return status == 0 || status == -1 ? .unknownTerminal(name) : .noCursorAddressing(name)
    }

    /// The string for `capability` without its padding, empty where the terminal has none.
    private static func string(_ capability: String) -> [UInt8] {
        guard let value = curses_capability(capability) else { return [] }
        return withoutPadding(Array(UnsafeRawBufferPointer(start: value, count: strlen(value))))
    }

    /// Drops delays (`$<20/>`), which no terminal of today needs.
    static func withoutPadding(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(UInt8(ascii: "$")) else { return bytes }
        var (result, rest) = ([UInt8](), bytes[...])
        while let byte = rest.first {
            if rest.starts(with: "$<".utf8), let end = rest.firstIndex(of: UInt8(ascii: ">")) {
                rest = rest[(end + 1)...]
            } else {
                result.append(byte)
                rest = rest.dropFirst()
            }
        }
        return result
    }
}

import TerminalCore
import TerminalTesting
import Testing

@testable import CursesTerminal

@Suite("What reaches the screen")
struct PaintingTests {
    private func start(
        _ words: String..., term: String = "xterm-256color", noColor: String? = nil, size: Size? = nil
    ) throws -> TerminalProgram {
        var options = Probe.options
        options.environment["TERM"] = term
        options.environment["NO_COLOR"] = noColor
        if let size { options.size = size }
        let program = try TerminalProgram(Probe.path, words, options: options)
        try program.waitForText("Pro")
        try program.waitFor("the row of every kind of character") { !$0.text(ofRow: 2).isEmpty }
        return program
    }

    private func style(_ program: TerminalProgram) -> ScreenStyle {
        program.screen.cell(at: Position(row: 2, column: 0)).style
    }

    @Test func unicode() throws {
        let program = try start()
        #expect(program.screen.rows[0].hasPrefix("Probe 80x24 palette"))
        #expect(program.screen.rows[1...2] == ["┌─┬─┐│├┤└┘", "登录•é"])
        #expect(style(program) == ScreenStyle(foreground: .index(15), background: .index(1), attributes: .bold))
        #expect(program.screen.cursor == Position(row: 4, column: 2))
    }

    @Test("T3: the terminal's own line drawing", arguments: ["xterm-256color", "linux", "screen-256color", "vt220"])
    func ascii(term: String) throws {
        let program = try start("ascii", term: term)
        #expect(program.screen.rows[1...2] == ["┌─┬─┐│├┤└┘", "??????"])
        #expect(program.rawOutput.allSatisfy { $0 < 0x80 })
    }

    @Test("T3: plain borders", arguments: [["plain-borders"], ["plain-borders", "ascii"]])
    func plainBorders(words: [String]) throws {
        let program = try TerminalProgram(Probe.path, words, options: Probe.options)
        try program.waitForText("+-+-+|+++")
        #expect(program.screen.rows[1] == "+-+-+|++++")
        try program.waitForText(words.contains("ascii") ? "??????" : "登录•é")
    }

    @Test func noColor() throws {
        let program = try start(noColor: "1")
        #expect(program.screen.rows[0].hasPrefix("Probe 80x24 monochrome"))
        #expect(style(program) == ScreenStyle(attributes: .bold))
        #expect(try start(noColor: "").screen.rows[0].hasPrefix("Probe 80x24 palette"))
    }

    @Test func eightColors() throws {
        let program = try start(term: "xterm-color")
        #expect(program.screen.rows[0].hasPrefix("Probe 80x24 eight"))
        #expect(style(program).background == .index(1))
        #expect(style(program).foreground == .standard, "a colour that the terminal does not have")
    }

    @Test func wideCharacterAtTheEdge() throws {
        // Column 2 would be the left half of the second one.
        let program = try start(size: Size(columns: 3, rows: 24))
        #expect(program.screen.rows[2] == "登")
    }

    @Test("A key costs few bytes")
    func bytesOfAKey() throws {
        let program = try start()
        var costs: [Int] = []
        for count in 1...9 {
            let before = program.receivedByteCount
            try program.type("a")
            try program.waitFor("the key") { $0.cursor == Position(row: 4, column: 2 + count) }
            costs.append(program.receivedByteCount - before)
        }
        #expect(costs.sorted()[4] <= 8, "\(costs)")

        try program.press(.tab)
        try program.waitFor("the other field") { $0.cursor == Position(row: 6, column: 2) }
        for count in 1...9 {
            let before = program.receivedByteCount
            try program.type("b")
            try program.waitFor("the key and the hint") {
                $0.text(ofRow: 7) == "  \(count)/20  还差\(20 - count)位"
                    && $0.cursor == Position(row: 6, column: 2 + count)
            }
            #expect(program.receivedByteCount - before <= 32)
        }
        #expect(program.screen.rows[6] == "  •••••••••")
    }

    @Test func controlLPaintsEverythingAgain() throws {
        let program = try start()
        let (before, count) = (program.screen.rows, program.receivedByteCount)
        program.screen.feed(Array("\u{1B}[H\u{1B}[2Jgarbage".utf8))
        try program.press(.control("l"))
        try program.waitForTextGone("garbage")
        try program.waitFor("the picture") { $0.rows == before }
        #expect(program.receivedByteCount - count > 100)
    }

    @Test func paddingIsDropped() {
        let bytes = Capabilities.withoutPadding(Array("a$<20/>b$<5c$".utf8))
        #expect(String(decoding: bytes, as: UTF8.self) == "ab$<5c$")
    }
}

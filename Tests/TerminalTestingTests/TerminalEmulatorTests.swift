import TerminalCore
import TerminalTesting
import Testing

@Suite("D3: the emulator") struct TerminalEmulatorTests {
    let screen = TerminalEmulator(size: Size(columns: 20, rows: 4))

    @Test func wideCharactersAreTextWithoutFiller() {
        screen.feed(Array("密码: 登录".utf8))
        #expect(screen.rows[0] == "密码: 登录")
        #expect(screen.cell(at: Position(row: 0, column: 0)).columns == 2)
        #expect(screen.cell(at: Position(row: 0, column: 1)).text == "")
        #expect(screen.cell(at: Position(row: 0, column: 1)).columns == 0)
        #expect(screen.position(of: "登录") == Position(row: 0, column: 6))
        #expect(screen.cursor == Position(row: 0, column: 10))
    }

    @Test func combiningMarksStayWithTheirBase() {
        screen.feed(Array("e\u{301}x".utf8))
        #expect(screen.cell(at: Position(row: 0, column: 0)).text == "e\u{301}")
        #expect(screen.cell(at: Position(row: 0, column: 1)).text == "x")
    }

    @Test func sequencesMayBeCutAnywhere() {
        for byte in Array("\u{1B}[1;31m登\u{1B}[0m".utf8) { screen.feed([byte]) }
        #expect(screen.rows[0] == "登")
        #expect(
            screen.cell(at: Position(row: 0, column: 0)).style
                == ScreenStyle(foreground: .index(1), attributes: .bold))
    }

    @Test func stylesAreToldAsTheyWereAskedFor() {
        screen.feed(Array("\u{1B}[38;5;15;48;5;160ma\u{1B}[0;4;7mb\u{1B}[0;38;2;1;2;3;3;5;9mc\u{1B}[md".utf8))
        let styles = (0..<4).map { screen.cell(at: Position(row: 0, column: $0)).style }
        #expect(styles[0] == ScreenStyle(foreground: .index(15), background: .index(160)))
        #expect(styles[1] == ScreenStyle(attributes: [.underline, .reverse]))
        #expect(
            styles[2]
                == ScreenStyle(
                    foreground: .rgb(red: 1, green: 2, blue: 3), attributes: [.italic, .blink, .strikethrough]))
        #expect(styles[3] == .plain)
    }

    @Test func invalidBytesBecomeReplacements() {
        screen.feed([0x61, 0xFF, 0xC3, 0x28, 0x62])
        #expect(screen.rows[0] == "a\u{FFFD}\u{FFFD}(b")
    }

    @Test(
        arguments: [
            ([0xC3, 0x28], "\u{FFFD}("), ([0xE5, 0xAF, 0x61], "\u{FFFD}a"),
            ([0xF0, 0x9F, 0x99, 0xC3, 0xA9], "\u{FFFD}é"),
            ([0x80, 0x80], "\u{FFFD}\u{FFFD}"), ([0xC0, 0x80], "\u{FFFD}\u{FFFD}"),
            ([0xC3, 0x1B, 0x5B, 0x6D, 0x61], "\u{FFFD}a"),
            ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"), ([0xF4, 0x90, 0x61], "\u{FFFD}\u{FFFD}a"),
            ([0x61, 0xC3], "a"),
            ([0xE7, 0x99, 0xBB, 0xE5, 0xBD, 0x95], "登录"),
        ] as [([UInt8], String)])
    func replacementsAreTheSameWhateverTheCut(_ bytes: [UInt8], _ text: String) {
        for cuts in 0..<1 << (bytes.count - 1) {
            let screen = TerminalEmulator(size: Size(columns: 20, rows: 2))
            var piece: [UInt8] = []
            for (index, byte) in bytes.enumerated() {
                piece.append(byte)
                if cuts >> index & 1 != 0 || index == bytes.count - 1 {
                    screen.feed(piece)
                    piece = []
                }
            }
            #expect(screen.rows == [text, ""])
        }
    }

    @Test func modesAreSeen() {
        #expect(screen.isCursorVisible && !screen.isAlternateScreenActive && !screen.isBracketedPasteOn)
        screen.feed(Array("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?2004h\u{1B}[?1000h".utf8))
        screen.feed(Array("\u{1B}]2;one\u{7}\u{1B}]2;two\u{7}\u{7}".utf8))
        #expect(!screen.isCursorVisible && screen.isAlternateScreenActive && screen.isBracketedPasteOn)
        #expect(screen.mouseReporting == .clicks)
        #expect(screen.titles == ["one", "two"] && screen.title == "two" && screen.bellCount == 1)
        screen.feed(Array("\u{1B}[?25h\u{1B}[?1049l\u{1B}[?2004l\u{1B}[?1000l".utf8))
        #expect(screen.isCursorVisible && !screen.isAlternateScreenActive && !screen.isBracketedPasteOn)
        #expect(screen.mouseReporting == .off)
    }

    @Test func queriesAreAnsweredOnce() {
        screen.feed(Array("\u{1B}[2;3H\u{1B}[6n".utf8))
        #expect(screen.takeReplies() == Array("\u{1B}[2;3R".utf8))
        #expect(screen.takeReplies() == [])
    }

    @Test func keysFollowTheCursorMode() {
        #expect(screen.bytes(for: .up) == Array("\u{1B}[A".utf8))
        screen.feed(Array("\u{1B}[?1h".utf8))
        #expect(screen.bytes(for: .up) == Array("\u{1B}OA".utf8))
    }

    @Test(arguments: [
        (Key.character("é"), "é"), (.control("c"), "\u{3}"), (.control("["), "\u{1B}"), (.control("@"), "\0"),
        (.alt("码"), "\u{1B}码"), (.enter, "\r"), (.tab, "\t"), (.backTab, "\u{1B}[Z"), (.backspace, "\u{7F}"),
        (.delete, "\u{1B}[3~"), (.insert, "\u{1B}[2~"), (.home, "\u{1B}[H"), (.end, "\u{1B}[F"),
        (.pageUp, "\u{1B}[5~"), (.pageDown, "\u{1B}[6~"), (.left, "\u{1B}[D"), (.escape, "\u{1B}"),
        (.function(1), "\u{1B}OP"), (.function(12), "\u{1B}[24~"), (.function(13), ""),
    ])
    func keysAreWhatXtermSends(_ key: Key, _ bytes: String) {
        #expect(screen.bytes(for: key) == Array(bytes.utf8))
    }

    @Test func pasteIsMarkedOnlyWhereAskedFor() {
        #expect(screen.bytes(forPasting: [0x61]) == [0x61])
        screen.feed(Array("\u{1B}[?2004h".utf8))
        #expect(screen.bytes(forPasting: [0x61]) == Array("\u{1B}[200~a\u{1B}[201~".utf8))
    }

    @Test func clicksAreSentOnlyWhereAskedFor() {
        let place = Position(row: 2, column: 10)
        #expect(screen.bytes(forClickAt: place) == [])
        screen.feed(Array("\u{1B}[?1000h\u{1B}[?1006h".utf8))
        #expect(screen.bytes(forClickAt: place) == Array("\u{1B}[<0;11;3M\u{1B}[<0;11;3m".utf8))
    }

    @Test func resizeKeepsTextAndForgetsNothingInside() {
        screen.feed(Array("abc".utf8))
        screen.resize(to: Size(columns: 10, rows: 2))
        #expect(screen.size == Size(columns: 10, rows: 2))
        #expect(screen.rows == ["abc", ""])
        #expect(screen.cell(at: Position(row: 2, column: 0)).text == " ")
        #expect(screen.cell(at: Position(row: -1, column: 0)).text == " ")
    }

    @Test func titlesDoNotPileUp() {
        for number in 0..<1000 { screen.feed(Array("\u{1B}]2;\(number)\u{7}".utf8)) }
        #expect(screen.titles.count == TerminalEmulator.titleCapacity)
        #expect(screen.title == "999")
    }
}

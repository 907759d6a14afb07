import TerminalCore
import Testing

@testable import TapeScript

/// Every command and every setting of the language, with its meaning (section 7).
@Suite struct LanguageTests {
    /// A line of a tape and what it means.
    typealias Row = (text: String, command: TapeCommand)

    private static func keys(_ names: [(String, TapeKey)]) -> [Row] {
        names.flatMap { name, key -> [Row] in
            [
                (name, .press(key, count: 1, pause: nil)), ("\(name) 3", .press(key, count: 3, pause: nil)),
                ("\(name)@.5 2", .press(key, count: 2, pause: .milliseconds(500))),
                ("\(name)@10ms", .press(key, count: 1, pause: .milliseconds(10))),
            ]
        }
    }

    /// The commands of VHS.
    static let commands: [Row] =
        [
            ("Output demo.gif", .output(TapeOutput(path: "demo.gif"))),
            ("Require git", .require("git")), ("Require \"/bin/sh\"", .require("/bin/sh")),
            ("Env NAME \"a b\"", .environment(name: "NAME", value: "a b")),
            ("Env Type x", .environment(name: "Type", value: "x")),
            ("Type hello", .type("hello", pause: nil)), ("Type \"a\" b 'c'", .type("a b c", pause: nil)),
            ("Type@.5 \"All\"", .type("All", pause: .milliseconds(500))),
            ("Type@500ms `All`", .type("All", pause: .milliseconds(500))),
            ("Type \"a\"\n'b'", .type("a b", pause: nil)), ("Type hello Home", .type("hello Home", pause: nil)),
            ("ScrollUp", .scroll(isUp: true, count: 1)), ("ScrollDown@1 4", .scroll(isUp: false, count: 4)),
            ("Sleep 1", .sleep(.seconds(1))), ("Sleep .5", .sleep(.milliseconds(500))),
            ("Sleep 500ms", .sleep(.milliseconds(500))), ("Sleep 2s", .sleep(.seconds(2))),
            ("Sleep 1m", .sleep(.seconds(60))), ("Sleep\n3", .sleep(.seconds(3))),
            ("Wait", .wait(.line(nil), timeout: nil)),
            ("Wait+Line@10ms", .wait(.line(nil), timeout: .milliseconds(10))),
            ("Hide", .hide), ("Show", .show), ("Screenshot a/b.png", .screenshot("a/b.png")),
            ("Copy \"a\" b", .copy("a b")), ("Paste", .paste),
        ]
        + keys([
            ("Enter", .enter), ("Space", .space), ("Tab", .tab), ("Backspace", .backspace), ("Delete", .delete),
            ("Insert", .insert), ("Escape", .escape), ("Up", .up), ("Down", .down), ("Left", .left), ("Right", .right),
            ("PageUp", .pageUp), ("PageDown", .pageDown),
        ])

    /// The commands of the superset.
    static let superset: [Row] =
        [
            ("Resize 100 30", .resize(Size(columns: 100, rows: 30))),
            ("Click 3 7", .click(Position(row: 3, column: 7))),
            ("ExpectCursor 0 0", .expectCursor(Position(row: 0, column: 0))),
            (
                "ExpectAttr 1 2 bold no-blink fg=231 bg=160 reverse",
                .expectLook(
                    Position(row: 1, column: 2),
                    ExpectedLook(
                        present: [.bold, .reverse], absent: .blink, foreground: .index(231), background: .index(160)))
            ),
            (
                "ExpectAttr 1 2 underline italic strikethrough fg=\"#ff0080\" bg=default",
                .expectLook(
                    Position(row: 1, column: 2),
                    ExpectedLook(
                        present: [.underline, .italic, .strikethrough],
                        foreground: .rgb(red: 255, green: 0, blue: 128), background: .standard))
            ),
            (
                "ExpectAttr 0 0 plain",
                .expectLook(
                    Position(row: 0, column: 0),
                    ExpectedLook(
                        absent: [.bold, .underline, .italic, .blink, .reverse, .strikethrough, .dim, .concealed],
                        foreground: .standard, background: .standard))
            ),
            ("Snapshot a.txt", .snapshot("a.txt")), ("Snapshot \"b c.svg\"", .snapshot("b c.svg")),
            ("Wait+Settled", .wait(.settled, timeout: nil)), ("Wait+Settled@2s", .wait(.settled, timeout: .seconds(2))),
        ]
        + keys([("Home", .home), ("End", .end)] + (1...12).map { ("F\($0)", .function($0)) })

    @Test("Each command of VHS means what VHS's does", arguments: commands)
    func command(_ row: Row) throws {
        #expect(try Tape.commands(row.text) == [row.command])
    }

    @Test("Each command of the superset", arguments: superset)
    func supersetCommand(_ row: Row) throws {
        #expect(try Tape.commands(row.text) == [row.command])
    }

    @Test("Patterns: Wait and Expect")
    func patterns() throws {
        let pattern = try TapePattern("a\\/b+$")
        #expect(try Tape.commands(#"Wait /a\/b+$/"#) == [.wait(.line(pattern), timeout: nil)])
        #expect(try Tape.commands(#"Wait+Screen@1m /a\/b+$/"#) == [.wait(.screen(pattern), timeout: .seconds(60))])
        #expect(try Tape.commands(#"Expect /a\/b+$/"#) == [.expect(pattern)])
    }

    @Test("Commands may share a line, and their arguments may stand on the next")
    func lines() throws {
        #expect(
            try Tape.commands("Type a Enter Sleep 1 Hide\nWait\n+Screen")
                == [
                    .type("a", pause: nil), .press(.enter, count: 1, pause: nil), .sleep(.seconds(1)), .hide,
                    .wait(.screen(nil), timeout: nil),
                ])
    }

    // MARK: - Settings

    /// Settings, their values, and what they mean.
    static let settings: [(text: String, setting: TapeSetting)] = [
        ("Shell zsh", .shell(.zsh)), ("Shell \"bash\"", .shell(.bash)), ("Shell nu", .shell(.nushell)),
        ("Shell cmd", .shell(.windows)), ("Shell fish", .shell(.fish)), ("Shell osh", .shell(.osh)),
        ("Shell xonsh", .shell(.xonsh)), ("Shell pwsh", .shell(.pwsh)), ("Shell powershell", .shell(.powershell)),
        ("FontFamily \"DejaVu Sans Mono\"", .videoOnly(.fontFamily, "DejaVu Sans Mono")),
        ("FontSize 22", .measure(.fontSize, 22)), ("LetterSpacing 1.5", .measure(.letterSpacing, 1.5)),
        ("LineHeight 1.2", .measure(.lineHeight, 1.2)), ("Width 1200", .measure(.width, 1200)),
        ("Height 600", .measure(.height, 600)), ("Padding 0", .measure(.padding, 0)),
        ("Margin 20", .measure(.margin, 20)), ("MarginFill \"#6B50FF\"", .videoOnly(.marginFill, "#6B50FF")),
        ("MarginFill \"a b.png\"", .videoOnly(.marginFill, "a b.png")),
        ("WindowBar Rings", .videoOnly(.windowBar, "Rings")),
        ("WindowBar RingsRight", .videoOnly(.windowBar, "RingsRight")),
        ("WindowBar Colorful", .videoOnly(.windowBar, "Colorful")),
        ("WindowBar ColorfulRight", .videoOnly(.windowBar, "ColorfulRight")),
        ("WindowBarSize 40", .measure(.windowBarSize, 40)), ("BorderRadius 8", .videoOnly(.borderRadius, "8")),
        ("Framerate 60", .videoOnly(.framerate, "60")), ("PlaybackSpeed .5", .videoOnly(.playbackSpeed, ".5")),
        ("LoopOffset 60.4", .videoOnly(.loopOffset, "60.4")), ("LoopOffset 20.99%", .videoOnly(.loopOffset, "20.99")),
        ("TypingSpeed .1", .typingSpeed(.milliseconds(100))), ("TypingSpeed 10ms", .typingSpeed(.milliseconds(10))),
        ("Theme \"Catppuccin Mocha\"", .videoOnly(.theme, "Catppuccin Mocha")),
        ("Theme { \"name\": \"Whimsy\" }", .videoOnly(.theme, "{ \"name\": \"Whimsy\" }")),
        ("CursorBlink false", .videoOnly(.cursorBlink, "false")), ("WaitTimeout 2s", .waitTimeout(.seconds(2))),
        ("Columns 100", .columns(100)), ("Rows 30", .rows(30)),
    ]

    @Test("Each setting", arguments: settings)
    func setting(_ row: (text: String, setting: TapeSetting)) throws {
        #expect(try Tape.commands("Set " + row.text) == [.set(row.setting)])
    }

    @Test("WaitPattern takes a pattern or a string")
    func waitPattern() throws {
        let setting = TapeSetting.waitPattern(try TapePattern("\\$ $"))
        #expect(try Tape.commands(#"Set WaitPattern /\$ $/"#) == [.set(setting)])
        #expect(try Tape.commands(#"Set WaitPattern "\$ $""#) == [.set(setting)])
    }

    @Test("The tables leave out no command, key, setting or shell")
    func complete() throws {
        var texts = (Self.commands + Self.superset).map(\.text)
        texts += ["Source", "Set", "Ctrl", "Alt", "Shift", "Expect"]
        let words = Set(texts.map { String($0.prefix { $0.isLetter || $0.isNumber }) })
        #expect(words.isSuperset(of: KeyWords.vhs.subtracting(KeyWords.units).subtracting(TapeSetting.vhsNames)))
        #expect(words.isSuperset(of: KeyWords.superset))
        let names = Set(Self.settings.map(\.setting.name)).union(["WaitPattern"])
        #expect(names == TapeSetting.vhsNames.union(["Columns", "Rows"]))
        for shell in TapeShell.allCases { #expect(Self.settings.contains { $0.setting == .shell(shell) }) }
    }

    @Test("What a tape says nothing about")
    func standards() throws {
        let setup = try Tape.make("Hide").setup
        #expect(setup.shell == .bash && setup.size == Size(columns: 80, rows: 24))
        #expect(setup.typingSpeed == .milliseconds(50) && setup.waitTimeout == .seconds(15))
        #expect(setup.waitPattern == nil && setup.outputs.isEmpty && setup.environment.isEmpty && setup.theme == nil)
    }
}

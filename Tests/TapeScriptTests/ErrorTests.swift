import Testing

@testable import TapeScript

/// What `check` says of tapes that are wrong.
@Suite struct ErrorTests {
    /// The errors of `text` as `line:column message`.
    private func errors(_ text: String, missing: Set<String> = [], isStrict: Bool = false) throws -> [String] {
        try Tape.make(text, missing: missing, isStrict: isStrict).errors
            .map { "\($0.position.line):\($0.position.column) \($0.message)" }
    }

    @Test(
        "One error, with its place",
        arguments: [
            ("Entr", "1:1 there is no command Entr"), ("Hide\n  Foo x", "2:3 there is no command Foo"),
            ("Enter Entr", "1:7 expected a command"), ("Hide 登", "1:6 expected a command; text"),
            ("Hide ~x", "1:6 expected a command; text"), ("Type", "1:5 Type expects text"),
            ("Type -la", "1:6 Type expects text"), ("Type 12", "1:6 Type expects text"),
            ("Type /etc/x", "1:6 Type expects text"), ("Type s", "1:6 Type expects text"),
            ("Type Enter", "1:6 Type expects text"), ("Type End", "1:6 Type expects text"),
            ("Type Width", "1:6 Type expects text"), ("Type\nHome", "1:5 Type expects text"),
            ("Copy", "1:5 Copy expects text"), ("Type \"a", "1:6 this string is not closed"),
            ("Type 'a\nEnter", "1:6 this string is not closed"), ("Wait /a", "1:6 this pattern is not closed"),
            ("Set Theme {", "1:11 this theme is not closed"), ("Sleep", "1:6 Sleep expects a time"),
            ("Sleep abc", "1:7 Sleep expects a time"), ("Sleep 1.2.3", "1:7 Sleep expects a time"),
            ("Sleep 999999", "1:7 Sleep expects a time"), ("Sleep 99999m", "1:7 this time is too long"),
            ("Sleep -1", "1:7 Sleep expects a time"), ("Sleep 1 px", "1:9 expected a command"),
            ("Enter@", "1:7 @ expects a time"), ("Enter 1.5", "1:7 a key expects a whole number"),
            ("Enter 9999999999999999999999", "1:7 a key expects a whole number"),
            ("Wait+", "1:6 Wait expects Line, Screen or Settled"), ("Wait+Row", "1:6 Wait expects Line"),
            ("Wait@0 /a/", "1:5 Wait expects a time above 0"), ("Wait /(a/", "1:6 this pattern is no regular"),
            ("Wait+Settled /a/", "1:14 expected a command"), ("Output", "1:7 Output expects a file"),
            ("Output demo", "1:8 Output expects a file with an extension"), ("Require", "1:8 Require expects"),
            ("Env", "1:4 Env expects a name"), ("Env A", "1:6 Env expects a value"),
            ("Env A 1", "1:7 Env expects a value"),
            ("Env \"A=B\" x", "1:5 the name of a variable"), ("Screenshot a.gif", "1:12 Screenshot expects a file"),
            ("Snapshot a.png", "1:10 Snapshot expects a file"),
            ("Resize 0 5", "1:8 Resize expects a number of columns"),
            ("Resize 80", "1:10 Resize expects a number of rows"), ("Resize 80 1001", "1:11 Resize expects"),
            ("Click 1", "1:8 Click expects a column"), ("Click a 1", "1:7 Click expects a row"),
            ("Expect", "1:7 Expect expects a pattern"), ("Expect \"a\"", "1:8 Expect expects a pattern"),
            ("ExpectAttr 1 1", "1:15 ExpectAttr expects plain"),
            ("ExpectAttr 1 1 loud", "1:16 ExpectAttr expects plain"),
            ("ExpectAttr 1 1 fg", "1:18 ExpectAttr expects a ="), ("ExpectAttr 1 1 fg=256", "1:19 ExpectAttr expects"),
            ("ExpectAttr 1 1 bg=#f00", "1:23 ExpectAttr expects"), ("ExpectAttr 1 1 bg=\"#f00\"", "1:19 ExpectAttr"),
            ("ExpectCursor 1", "1:15 ExpectCursor expects"), ("Set", "1:4 Set expects"),
            ("Set Foo 1", "1:5 there is no setting Foo"), ("Set Shell ksh", "1:11 Shell expects one of bash"),
            ("Set FontSize", "1:13 FontSize expects"), ("Set FontSize 0", "1:14 FontSize expects"),
            ("Set Width 1200px", "1:15 expected a command"), ("Set Padding -1", "1:13 Padding expects"),
            ("Set WindowBar Round", "1:15 WindowBar expects"), ("Set MarginFill \"#12345\"", "1:16 MarginFill expects"),
            ("Set MarginFill #123456", "1:23 MarginFill expects"), ("Set CursorBlink yes", "1:17 CursorBlink expects"),
            ("Set Framerate fast", "1:15 Framerate expects"), ("Set Theme 5", "1:11 Theme expects"),
            ("Set WaitPattern 5", "1:17 WaitPattern expects"), ("Set WaitPattern \"(\"", "1:17 this pattern is no"),
            ("Set TypingSpeed fast", "1:17 TypingSpeed expects a time"),
            ("Set WaitTimeout", "1:16 WaitTimeout expects"),
            ("Set Columns 0", "1:13 Columns expects"), ("Set Rows 1001", "1:10 Rows expects"),
            ("Set Width 100", "1:1 there is no room"), ("Source", "1:7 Source expects"),
            ("", "1:1 this tape has no commands"),
            ("# nothing\n", "1:1 this tape has no commands"),
        ])
    func one(_ text: String, _ expected: String) throws {
        let errors = try errors(text)
        #expect(errors.count == 1, "\(errors)")
        #expect(errors.first?.hasPrefix(expected) == true, "\(errors)")
    }

    @Test("All errors are told, in the order of the text, one for each command that is wrong")
    func all() throws {
        let text = """
            Set Foo 1
            Require nothing-here
            Type "a
            Sleep x y z
            Entr Enter
            Type ok Enter 1.2
            Wait /(/
            """
        #expect(
            try errors(text, missing: ["nothing-here", "bash"]).map { $0.prefix { $0 != " " } }
                == ["1:5", "2:1", "2:1", "3:6", "4:7", "5:1", "6:15", "7:6"])
    }

    @Test("No error or note tells what is typed")
    func typedTextIsNotTold() throws {
        let text = """
            Type hunter2 -la hunter2 ~hunter2
            Type "hunter2 'hunter2
            Copy "x" hunter2$hunter2
            Type x
            hunter2
            Shift+Up hunter2
            Ctrl+hunter2
            Env hunter2 5 hunter2
            """
        for isStrict in [false, true] {
            let tape = try Tape.make(text, isStrict: isStrict)
            #expect(tape.errors.count > 5)
            for remark in tape.errors + tape.notes { #expect(!remark.description.contains("hunter2")) }
        }
    }

    @Test("No text is too odd to be told what is wrong with it", arguments: 0..<20)
    func oddTexts(_ seed: UInt64) throws {
        var random = SplitMix64(state: seed)
        let pieces =
            Array(KeyWords.vhs).sorted() + Array(KeyWords.superset).sorted() + [
                "\"", "'", "`", "/", "\\", "{", "}", "#", "@", "+", "=", "-", "%", "^", "[", "]", "\n", "\r", "\t",
                "\0", " ",
                "0", "1", "999999999999999999999", ".5", "1.2.3", "登", "é", "~", "Columns", "Rows", "fg", "plain", "(",
                "\\p",
                "a.tape", "t.tape", "x.png", "y.txt", "Screen", "Settled", "Line", "bash", "ms", "\u{FFFD}", "$",
            ]
        for _ in 0..<200 {
            let text = (0..<Int.random(in: 0...40, using: &random))
                .map { _ in
                    pieces[Int.random(in: 0..<pieces.count, using: &random)] + (Bool.random(using: &random) ? " " : "")
                }
                .joined()
            let tape = try Tape.make(text, others: ["a.tape": "Hide"])
            let lineCount = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).count
            for remark in tape.errors + tape.notes where remark.position.file == "t.tape" {
                #expect((1...lineCount).contains(remark.position.line) && remark.position.column > 0)
            }
            #expect(!tape.errors.isEmpty || !tape.steps.isEmpty)
        }
    }

    @Test("A misspelt command behind a Type is noted, and an error with --strict")
    func swallowed() throws {
        let text = "Type \"a\"\nEntr\n\nCopy b\n\"c\"\n  Hom"
        let tape = try Tape.make(text)
        #expect(tape.steps.map(\.command) == [.type("a Entr", pause: nil), .copy("b c Hom")])
        #expect(tape.errors.isEmpty)
        #expect(tape.notes.map { "\($0.position.line):\($0.position.column)" } == ["2:1", "6:3"])
        let strict = try errors(text, isStrict: true)
        #expect(strict.map { $0.prefix(3) } == ["2:1", "6:3"])
        #expect(try errors("Type a b\n\"c\" d", isStrict: true).isEmpty)
    }

    @Test(
        "So is one within the line, behind other text",
        arguments: [
            ("Type \"hello\" Entre", "1:14"), ("Type \"hello\" enter", "1:14"), ("Type \"a\" \"b\" Enterr", "1:14"),
            ("Type hello Entr", "1:12"), ("Copy \"x\" Past", "1:10"), ("Type \"x\" Home", "1:10"),
            ("Type \"x\" Snapshto \"a.txt\"", "1:10"), ("Type \"x\" Backspce", "1:10"), ("Type \"x\" F1", "1:10"),
            ("Type \"x\" Ctlr+C", "1:10"), ("Hide\nType@1s \"x\" Expct", "2:13"),
        ])
    func swallowedWithinTheLine(_ text: String, _ place: String) throws {
        let notes = try Tape.make(text).notes.map { "\($0.position.line):\($0.position.column) \($0.message)" }
        #expect(notes.count == 1 && notes[0].hasPrefix(place + " this word is no command here"), "\(notes)")
        #expect(try errors(text, isStrict: true).contains { $0.hasPrefix(place + " this word is no command here") })
    }

    @Test(
        "Text that resembles no command is text, and so is what is in quotes",
        arguments: [
            "Type Entre", "Type go run main.go", "Type \"a\" \"Entre\"", "Type vhs demo.tape", "Type git commit Readme",
            "Type look up f1", "Type the cop and Hello World", "Type \"a\" \"b\" c",
        ])
    func notSwallowed(_ text: String) throws {
        #expect(try errors(text, isStrict: true) == [])
        #expect(try Tape.make(text).notes == [])
    }

    @Test(
        "What is missing at the end of a line is told there, not where the next one begins",
        arguments: [
            ("Sleep\nHide", "1:6 Sleep expects a time"), ("Hide\nSleep\n", "2:6 Sleep expects"),
            ("Sleep # never\n\n\nHide", "1:6 Sleep expects"), ("Set Width\nHide", "1:10 Width expects"),
            ("Enter@\nHide", "1:7 @ expects"), ("Wait+\nHide", "1:6 Wait expects"), ("Env A\nHide", "1:6 Env expects"),
            ("Click 1\nHide", "1:8 Click expects"), ("ExpectAttr 1 1\nHide", "1:15 ExpectAttr expects"),
            ("ExpectAttr 1 1 fg=\nHide", "1:19 ExpectAttr expects"), ("Ctrl\nHide", "1:5 Ctrl expects"),
            ("Expect\nHide", "1:7 Expect expects"), ("Output\nHide", "1:7 Output expects"),
            ("Set\nHide", "1:4 Set expects"), ("Env\nHide", "1:4 Env expects a name"),
            ("Ctrl+\nHide", "1:6 Ctrl expects"), ("Alt+\nHide", "1:5 Alt expects"),
            ("Set WindowBar\nHide", "1:14 WindowBar expects"), ("Source\nHide", "1:7 Source expects"),
        ])
    func missing(_ text: String, _ expected: String) throws {
        let errors = try errors(text)
        #expect(errors.first?.hasPrefix(expected) == true, "\(errors)")
    }

    @Test(
        "What is no UTF-8 is an error in each line, told by its byte",
        arguments: [
            ([0xFF], ["1:10"]), ([0xC3], ["1:10"]), ([0xC3, 0x28], ["1:10"]),
            (Array("é".utf8) + [0xE9, 0x20], ["1:12"]),
            ([0xEF, 0xBF], ["1:10"]), ([0xED, 0xA0, 0x80], ["1:10"]), ([0xC0, 0x80], ["1:10"]),
            (Array("\u{FFFD}".utf8), []),
            (Array("a\"\nType \"".utf8) + [0x80, 0x80], ["2:7"]),
            (Array("登".utf8) + [0xFE, 0x0A, 0xFE], ["1:13", "2:1"]),
        ] as [([UInt8], [String])])
    func malformed(_ bytes: [UInt8], _ places: [String]) throws {
        let text = Array("Type \"abc".utf8) + bytes + Array("\"".utf8)
        let sources = TapeSources(read: { _ in text }, identity: { $0 })
        let tape = try #require(Tape(path: "t.tape", sources: sources, readsTheme: { _ in true }) { _ in true })
        let errors = tape.errors.filter { $0.message == "this byte is no UTF-8" }
        #expect(errors.map { "\($0.position.line):\($0.position.column)" } == places)
        #expect(tape.errors.isEmpty == places.isEmpty)
    }

    @Test("The mark of UTF-8 that editors write before a text is none of it")
    func byteOrderMark() throws {
        #expect(try Tape.commands("\u{FEFF}Hide\n") == [.hide])
        #expect(try errors("\u{FEFF}Foo") == ["1:1 there is no command Foo"])
        #expect(try errors("Hide\n\u{FEFF}Hide").count == 1)
    }
}

import Foundation
import TerminalCore
import TerminalTesting
import Testing

@testable import TapeScript

/// Tapes that are played on a real shell (section 7, D3).
@Suite(.serialized) struct PlayerTests {
    @Test("Type and Enter run a command, whose output Wait sees")
    func command() throws {
        let play = try Performance("Type \"echo $((6*7))\" Enter Wait+Screen /^42$/ Wait")
        #expect(play.status == 1, "^ and $ are the ends of the screen")
        try Performance("Type \"echo $((6*7))\" Enter Wait+Screen /\\n42\\n>/ Wait").expectPassed()
    }

    @Test("Nothing is typed before the shell prompts, so that nothing is echoed twice")
    func prompt() throws {
        let play = try Performance("Type \"echo one\" Enter Wait+Screen /\\none\\n>/")
        play.expectPassed()
        #expect(play.rows[0] == "> echo one")
        #expect(play.rows[1] == "one")
        #expect(play.rows[2] == ">")
    }

    @Test("7: a prompt that was there before the last key is none for what was typed, at any speed")
    func oldPrompt() throws {
        let rounds = (1...5).map { "Type \"sleep 0.\($0 % 2); echo $((\($0)*6))\" Enter\nWait\n" }
        let play = try Performance(rounds.joined())
        play.expectPassed()
        #expect(play.rows.filter { ["6", "12", "18", "24", "30"].contains($0) }.count == 5)
    }

    @Test("7: what is typed last is read and answered before the shell is hung up on, at any speed")
    func lastLine() throws {
        let play = try Performance("Type \"echo $((6*7))\" Enter")
        play.expectPassed()
        #expect(play.rows.contains("42"))
    }

    @Test("Every key sends what the terminal sends in the program's modes")
    func keys() throws {
        let names = "Up Down Left Right Home End Insert Delete PageUp PageDown F1 F5 F12 Escape Tab Space Backspace"
        let play = try Performance(
            """
            Set Columns 400
            Type "stty raw -echo; head -c 64 | od -An -c -w64 -v; stty sane" Enter
            Wait+Settled
            \(names) 2
            Type "x←→↑↓登"
            Wait+Screen /x.*\\n/
            """)
        play.expectPassed()
        let sent =
            "\u{1B}[A\u{1B}[B\u{1B}[D\u{1B}[C\u{1B}[H\u{1B}[F\u{1B}[2~\u{1B}[3~\u{1B}[5~\u{1B}[6~\u{1B}OP"
            + "\u{1B}[15~\u{1B}[24~\u{1B}\t \u{7F}\u{7F}x"
        let row = try #require(play.rows.first { $0.contains("033") })
        let characters = row.split(separator: " ").joined()
        let expected = sent.utf8.map { byte -> String in
            switch byte {
            case 0x1B: "033"
            case 0x09: "\\t"
            case 0x7F: "177"
            case 0x20: ""
            default: String(Unicode.Scalar(byte))
            }
        }.joined()
        #expect(characters.hasPrefix(expected), "\(characters)\n\(expected)")
    }

    @Test("Env and Set Shell count before the start, whatever stands before them")
    func environment() throws {
        let play = try Performance(
            "Hide\nType 'echo \"<$GREETING $TERM $LANG $COLUMNS>\"' Enter\nWait+Screen /<你好/\nEnv GREETING \"你好\"",
            environment: ["COLUMNS": "13", "LANG": ""])
        play.expectPassed()
        #expect(play.rows.contains("<你好 xterm-256color C.UTF-8 80>"))
    }

    @Test("The programs have a folder for what they make for a time, which goes away with the play")
    func temporaryFolder() throws {
        let text = """
            Type 'cd "$(mktemp -d)" && mkdir -p a/b && echo x > a/b/.c && ln -s "$KEPT" a/link && pwd' Enter
            Wait+Screen /\\n\\/.*vestibule-tape-.*\\/tmp.*\\n>/
            """
        let kept = FileManager.default.temporaryDirectory.appendingPathComponent("kept-\(UUID())")
        try FileManager.default.createDirectory(at: kept, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: kept) }
        try Data().write(to: kept.appendingPathComponent("file"))
        let play = try Performance(text, environment: ["KEPT": kept.path])
        play.expectPassed()
        let folder = try #require(play.rows.first { $0.hasPrefix("/") })
        #expect(!FileManager.default.fileExists(atPath: folder))
        let parent = folder.split(separator: "/").dropLast().joined(separator: "/")
        #expect(parent.contains("vestibule-tape-") && !FileManager.default.fileExists(atPath: "/" + parent))
        // A link is removed, and not what it leads to.
        #expect(FileManager.default.fileExists(atPath: kept.path + "/file"))
        // Unless the tape names another.
        try Performance("Env TMPDIR \"/nowhere\"\nType 'echo $TMPDIR' Enter Wait+Screen /\\n.nowhere/").expectPassed()
    }

    @Test("Copy and Paste, bracketed where the program asks for it")
    func clipboard() throws {
        let text = "Copy \"echo pasted\" here\nPaste Enter\nWait+Screen /\\npasted here/"
        try Performance(text).expectPassed()
        let bracketed = try Performance(
            """
            Set Columns 120
            Type "printf '\\033[?2004h'; stty raw -echo; head -c 13 | od -An -c; stty sane; printf '\\033[?2004l'" Enter
            Wait+Settled
            Copy a
            Paste
            Wait+Screen /033.*2.*0.*0.*~.*a/
            """)
        bracketed.expectPassed()
    }

    @Test("Resize changes the window of the program and of the screen")
    func resize() throws {
        let play = try Performance(
            "Set Columns 50\nSet Rows 9\nResize 61 13\nType \"stty size\" Enter Wait+Screen /\\n13 61\\n/")
        play.expectPassed()
        #expect(play.story.prefix(3) == ["began 50x9", "3 Resize", "resized 61x13"])
        #expect(play.rows.count == 13)
    }

    @Test("Click sends what the program asked for, and fails where it asked for nothing")
    func click() throws {
        let ask = "stty raw -echo; printf '\\033[?1000h\\033[?1006h'; head -c 18 | od -An -c -w30; stty sane"
        try Performance(
            "Set Columns 120\nType \"\(ask)\" Enter Click 3 41 Wait+Screen /0.*;.*4.*2.*;.*4.*M/"
        ).expectPassed()
        let play = try Performance("Click 3 41")
        #expect(play.status == 1)
        #expect(play.failure?.description.contains("mouse reporting is off") == true)
    }

    @Test(
        "A cell that the screen does not have fails every command that names one",
        arguments: [
            "Click 24 0", "Click 0 80", "ExpectAttr 24 0 plain", "ExpectAttr 0 80 plain", "ExpectAttr 150 380 plain",
            "ExpectCursor 24 0", "ExpectCursor 0 80", "Resize 40 12 ExpectAttr 12 0 plain",
        ])
    func noSuchCell(_ text: String) throws {
        let play = try Performance(text)
        #expect(play.status == 1)
        #expect(play.failure?.description.contains("but the screen has no such cell (t.tape:1:") == true)
    }

    @Test("The last cell of the screen is one")
    func lastCell() throws {
        try Performance("ExpectAttr 23 79 plain Resize 90 30 ExpectAttr 29 89 plain").expectPassed()
    }

    @Test("Expectations hold at once or once the screen is at rest, and tell what is there instead")
    func expectations() throws {
        let print = "Type \"printf '\\033[2J\\033[5;8H\\033[1;7;38;5;231;48;5;160mok\\033[m'; sleep 9\" Enter\n"
        let looks = "ExpectAttr 4 7 bold reverse no-blink fg=231 bg=160\nExpectAttr 4 8 bold\nExpectAttr 5 7 plain\n"
        try Performance(print + "Expect /ok/\n" + looks + "ExpectCursor 4 9").expectPassed()

        let look = try Performance(print + "Expect /ok/\nExpectAttr 4 7 no-bold fg=default")
        #expect(look.status == 1)
        let text = try #require(look.failure?.description)
        #expect(text.hasPrefix("expected the cell at row 4, column 7 to be no-bold fg=default, but it is bold reverse"))
        #expect(text.contains("fg=231 bg=160 (t.tape:3:1)"))
        #expect(text.contains("│       ok"))

        let cursor = try Performance(print + "Expect /ok/\nExpectCursor 0 0").failure?.description
        #expect(cursor?.contains("the cursor at row 0, column 0, but it is at row 4, column 9") == true)
        let absent = try Performance("Expect /never/").failure?.description
        #expect(absent?.contains("the screen to match /never/, but it does not, and is at rest") == true)
    }

    @Test("Hide and Show are told; what is hidden is carried out and not dumped")
    func hiding() throws {
        let play = try Performance(
            "Set Rows 3\nHide\nType \"X=7; clear\" Enter Wait+Settled\nShow\nType 'echo $X' Enter\nWait+Screen /\\n7\\n>/"
        )
        play.expectPassed()
        #expect(
            play.story == [
                "began 80x3", "2 Hide", "hidden", "3 Type", "3 Enter", "3 Wait+Settled", "4 Show", "shown", "5 Type",
                "5 Enter", "6 Wait+Screen", "ended",
            ])
        let dashes = String(repeating: "─", count: 80)
        let screens = play.dump.text.components(separatedBy: dashes + "\n")
        #expect(screens.count == 5)
        #expect(screens.first == ">\n\n\n")
        #expect(screens[3] == "> echo $X\n7\n>\n")
        #expect(screens[4].isEmpty)
    }

    @Test("Snapshot and Screenshot ask for the screen as it is at that moment")
    func snapshots() throws {
        let play = try Performance(
            "Type a Wait /a/ Snapshot one.txt\nType b Wait /b/ Screenshot two.png\nType c Wait /c/")
        play.expectPassed()
        #expect(play.snapshots.mapValues { $0[0] } == ["one.txt": "> a", "two.svg": "> ab"])
    }

    @Test("Wait takes its pattern and its time from the settings")
    func waitSettings() throws {
        try Performance("Set WaitPattern /ready\\d/\nType \"echo ready; printf ready1; sleep 9\" Enter\nWait")
            .expectPassed()
        let play = try Performance("Set WaitTimeout 50ms\nType x\nWait+Screen /never/")
        #expect(play.status == 1)
        #expect(play.failure?.reason == .deadlinePassed(.milliseconds(50)))
        #expect(play.failure?.location == "t.tape:3:1")
        #expect(play.failure?.recording != nil)
    }

    @Test("Short times are told in milliseconds")
    func shortTimes() throws {
        let failure = try Performance("Type \"echo $((6*7))\"\nWait+Settled@1ms").failure
        #expect(
            failure?.description.hasPrefix("expected the screen to come to rest, but 1 ms passed (t.tape:2:1)") == true)
    }

    @Test("A shell that cannot be started is told with a place in the tape, not in this program")
    func noShell() throws {
        let failure = #expect(throws: TerminalFailure.self) {
            try Performance("# nothing\nEnv PATH \"/nowhere\"\nType a")
        }
        #expect(failure?.description.contains("bash") == true)
        #expect(failure?.location == "t.tape:2:1")
    }

    @Test("At the tape's speed keys and Sleep take their time, and at another less or more")
    func speed() throws {
        let text = "Type@100ms abc\nSleep 200ms\nBackspace@50ms 2\nHide"
        for (speed, factor) in [(PlaySpeed.factor(1), 1.0), (.factor(4), 0.25)] {
            let play = try Performance(text, speed: speed)
            play.expectPassed()
            let steps = zip(play.times, play.times.dropFirst()).map { $1 - $0 }
            // Never sooner; how much later is the machine's matter.
            #expect(steps[0] >= .milliseconds(300) * factor)
            #expect(steps[1] >= .milliseconds(200) * factor)
            #expect(steps[2] >= .milliseconds(100) * factor)
        }
        let play = try Performance("Type@100s abc Sleep 1000s Backspace@100s 2 Wait /> a$/")
        play.expectPassed()
        #expect(play.rows[0] == "> a")
    }

    @Test("A late TypingSpeed counts from there")
    func typingSpeed() throws {
        let play = try Performance("Hide\nSet TypingSpeed 100ms\nType ab\nShow", speed: .factor(1))
        #expect(play.times[3] - play.times[2] >= .milliseconds(200))
    }
}

import TerminalCore
import Testing

@testable import TapeScript

/// What counts where, and what is accepted and not done.
@Suite struct CheckerTests {
    /// The notes of `text` as `line message`.
    private func notes(_ text: String) throws -> [String] {
        try Tape.make(text).notes.map { "\($0.position.line) \($0.message)" }
    }

    @Test("Settings count in the header, the leading run of Set, Output and Require; a later TypingSpeed counts, too")
    func header() throws {
        let text = """
            Set Rows 10
            Output a.txt
            Require sh
            Set TypingSpeed 1s
            Env A b
            Set Columns 33
            Set TypingSpeed 2s
            Set Shell zsh
            Require nothing
            Env A c
            """
        let tape = try Tape.make(text, missing: ["nothing"])
        #expect(tape.errors.isEmpty)
        #expect(tape.notes.map(\.position.line) == [6, 9])
        #expect(tape.setup.size == Size(columns: 80, rows: 10))
        #expect(tape.setup.typingSpeed == .seconds(1))
        #expect(tape.setup.shell == .zsh)
        #expect(tape.setup.environment == ["A": "c"])
    }

    @Test("Programs of Require, and the shell, must be on the path")
    func programs() throws {
        let tape = try Tape.make("Require a\nRequire b\nSet Shell fish\nHide", missing: ["b", "fish"])
        #expect(
            tape.errors.map(\.description) == [
                "t.tape:2:1: the program b is not on the PATH", "t.tape:3:1: the shell fish is not on the PATH",
            ])
        #expect(try Tape.make("Hide", missing: ["bash"]).errors.map(\.position.line) == [1])
    }

    @Test("Of the outputs of a kind the last wins; videos and frames are named as not made")
    func outputs() throws {
        let text = "Output a.gif\nOutput a.txt\nOutput b.ascii\nOutput c.cast\nOutput d.svg\nOutput e.png\nOutput f/"
        let tape = try Tape.make(text)
        #expect(
            tape.setup.outputs.map(\.path) == ["a.gif", "b.ascii", "c.cast", "d.svg", "f/"])
        #expect(tape.setup.outputs.map(\.kind) == [.video, .text, .cast, .svg, .frames])
        #expect(tape.notes.map(\.position.line) == [1, 6, 7])
        #expect(tape.notes[0].message.hasPrefix("a.gif is not made"))
        #expect(TapeOutput(path: "x.test").kind == .text && TapeOutput(path: "x.y/z.mp4").kind == .video)
        #expect(TapeOutput(path: "a.b/c").kind == .frames && TapeOutput(path: "x.webm").kind == .video)
    }

    @Test("What only a video shows is noted once a name")
    func videoOnly() throws {
        let text = """
            Set Theme "A"
            Set Theme "B"
            Set Framerate 60
            Set WindowBar Rings
            Set FontSize 20
            ScrollUp
            ScrollUp 3
            Screenshot a.png
            """
        #expect(
            try notes(text) == [
                "1 no theme is known here by its name: pictures keep their colours; one in braces changes them",
                "3 Set Framerate is accepted and does nothing, since no video is made",
                "4 Set WindowBar is not drawn; it only takes its size off the height of the window",
                "6 ScrollUp moves nothing: the screen is read, not a view of it",
                "8 pictures are SVG: Screenshot writes a.svg",
            ])
        #expect(try Tape.make(text).setup.theme == "B")
    }

    @Test("A theme that pictures are drawn in needs no note, and one that cannot be read does")
    func themes() throws {
        #expect(try notes("Set Theme { \"whole\": \"\" }\nHide") == [])
        #expect(try notes("Set Theme {}\nHide").map { $0.prefix(29) } == ["1 this theme changes nothing:"])
    }

    @Test(
        "The window in cells follows from the measures in pixels",
        arguments: [
            ("", 80, 24), ("Set FontSize 14\nSet Width 640", 57, 25), ("Set FontSize 22", 77, 16),
            ("Set Width 800\nSet Height 400", 48, 9),
            ("Set FontSize 10", 154, 34), ("Set Padding 0", 85, 20), ("Set LetterSpacing 0", 83, 16),
            ("Set LineHeight 2", 77, 8), ("Set Margin 20", 74, 14), ("Set FontSize 22\nSet WindowBar Rings", 77, 15),
            ("Set WindowBar Rings", 80, 24), ("Set WindowBar Rings\nSet WindowBarSize 100", 77, 12),
            ("Set Width 100000", 1000, 16), ("Set Width 800\nSet Columns 80", 80, 16),
            ("Set Width 1\nSet Columns 80", 80, 16), ("Set Columns 40\nSet Rows 12", 40, 12),
        ])
    func grid(_ text: String, _ columns: Int, _ rows: Int) throws {
        let tape = try Tape.make(text + "\nHide")
        #expect(tape.errors.isEmpty, "\(tape.errors)")
        #expect(tape.setup.size == Size(columns: columns, rows: rows))
    }
}

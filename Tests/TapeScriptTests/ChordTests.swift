import Testing

@testable import TapeScript

/// `Ctrl`, `Alt` and `Shift`, and the bytes that xterm sends for them.
@Suite struct ChordTests {
    @Test(
        "Chords send what xterm sends",
        arguments: [
            ("Ctrl+C", "\u{3}"), ("Ctrl+c", "\u{3}"), ("Ctrl+\"s\"", "\u{13}"), ("Ctrl+@", "\u{0}"),
            ("Ctrl+[", "\u{1B}"), ("Ctrl+]", "\u{1D}"), ("Ctrl+^", "\u{1E}"), ("Ctrl+\\", "\u{1C}"),
            ("Ctrl+-", "\u{1F}"), ("Ctrl+\"3\"", "\u{1B}"), ("Ctrl+\"8\"", "\u{7F}"), ("Ctrl+\"1\"", "1"),
            ("Ctrl+Space", "\u{0}"), ("Ctrl+Enter", "\r"), ("Ctrl+Backspace", "\u{8}"),
            ("Ctrl+Up", "\u{1B}[1;5A"), ("Ctrl+Down", "\u{1B}[1;5B"), ("Ctrl+Right", "\u{1B}[1;5C"),
            ("Ctrl+Left", "\u{1B}[1;5D"), ("Ctrl+Shift+Left", "\u{1B}[1;6D"), ("Ctrl+Alt+Left", "\u{1B}[1;7D"),
            ("Ctrl+Alt+Shift+Left", "\u{1B}[1;8D"), ("Ctrl+Alt+C", "\u{1B}\u{3}"), ("Ctrl+Shift+O", "\u{F}"),
            ("Ctrl+X+E", "\u{18}\u{5}"), ("Ctrl+Alt", ""), ("Alt+h", "\u{1B}h"), ("Alt+abc", "\u{1B}a\u{1B}b\u{1B}c"),
            ("Alt+Enter", "\u{1B}\r"), ("Alt+Tab", "\u{1B}\t"), ("Alt+[", "\u{1B}["), ("Alt+]", "\u{1B}]"),
            ("Alt+'登'", "\u{1B}登"), ("Shift+Tab", "\u{1B}[Z"), ("Shift+Enter", "\r"), ("Shift+a", "A"),
            ("Shift+ab", "AB"), ("Shift+[", "["), ("Shift+\"ß\"", "SS"),
        ])
    func bytes(_ text: String, _ expected: String) throws {
        let commands = try Tape.commands(text)
        guard case .chord(let chord) = try #require(commands.first), commands.count == 1 else {
            Issue.record("\(commands)")
            return
        }
        #expect(chord.bytes == Array(expected.utf8))
    }

    @Test("A chord's name tells the modifiers and nothing that is typed")
    func names() throws {
        #expect(try Tape.commands("Ctrl+Alt+x Shift+secret Alt+y").map(\.name) == ["Ctrl+Alt", "Shift", "Alt"])
    }

    @Test(
        "What is no chord",
        arguments: [
            ("Ctrl", "Ctrl expects a + and a key"), ("Ctrl+", "Ctrl expects one character"),
            ("Ctrl+s", "this letter is a unit of time here"), ("Ctrl+m", "this letter is a unit of time here"),
            ("Ctrl+ms", "Ctrl expects one character"), ("Ctrl+ab", "Ctrl expects one character"),
            ("Ctrl+Home", "Ctrl expects one character"), ("Ctrl+Tab", "Ctrl expects one character"),
            ("Ctrl+C+Alt", "Alt and Shift go before the keys"), ("Ctrl+\"é\"", "Ctrl expects one character"),
            ("Ctrl+3", "Ctrl expects one character"), ("Alt", "Alt expects a +"), ("Alt+", "Alt expects a +"),
            ("Alt+m", "this word is a unit here"), ("Alt+Up", "Alt expects a +"), ("Shift+F", ""),
            ("Shift+Up", "Shift expects a +"), ("Alt+Shift+x", "Alt expects a +"),
        ])
    func malformed(_ text: String, _ message: String) throws {
        let errors = try Tape.make(text).errors
        #expect(errors.count == (message.isEmpty ? 0 : 1))
        #expect(errors.first.map { $0.message.contains(message) } ?? true, "\(errors)")
    }
}

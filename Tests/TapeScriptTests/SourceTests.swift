import Testing

@testable import TapeScript

/// `Source`.
@Suite struct SourceTests {
    /// The errors of the tape `text` among `others`.
    private func errors(_ text: String, _ others: [String: String]) throws -> [String] {
        try Tape.make(text, others: others).errors.map(\.description)
    }

    @Test("The steps of a sourced tape stand in its place, without its outputs")
    func inlined() throws {
        let tape = try Tape.make(
            "Set Rows 5\nSource a.tape\nShow", others: ["a.tape": "Output a.gif\nSet Columns 30\nHide"])
        #expect(tape.errors.isEmpty)
        #expect(tape.steps.map(\.command) == [.set(.rows(5)), .set(.columns(30)), .hide, .show])
        #expect(tape.steps.map(\.position.description) == ["t.tape:1:1", "a.tape:2:1", "a.tape:3:1", "t.tape:3:1"])
        #expect(tape.setup.size.columns == 30)
        #expect(tape.setup.outputs.isEmpty)
    }

    @Test(
        "What cannot be sourced",
        arguments: [
            ("Source t.tape", "t.tape:1:8: this tape names itself"),
            ("Source ./t.tape", "t.tape:1:8: this tape names itself"),
            ("Source circle.tape", "circle.tape:1:8: these tapes name each other in a circle"),
            ("Source nested.tape", "nested.tape:1:8: a tape that is named by Source must not name another one"),
            ("Source own.tape", "own.tape:1:8: this tape names itself"),
            ("Source none.tape", "t.tape:1:8: the tape none.tape cannot be read"),
            ("Source empty.tape", "t.tape:1:8: the tape empty.tape is empty"),
            ("Source bad.tape", "bad.tape:2:1: there is no command Foo"),
            ("Source a.txt", "t.tape:1:8: Source expects a file that ends in .tape"),
        ])
    func refused(_ text: String, _ error: String) throws {
        let others = [
            "circle.tape": "Source t.tape", "nested.tape": "Source good.tape", "own.tape": "Source own.tape",
            "empty.tape": "# nothing", "bad.tape": "Hide\nFoo", "good.tape": "Hide", "a.txt": "Hide",
        ]
        #expect(try errors("Hide " + text, others).map { $0.replacing("t.tape:1:13", with: "t.tape:1:8") } == [error])
    }
}

import Foundation
import ProgramTesting
import TerminalCore
import TerminalTesting
import Testing

@Suite("D3: snapshots") struct SnapshotTests {
    @Test func notationShowsRowsCursorAndStyles() {
        let screen = TerminalEmulator(size: Size(columns: 8, rows: 2))
        screen.feed(Array("\u{1B}[1;38;5;15;48;5;160m登a\u{1B}[0m\r\n\u{1B}[7mxy\u{1B}[0m z".utf8))
        #expect(
            ScreenSnapshot(screen).description == """
                8×2 cursor 1,4
                ┌────────┐
                │登a     │
                │xy z    │
                │    ▲   │
                └────────┘
                0:0-2 bold index(15) on index(160)
                1:0-1 reverse

                """)
        screen.feed(Array("\u{1B}[?1049h\u{1B}[2J\u{1B}[?25l".utf8))
        #expect(
            ScreenSnapshot(screen, includesStyles: false).description == """
                8×2 cursor hidden alternate
                ┌────────┐
                │        │
                │        │
                └────────┘

                """)
    }

    @Test func aNewSnapshotFailsOnceAndADifferentOneAlways() throws {
        let directory = try TemporaryFolder()
        // Names a test beside which the snapshot will lie.
        let program = try TerminalProgram("sh", ["-c", "printf one; read x; clear; printf two; read x"])
        try program.waitForText("one")
        let file = directory.path + "/LoginTests.swift"
        #expect(throws: TerminalFailure.self) { try program.expectSnapshot(named: "first", testFile: file) }
        #expect(directory.text(of: "__Snapshots__/LoginTests/first.txt")?.contains("│one ") == true)
        #expect(throws: Never.self) { try program.expectSnapshot(named: "first", testFile: file) }
        try program.press(.enter)
        try program.waitForText("two")
        let error = #expect(throws: TerminalFailure.self) {
            try program.expectSnapshot(named: "first", testFile: file)
        }
        #expect(error?.description.contains("- │one ") == true)
        #expect(error?.description.contains("+ │two ") == true)
    }
}

import TerminalCore
import TerminalTesting
import Testing

@Suite("D3: input") struct InputTests {
    @Test func keysArriveAsBytes() throws {
        let script = "stty raw -echo; printf ready; dd bs=1 count=8 2>/dev/null | od -An -tx1"
        let program = try TerminalProgram("sh", ["-c", script])
        try program.waitForText("ready")
        try program.press(.up, .enter, .control("a"), .alt("x"), .tab)
        try program.waitForText("1b 5b 41 0d 01 1b 78 09")
    }

    @Test func applicationCursorKeysAreFollowed() throws {
        let script = "stty raw -echo; printf '\\033[?1hready'; dd bs=1 count=3 2>/dev/null | od -An -tx1"
        let program = try TerminalProgram("sh", ["-c", script])
        try program.waitForText("ready")
        try program.press(.down)
        try program.waitForText("1b 4f 42")
    }

    @Test func typedTextIsUTF8() throws {
        let program = try TerminalProgram("sh", ["-c", "read line; echo \"<$line>\""])
        try program.type("密码é")
        try program.press(.enter)
        try program.waitForText("<密码é>")
    }

    @Test func pasteIsBracketedOnlyOnRequest() throws {
        let script = "stty raw -echo; printf '%bready' \"$0\"; dd bs=1 count=$1 2>/dev/null | od -An -c"
        let plain = try TerminalProgram("sh", ["-c", script, "", "2"])
        try plain.waitForText("ready")
        try plain.paste("ab")
        try plain.waitForText(/a +b/)
        let bracketed = try TerminalProgram("sh", ["-c", script, "\\033[?2004h", "14"])
        try bracketed.waitForText("ready")
        try bracketed.paste("ab")
        try bracketed.waitForText(/033 +\[ +2 +0 +0 +~ +a +b +033 +\[ +2 +0 +1 +~/)
    }

    @Test func clicksNeedMouseReporting() throws {
        let deaf = try TerminalProgram("cat")
        #expect(throws: TerminalFailure.self) { try deaf.click(row: 1, column: 2) }
        let script = "stty raw -echo; printf '\\033[?1000h\\033[?1006hready'; dd bs=1 count=9 2>/dev/null | od -An -c"
        let program = try TerminalProgram("sh", ["-c", script])
        try program.waitForText("ready")
        try program.click(row: 1, column: 2)
        try program.waitForText(/033 +\[ +< +0 +; +3 +; +2 +M/)
    }

    @Test func moreThanTheTerminalHoldsIsTakenInTurn() throws {
        let program = try TerminalProgram(
            "sh", ["-c", "stty raw -echo; printf ready; head -c 200000 | wc -c"])
        try program.waitForText("ready")
        try program.send(Array(repeating: 0x61, count: 200_000))
        try program.waitForText("200000")
    }

    @Test func aProgramThatDoesNotReadEndsTheWrite() throws {
        var options = TerminalProgram.Options()
        options.deadline = .milliseconds(200)
        let program = try TerminalProgram("sh", ["-c", "stty raw -echo; echo ready; exec sleep 60"], options: options)
        try program.waitForText("ready", within: .seconds(10))
        #expect(throws: TerminalFailure.self) { try program.send(Array(repeating: 0x61, count: 200_000)) }
    }
}

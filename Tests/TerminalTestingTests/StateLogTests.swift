import ProgramTesting
import TerminalTesting
import Testing

@Suite("D3: state logs") struct StateLogTests {
    private static let line = """
        {"v":1,"frame":1,"screen":"login","language":"en","size":[24,80],"focus":"account","cursor":[6,22],\
        "busy":false,"nodes":[{"id":"account","role":"textbox","label":"Account","value":"ada","enabled":true,\
        "valid":true,"rect":[6,20,1,38]},{"id":"password","role":"textbox","label":"Password","length":6,\
        "remembered":false},{"id":"remember","role":"checkbox","label":"Remember password","checked":false}],\
        "alert":{"id":"login-failed","title":"Login failed","text":"Wrong account or password"},"toast":null}
        """

    @Test func framesAreReadAsTheyAreCompleted() throws {
        let directory = try TemporaryFolder()
        let log = StateLog(path: directory.path + "/log")
        #expect(log.update() == [] && log.latest == nil)
        try write(Array((Self.line + "\n" + Self.line.dropLast(10)).utf8), to: directory.file("log"))
        let frame = try #require(log.update().first)
        #expect(frame.screen == "login" && frame.focus == "account" && frame.cursor == [6, 22])
        #expect(frame.node("account")?.value == "ada" && frame.node("account")?.rect == [6, 20, 1, 38])
        #expect(frame.node("password")?.length == 6 && frame.node("password")?.value == nil)
        #expect(frame.node("remember")?.checked == false && frame.node("nobody") == nil)
        #expect(frame.alert?.id == "login-failed" && frame.toast == nil)
        #expect(log.update() == [])
        try write(Array((Self.line + "\n" + Self.line + "\n").utf8), to: directory.file("log"))
        #expect(log.update().count == 1 && log.frames.count == 2 && log.malformed == nil)
    }

    /// A program that logs three frames, one for each line it reads after the first.
    private func program(in directory: TemporaryFolder, line: String = Self.line) throws -> TerminalProgram {
        try write(Array((line).utf8), to: directory.file("line"))
        var options = TerminalProgram.Options()
        options.workingDirectory = directory.path
        options.stateLog = directory.path + "/log"
        let script = """
            log() { sed "s/\\"frame\\":1/\\"frame\\":$1/; s/\\"account\\",\\"cursor/\\"$2\\",\\"cursor/" line >> log; \
            echo >> log; }
            log 1 account; read x; log 2 password; log 3 submit; read x
            """
        return try TerminalProgram("sh", ["-c", script], options: options)
    }

    @Test func waitsSeeEachFrameThatComes() throws {
        let directory = try TemporaryFolder()
        let program = try program(in: directory)
        let first = try program.waitForFrame("the focus on the account") { $0.focus == "account" }
        #expect(first.frame == 1)
        try program.press(.enter)
        #expect(try program.waitForFrame("the focus on the password") { $0.focus == "password" }.frame == 2)
        let last = try program.waitForFrame("anything new", after: first) { $0.focus == "submit" }
        #expect(last.frame == 3 && program.frames.map(\.frame) == [1, 2, 3])
        #expect(throws: TerminalFailure.self) {
            try program.waitForFrame("another", after: last, within: .milliseconds(50)) { _ in true }
        }
    }

    @Test func linesOfAnEarlierRunAreNotSeen() throws {
        let directory = try TemporaryFolder()
        try write(
            Array((Self.line.replacing("\"frame\":1", with: "\"frame\":99") + "\n").utf8), to: directory.file("log"))
        let program = try program(in: directory)
        #expect(try program.waitForFrame("anything") { _ in true }.frame == 1)
    }

    @Test func malformedLinesFailTheWait() throws {
        let directory = try TemporaryFolder()
        let program = try program(in: directory, line: "{\"v\":1")
        let error = #expect(throws: TerminalFailure.self) { try program.waitForFrame("anything") { _ in true } }
        #expect(error?.description.contains("{\"v\":1") == true)
    }

    @Test func withoutALogThereIsNothingToWaitFor() throws {
        let program = try TerminalProgram("cat")
        #expect(program.frames.isEmpty)
        #expect(throws: TerminalFailure.self) { try program.waitForFrame("anything") { _ in true } }
    }
}

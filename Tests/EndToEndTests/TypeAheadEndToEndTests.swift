import TerminalCore
import TerminalTesting
import Testing

@Suite("T7, L8: keys before the first picture and behind the last", .timeLimit(.minutes(5)))
struct TypeAheadEndToEndTests {
    @Test(
        "L8: a whole login that lies in the terminal beforehand is taken in order and logs in",
        arguments: ["ada\ttestApp123456\r", "ada\rtestApp123456\n", "axx\u{15}ada\ttestApp123456\t\t\t\r"])
    func typedBeforeTheStart(keys: String) throws {
        let run = try FrontEndRun(["--service", "demo:?delay=0"]) { $0.typedAhead = Array(keys.utf8) }
        let home = try run.waitForScreen("home")
        #expect(home.node("user")?.value == "ada")
        try run.program.press(.control("c"))
        #expect(try run.program.waitForExit() == .exited(0))
        try run.expectRestored()
    }

    @Test("L8: keys behind the one that leaves are not lost to the shell")
    func keysBehindTheEnd() throws {
        let run = try FrontEndRun(
            ["--service", "demo:?delay=0"], launcher: ["sh", "-c", "\"$@\"; read word; echo \"got <$word>\"", "sh"])
        try run.waitForScreen("login")
        try run.program.press(.control("c"))
        try run.program.waitFor("echo to come back") { _ in run.program.modes?.isEchoOn == true }
        try run.program.type("later\n")
        try run.program.waitForText("got <later>")
    }
}

import TerminalCore
import TerminalTesting
import Testing

@Suite("T7, L8: keys before the first picture", .timeLimit(.minutes(2)))
struct TypeAheadEndToEndTests {
    /// Turns echo off, says so, reads one line and becomes the front end; what follows that line waits for it.
    private static let launcher = [
        "sh", "-c", "stty -echo < /dev/tty; echo ready > /dev/tty; read line < /dev/tty; exec \"$@\"", "sh",
    ]

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

    @Test("T7: nothing of a login that waits in a terminal without echo is ever echoed")
    func waitingWithoutEcho() throws {
        let run = try FrontEndRun(["--service", "demo:?delay=0"], launcher: Self.launcher)
        try run.program.waitForText("ready")
        try run.program.type("go\nada\ttestApp123456\n")
        try run.waitForScreen("home")
        #expect(!run.hasWritten("testApp123456") && !run.hasWritten("testApp"))
    }

    @Test("T7: nothing that is typed from the moment echo goes off is echoed or lost", arguments: 0..<6)
    func typedDuringTheStart(round: Int) throws {
        let run = try FrontEndRun(["--service", "demo:?delay=0"])
        // The pictures are some milliseconds away when the settings change.
        try run.program.waitFor("echo to go off", within: .seconds(10)) { _ in run.program.modes?.isEchoOn == false }
        try run.program.type("ada\ttestApp123456")
        try run.program.waitForFrame("the form filled in") {
            $0.node("account")?.value == "ada" && $0.node("password")?.length == 13
        }
        try run.program.press(.enter)
        try run.waitForScreen("home")
        #expect(!run.hasWritten("testApp"))
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

import TerminalTesting
import Testing

/// A program that asks for a name, in a window of 40 columns.
@Suite struct GreeterTests {
    @Test func greeting() throws {
        var options = TerminalProgram.Options()
        options.size.columns = 40
        let greeter = try TerminalProgram(
            "sh", ["-c", "printf 'Name: '; read name; echo Hello, $name"], options: options)
        defer { greeter.close() }
        try greeter.waitForText("Name: ")
        try greeter.type("Ada")
        try greeter.press(.enter)
        try greeter.waitForText(/Hello, \w+/)
        #expect(greeter.screen.text(ofRow: 1) == "Hello, Ada")
        #expect(try greeter.waitForExit() == .exited(0))
    }
}

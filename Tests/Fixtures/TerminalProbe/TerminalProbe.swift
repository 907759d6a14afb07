import CursesTerminal
import Glibc
import TerminalCore

/// Shows a picture with two fields on the terminal and tells in words what it is told; for the tests of the terminal.
///
/// `TerminalProbe [ascii] [plain-borders] [no-mouse] [no-suspend] [hidden-cursor]`. Characters go to the field with
/// the cursor, Tab changes the field. Some keys do something: see ``Probe/press(_:)``.
@main
struct TerminalProbe {
    static func main() {
        CrashGuard.install()
        let words = Set(CommandLine.arguments.dropFirst())
        var options = CursesTerminal.Options()
        if words.contains("ascii") { options.charset = .ascii }
        options.usesPlainBorders = words.contains("plain-borders")
        options.usesMouse = !words.contains("no-mouse")
        options.allowsSuspend = !words.contains("no-suspend")
        do throws(TerminalError) {
            let probe = Probe(terminal: try CursesTerminal(options: options))
            probe.hidesCursor = words.contains("hidden-cursor")
            probe.run()
        } catch {
            fputs("\(error)\n", stderr)
            exit(2)
        }
    }

    private static var stderr: UnsafeMutablePointer<FILE>? { fdopen(STDERR_FILENO, "w") }
}

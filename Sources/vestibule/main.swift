import Accounts
import CursesTerminal
import Glibc
import LoginApp
import LoginFlow
import LoginScreens
import TerminalCore

// Before anything can go wrong: a crash restores the terminal and shows no secret (T1).
CrashGuard.install()

do throws(StartFault) {
    exit(try FrontEnd(arguments: CommandLine.arguments).run())
} catch {
    FrontEnd.complain(error.message)
    exit(error.status)
}

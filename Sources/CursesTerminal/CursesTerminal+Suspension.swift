import CTerminalRestoration
import TerminalCore

extension CursesTerminal {
    /// Restores the terminal and stops the process group, as Ctrl-Z does elsewhere; returns once it goes on.
    ///
    /// Where stopping is not allowed or impossible it returns at once. Either way the screen must be shown anew.
    public func suspend() {
        guard isOpen, !isHungUp else { return }
        if options.allowsSuspend {
            terminal_restore()
            terminal_stop()
            reenter()
        } else {
            invalidate()
        }
    }

    /// Prepares the terminal after the process was stopped by a signal that cannot be handled.
    func resumeAfterForeignStop() {
        guard isOpen, !isHungUp else { return }
        terminal_await_foreground(line.input)
        // Whoever had the terminal meanwhile may have changed its settings; those are to be restored then. But if
        // they are still this program's, the ones noted before hold.
        line.adoptForeignModes()
        // Leaving first: entering the alternate screen twice would lose the cursor of the other one.
        terminal_restore()
        reenter()
    }
}

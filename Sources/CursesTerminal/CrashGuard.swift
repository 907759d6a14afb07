import CTerminalRestoration

/// What a crash does, and who sees the signals.
public enum CrashGuard {
    /// Makes any crash restore the terminal, print one fixed line that names the signal, and end with 128 + n (T1).
    ///
    /// Called first in `main`, so that it takes the place of the language runtime's handler, which prints registers
    /// and with them secrets. From here on the process leaves no core file, and other processes of the same user
    /// cannot look into its memory.
    public static func install() {
        terminal_crash_handlers_install()
    }

    /// Leaves the signals that concern the terminal to the main thread; for the start of every other thread.
    ///
    /// Otherwise the main thread could go on painting while a handler restores the terminal. Threads of libdispatch,
    /// and so of Swift's concurrency, block them by themselves.
    public static func prepareThread() {
        terminal_signals_keep_from_thread()
    }
}

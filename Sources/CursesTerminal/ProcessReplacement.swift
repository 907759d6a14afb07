import CTerminalRestoration
import Glibc

/// What a program does before another one takes its place by `exec`.
public enum ProcessReplacement {
    /// Gives the next program what this one was started with: the dispositions of signals, the signal mask, the limit
    /// on core files, and no descriptor but the three standard ones.
    ///
    /// The terminal must have been closed.
    public static func prepare() {
        terminal_signals_restore_inherited()
        // Left to exec to close: other threads wait on theirs until then, and the concurrency library traps without.
        terminal_descriptors_close_on_exec(STDERR_FILENO + 1)
    }
}

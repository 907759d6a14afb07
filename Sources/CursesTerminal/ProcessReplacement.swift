import CTerminalRestoration
import Glibc

/// What a program does before another one takes its place by `exec`.
public enum ProcessReplacement {
    /// Gives the next program what this one was started with: the dispositions of signals, the signal mask, the limit
    /// on core files, and no descriptor but the three standard ones.
    ///
    /// The terminal must have been closed. Should `exec` fail, nothing that had a descriptor works any more.
    public static func prepare() {
        terminal_signals_restore_inherited()
        closefrom(STDERR_FILENO + 1)
    }
}

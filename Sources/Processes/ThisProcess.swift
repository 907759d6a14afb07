import CPrctl
import Glibc

/// The process that this code runs in.
public enum ThisProcess {
    /// Takes from others of the same user the look into its memory, where passwords pass through; no core file (T1).
    public static func hideMemory() {
        _ = prctl_set_dumpable(0)
    }

    /// Lets writing to somebody who has gone fail instead of ending the process.
    public static func ignoreBrokenPipes() {
        signal(SIGPIPE, SIG_IGN)
    }
}

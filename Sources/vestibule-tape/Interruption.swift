import Glibc
import Synchronization

/// Signals that ask the program to end, as something that can be polled: what it plays has to be ended first.
final class Interruption {
    /// Readable once a signal has come.
    let descriptor: CInt

    /// What the handler writes to.
    private static let writer = Atomic<CInt>(-1)
    /// Whether the signals are ignored at the start, as those of `nohup` are; they stay so.
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    /// Starts to listen; nil if there is no pipe to be had.
    init?() {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        descriptor = ends[0]
        Self.writer.store(ends[1], ordering: .sequentiallyConsistent)
        for signal in Self.signals {
            let before = Glibc.signal(signal) { number in
                let saved = errno
                var byte = UInt8(truncatingIfNeeded: number)
                write(Interruption.writer.load(ordering: .sequentiallyConsistent), &byte, 1)
                errno = saved
            }
            if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
                Glibc.signal(signal, SIG_IGN)
            }
        }
    }

    /// The signal that came first; nil if none has.
    var signal: CInt? {
        var byte: UInt8 = 0
        return read(descriptor, &byte, 1) == 1 ? CInt(byte) : nil
    }
}

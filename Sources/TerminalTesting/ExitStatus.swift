import Glibc

/// How a program ended.
public enum ExitStatus: Hashable, Sendable, CustomStringConvertible {
    /// It exited with a status of 0 to 255.
    case exited(Int)
    /// A signal ended it.
    case signalled(Int)

    /// Decodes what `waitpid` reports of a process that has ended.
    init(waitStatus status: CInt) {
        let signal = Int(status & 0x7F)
        self = signal == 0 ? .exited(Int(status >> 8 & 0xFF)) : .signalled(signal)
    }

    /// The status in words.
    public var description: String {
        switch self {
        case .exited(let status): "exited with status \(status)"
        case .signalled(let signal): "ended by signal \(signal) (\(String(cString: strsignal(CInt(signal)))))"
        }
    }
}

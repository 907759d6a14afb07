import Glibc

/// A terminal's settings (termios), comparable and written as `stty -g` writes them.
public struct TerminalModes: Equatable, Sendable, CustomStringConvertible {
    /// The settings in the notation of `stty -g`: hexadecimal fields between colons.
    public let description: String
    /// Whether typed characters are echoed by the terminal.
    public let isEchoOn: Bool
    /// Whether input is handed over line by line.
    public let isCanonical: Bool
    /// Whether Ctrl-C, Ctrl-Z and Ctrl-\ become signals.
    public let sendsSignals: Bool

    /// Takes over `modes`.
    init(_ modes: termios) {
        let controls = withUnsafeBytes(of: modes.c_cc) { Array($0) }
        let flags = [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag]
        description = (flags.map { String($0, radix: 16) } + controls.map { String($0, radix: 16) })
            .joined(separator: ":")
        isEchoOn = modes.c_lflag & tcflag_t(ECHO) != 0
        isCanonical = modes.c_lflag & tcflag_t(ICANON) != 0
        sendsSignals = modes.c_lflag & tcflag_t(ISIG) != 0
    }
}

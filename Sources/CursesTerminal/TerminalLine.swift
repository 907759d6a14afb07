import CTerminalRestoration
import Glibc
import TerminalCore

/// The line to the terminal: its descriptors, its settings, its window.
///
/// What has to happen in a signal handler too is in `CTerminalRestoration`.
final class TerminalLine {
    /// Where keys are read from.
    let input: CInt
    /// Where pictures go.
    let output: CInt
    /// Whether the descriptors were opened here.
    private let isOwned: Bool
    /// The settings while pictures are shown, as the terminal has accepted them.
    private var rawModes = termios()

    /// Takes standard input and output if they are one terminal, else the controlling one.
    init() throws(TerminalError) {
        if Self.areSameTerminal(STDIN_FILENO, STDOUT_FILENO) {
            (input, output, isOwned) = (STDIN_FILENO, STDOUT_FILENO, false)
        } else {
            let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC)
            guard descriptor >= 0 else { throw .noTerminal }
            (input, output, isOwned) = (descriptor, descriptor, true)
        }
    }

    deinit {
        if isOwned { Glibc.close(input) }
    }

    /// Notes the settings that are to be restored, and turns echo and all processing of keys off.
    ///
    /// Nothing is thrown away: what was typed before can be read afterwards (T7).
    func becomeRaw() throws(TerminalError) {
        // Settings that are read in the background would be the shell's own.
        terminal_await_foreground(input)
        var modes = termios()
        guard tcgetattr(input, &modes) == 0 else { throw .failure(of: "tcgetattr") }
        terminal_restoration_arm(output, &modes)

        modes.c_iflag &= ~tcflag_t(IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON)
        modes.c_oflag &= ~tcflag_t(OPOST)
        modes.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | ISIG | IEXTEN)
        // ncurses turns ISIG on for a moment when it starts; without these characters that has no effect.
        for index in [VINTR, VQUIT, VSUSP] { modes.setControlCharacter(index, to: 0) }
        modes.setControlCharacter(VMIN, to: 1)
        modes.setControlCharacter(VTIME, to: 0)
        rawModes = modes
        try applyRawModes()
    }

    /// Sets the raw settings again, once ncurses has set its own.
    func applyRawModes() throws(TerminalError) {
        while tcsetattr(input, TCSANOW, &rawModes) != 0 {
            guard errno == EINTR else { throw .failure(of: "tcsetattr") }
        }
        tcgetattr(input, &rawModes)
    }

    /// Takes the settings that somebody else has made while this program was stopped as those to be restored.
    func adoptForeignModes() {
        var modes = termios()
        guard tcgetattr(input, &modes) == 0, !modes.hasSameBytes(as: rawModes) else { return }
        terminal_restoration_arm(output, &modes)
    }

    /// The window's extent; nil where the terminal does not tell.
    var size: Size? {
        var window = winsize()
        guard ioctl(output, UInt(TIOCGWINSZ), &window) == 0, window.ws_row > 0, window.ws_col > 0 else { return nil }
        return Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
    }

    /// Sends `bytes` to the terminal and waits until it has taken them; what a lost terminal does not take is lost.
    func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
            if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return }
        }
    }

    private static func areSameTerminal(_ first: CInt, _ second: CInt) -> Bool {
        var (one, other) = (stat(), stat())
        return isatty(first) != 0 && isatty(second) != 0 && fstat(first, &one) == 0 && fstat(second, &other) == 0
            && one.st_rdev == other.st_rdev
    }
}

extension TerminalError {
    /// The error that `errno` tells after `call`.
    static func failure(of call: String) -> TerminalError {
        .system(call: call, reason: String(cString: strerror(errno)))
    }
}

extension termios {
    fileprivate mutating func setControlCharacter(_ index: CInt, to value: cc_t) {
        withUnsafeMutableBytes(of: &c_cc) { $0[Int(index)] = value }
    }

    /// Both must have been made zeroed, for the bytes between the fields.
    fileprivate func hasSameBytes(as other: termios) -> Bool {
        withUnsafeBytes(of: self) { own in withUnsafeBytes(of: other) { own.elementsEqual($0) } }
    }
}

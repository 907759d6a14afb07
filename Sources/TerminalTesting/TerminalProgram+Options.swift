import TerminalCore

extension TerminalProgram {
    /// What a standard descriptor is connected with.
    public enum Redirection: Hashable, Sendable {
        /// The pseudo-terminal.
        case terminal
        /// A file: read from as standard input, else created or emptied and written to.
        case file(String)
        /// `/dev/null`.
        case null
        /// Nothing: the descriptor is closed.
        case closed
    }

    /// Everything about a program's start besides its file and arguments.
    public struct Options: Sendable {
        /// The window, set before the program starts.
        public var size = Size(columns: 80, rows: 24)
        /// The whole environment; nothing is inherited.
        public var environment = TerminalProgram.plainEnvironment
        /// The working directory; nil is that of this process.
        public var workingDirectory: String?
        /// Whether the pseudo-terminal is the program's controlling terminal, that is, whether it can open
        /// `/dev/tty` and gets the signals of Ctrl-C and of a hang-up.
        ///
        /// The program leads a session of its own either way.
        public var hasControllingTerminal = true
        /// Standard input.
        public var input = Redirection.terminal
        /// Standard output.
        public var output = Redirection.terminal
        /// Standard error.
        public var errorOutput = Redirection.terminal
        /// Bytes that lie in the terminal before the program starts, as somebody who types ahead leaves them.
        ///
        /// The terminal is then still in its first modes: it echoes, and holds at most 4095 bytes of a line.
        public var typedAhead: [UInt8] = []
        /// How long a wait may take unless it says otherwise, before ``TimeScale`` applies.
        public var deadline = Duration.seconds(10)
        /// The most bytes of output that are kept for ``TerminalProgram/rawOutput`` and the recording; older
        /// ones are forgotten.
        public var historyCapacity = 4 << 20
        /// The file that the program writes its state log to (D1); it need not exist yet, and lines that it holds
        /// before the start are passed over.
        public var stateLog: String?
        /// Descriptors that wake a wait when they are readable, for conditions on something else than the screen.
        ///
        /// Their owner reads them; until then waits do not sleep.
        package var wakers: [Int32] = []

        /// Makes the options of a program on an 80×24 terminal.
        public init() {}
    }

    /// A small environment that does not depend on the machine's: `TERM`, `LANG` and `PATH`.
    public static let plainEnvironment = [
        "TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin",
    ]
}

/// Why there is no terminal to show anything on (T4); the program ends with status 2.
public enum TerminalError: Error, Equatable, CustomStringConvertible {
    /// Standard input and output are not a terminal, and the process has no controlling one.
    case noTerminal
    /// `TERM` is not set or empty.
    case terminalNotNamed
    /// The machine has no description of the terminal that `TERM` names.
    case unknownTerminal(String)
    /// The terminal that `TERM` names cannot place its cursor.
    case noCursorAddressing(String)
    /// A call to the system failed, for the reason given.
    case system(call: String, reason: String)

    /// One line without control characters.
    public var description: String {
        switch self {
        case .noTerminal: "no terminal: neither standard input and output nor /dev/tty is one"
        case .terminalNotNamed: "TERM is not set: the kind of terminal is not known"
        case .unknownTerminal(let name): "unknown kind of terminal: TERM=\(Self.printable(name))"
        case .noCursorAddressing(let name):
            "this kind of terminal cannot place its cursor: TERM=\(Self.printable(name))"
        case .system(let call, let reason): "the terminal cannot be used: \(call): \(reason)"
        }
    }

    /// `name` as it may be shown (T6).
    private static func printable(_ name: String) -> String {
        String(name.unicodeScalars.prefix(64).map { (" "..."~").contains($0) ? Character($0) : "?" })
    }
}

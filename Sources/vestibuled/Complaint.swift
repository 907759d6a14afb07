import Glibc

/// Lines on stderr for whoever started the program.
enum Complaint {
    /// Writes a line; arguments and paths come back in it, and none of their bytes may command the terminal (T6).
    static func write(_ message: String) {
        let harmless = message.unicodeScalars.map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
            default: scalar
            }
        }
        let line = "vestibuled: " + String(String.UnicodeScalarView(harmless)) + "\n"
        _ = line.utf8.withContiguousStorageIfAvailable { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}

/// Why the program cannot do what it was asked: a line for stderr, and the status to end with.
struct CommandFault: Error, Equatable {
    /// 2 for wrong usage, 3 for a store or a socket that cannot be opened.
    let status: CInt
    /// The line.
    let message: String
}

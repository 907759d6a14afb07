import Glibc
import TerminalTesting

/// Where tapes are read from.
public struct TapeSources: Sendable {
    /// The text of the file at a path; nil if it cannot be read.
    var read: @Sendable (String) -> [UInt8]?
    /// What is the same for two paths exactly if they lead to one file.
    var identity: @Sendable (String) -> String

    /// Files of this machine, relative paths from the working directory.
    public static let files = TapeSources(
        read: { path in try? readFile(path) },
        identity: { path in
            guard let real = realpath(path, nil) else { return path }
            defer { free(real) }
            return String(cString: real)
        })
}

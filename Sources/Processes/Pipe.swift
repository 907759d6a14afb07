import CSpawn
import Glibc

/// A pipe whose ends no other program inherits, however many threads start some.
public struct Pipe: Sendable {
    /// Where bytes come out.
    public let output: CInt
    /// Where bytes go in.
    public let input: CInt

    /// Makes a pipe; nil where no descriptors are left.
    public init?() {
        var ends: [CInt] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { return nil }
        (output, input) = (ends[0], ends[1])
    }

    /// Closes both ends.
    public func close() {
        Glibc.close(output)
        Glibc.close(input)
    }
}

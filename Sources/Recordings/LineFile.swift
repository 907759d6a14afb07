import Glibc
import TerminalTesting

/// A file that grows by whole lines and holds nothing else at any moment, whatever ends the program.
///
/// Lines go to the system at once. Where the system takes only a part of one, as on a full disk, the part is removed
/// again.
package final class LineFile {
    /// Writes to a descriptor as `write` does: the number of bytes that were taken, or -1 and `errno`.
    package typealias Write = (_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) -> Int

    private let path: String
    private let descriptor: CInt
    private let write: Write
    /// The bytes of all whole lines.
    private var length = 0

    /// Creates or empties the file at `path`.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - write: what writes; the system's own, except in tests.
    /// - Throws: `SystemError` if that cannot be done.
    package init(
        path: String, write: @escaping Write = { Glibc.write($0, $1.baseAddress, $1.count) }
    ) throws(SystemError) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw SystemError("write \(path)") }
        self.path = path
        self.write = write
    }

    deinit { close(descriptor) }

    /// Writes `line`, which ends with a line feed.
    ///
    /// - Throws: `SystemError` if it could not be written whole; the file ends before it then, and there is none if it
    ///   was the first.
    package func append(_ line: String) throws(SystemError) {
        var rest = Array(line.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else {
                let error = SystemError("write \(path)")
                // Of no avail, and none needed, where the file is a pipe.
                _ = ftruncate(descriptor, off_t(length))
                // Without its first line it would be nothing.
                if length == 0 { removeFile(path, descriptor) }
                throw error
            }
            rest = rest.dropFirst(count)
        }
        length += line.utf8.count
    }
}

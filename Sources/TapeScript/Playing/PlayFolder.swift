import Glibc
import TerminalTesting

/// The folder for whatever the programs of a play make for a time: their `TMPDIR`, which is removed with this object.
final class PlayFolder {
    /// Where it is.
    let path: String

    /// Makes an empty folder in `directory`, for this user only; nil if that cannot be.
    init?(in directory: String) {
        var template = Array((directory + "/vestibule-tape-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { return nil }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { Self.remove(path) }

    /// Removes what is at `path` with all that is in it; links are removed, not followed.
    private static func remove(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            unlink(path)
            return
        }
        for name in fileNames(in: path) { remove("\(path)/\(name)") }
        rmdir(path)
    }
}

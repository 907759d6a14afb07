import Foundation
import Glibc
import Testing

/// A folder that goes with everything in it.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/vestibule-store-XXXXXX".utf8CString)
        path = try #require(mkdtemp(&template).map { String(cString: $0) })
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of `name` in the folder.
    func file(_ name: String = "accounts.sqlite") -> String { path + "/" + name }
}

/// Writes `bytes` as a new file.
func write(_ bytes: [UInt8], to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    #expect(write(descriptor, bytes, bytes.count) == bytes.count)
}

/// The permission bits of the file or folder at `path`.
func mode(of path: String) throws -> mode_t {
    var status = stat()
    try #require(stat(path, &status) == 0)
    return status.st_mode & 0o777
}

/// The number of bytes in the file at `path`; nil where there is none.
func size(of path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
}

import Foundation
import Glibc

/// A folder that goes with everything in it.
package final class TemporaryFolder: Sendable {
    /// Where it is.
    package let path: String

    /// Makes an empty folder.
    package init() throws {
        var template = Array("/tmp/vestibule-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Companion.Failure.system(errno) }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of `name` in the folder.
    package func file(_ name: String) -> String { path + "/" + name }

    /// The names of what is in the folder, or in `folder` below it, sorted.
    package func names(in folder: String = ".") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: file(folder)).sorted()
    }

    /// The text of the file `name`; nil where there is none.
    package func text(of name: String) -> String? {
        FileManager.default.contents(atPath: file(name)).map { String(decoding: $0, as: UTF8.self) }
    }
}

/// Writes `bytes` as the contents of the file at `path`, made with mode 0600 where it is missing.
package func write(_ bytes: [UInt8], to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard descriptor >= 0 else { throw Companion.Failure.system(errno) }
    defer { close(descriptor) }
    guard write(descriptor, bytes, bytes.count) == bytes.count else { throw Companion.Failure.system(errno) }
}

/// The contents of the file at `path`.
package func contents(of path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
}

/// The permission bits of the file or folder at `path`.
package func mode(of path: String) throws -> mode_t {
    var status = stat()
    guard stat(path, &status) == 0 else { throw Companion.Failure.system(errno) }
    return status.st_mode & 0o777
}

/// The number of bytes in the file at `path`; nil where there is none.
package func size(of path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
}

import Glibc
import Testing

/// A folder that goes with the files in it, one folder deep.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/vestibule-outbox-XXXXXX".utf8CString)
        path = try #require(mkdtemp(&template).map { String(cString: $0) })
    }

    deinit {
        for name in files() {
            for inner in files(name) { unlink(file("\(name)/\(inner)")) }
            if unlink(file(name)) != 0 { rmdir(file(name)) }
        }
        rmdir(path)
    }

    /// The path of `name` in the folder.
    func file(_ name: String) -> String { path + "/" + name }

    /// What lies in the folder, or in `folder` below it, sorted.
    func files(_ folder: String = ".") -> [String] {
        guard let directory = opendir(file(folder)) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// The text of a file; nil where there is none.
    func text(_ name: String) -> String? {
        guard let stream = fopen(file(name), "r") else { return nil }
        defer { fclose(stream) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        return String(decoding: bytes[..<fread(&bytes, 1, bytes.count, stream)], as: UTF8.self)
    }
}

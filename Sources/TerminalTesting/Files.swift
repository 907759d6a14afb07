import Glibc

/// Writes `bytes` to a file at `path`, which is created with `mode` or replaced; there is none if that fails half way.
package func writeFile(_ bytes: [UInt8], to path: String, mode: mode_t = 0o644) throws(SystemError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw SystemError("write \(path)") }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else {
            let error = SystemError("write \(path)")
            removeFile(path, descriptor)
            throw error
        }
        rest = rest.dropFirst(count)
    }
}

/// Removes the file at `path` that `descriptor` is open for; devices and pipes stay.
package func removeFile(_ path: String, _ descriptor: CInt) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
    unlink(path)
}

/// The bytes of the file at `path` from `offset` on.
package func readFile(_ path: String, from offset: Int = 0) throws(SystemError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError("read \(path)") }
    defer { close(descriptor) }
    // A pipe has no places.
    guard offset == 0 || lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else { throw SystemError("read \(path)") }
    var (bytes, buffer): ([UInt8], [UInt8]) = ([], Array(repeating: 0, count: 1 << 16))
    while true {
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0 && errno == EINTR { continue }
        guard count >= 0 else { throw SystemError("read \(path)") }
        if count == 0 { return bytes }
        bytes += buffer.prefix(count)
    }
}

/// Makes the directory at `path` and those above it.
package func makeDirectory(_ path: String, mode: mode_t = 0o755) {
    let parts = path.split(separator: "/")
    for count in parts.indices {
        mkdir((path.hasPrefix("/") ? "/" : "") + parts[...count].joined(separator: "/"), mode)
    }
}

/// The names of what is in the directory at `path`, in no order; none where it cannot be read.
package func fileNames(in path: String) -> [String] {
    guard let entries = opendir(path) else { return [] }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        if name != ".", name != ".." { names.append(name) }
    }
    return names
}

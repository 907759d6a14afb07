import Glibc

/// New contents for a private file, which take its place at once and as a whole.
///
/// At any moment, `kill -9` and loss of power included, the path has either the old contents or the new ones. The new
/// ones wait in a file beside it (`PATH.new`), which goes away when they are not wanted, and which the next
/// replacement clears when this process is killed. Only one may be under way at a time: the caller holds a lock.
public final class Replacement {
    private let path: String
    private var temporaryPath: String { path + ".new" }
    private var isCommitted = false

    /// Writes `bytes` to the disk, beside the file at `path`.
    ///
    /// - Throws: the `errno` of the failure; then nothing is left behind.
    public init(of path: String, with bytes: UnsafeRawBufferPointer) throws(SystemError) {
        unlink(path + ".new")
        guard let descriptor = try PrivateFile.create(path + ".new") else { throw SystemError(EEXIST) }
        defer { close(descriptor) }
        do throws(SystemError) {
            try Self.write(bytes, to: descriptor)
            guard fsync(descriptor) == 0 else { throw SystemError(errno) }
        } catch {
            unlink(path + ".new")
            throw error
        }
        self.path = path
    }

    deinit {
        if !isCommitted { unlink(temporaryPath) }
    }

    /// Puts the new contents in the old ones' place, and returns when that is on the disk.
    ///
    /// - Throws: the `errno` of the failure; then the old ones stand.
    public func commit() throws(SystemError) {
        guard rename(temporaryPath, path) == 0 else { throw SystemError(errno) }
        isCommitted = true
        PrivateFile.flushFolder(PrivateFile.folder(of: path))
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(SystemError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemError(errno) }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }
}

extension PrivateFile {
    /// Gives the file at `path` another name beside it, `PATH.set-aside-N` with the first N that is free.
    ///
    /// The caller holds a lock, so that nobody else takes the name in between.
    ///
    /// - Returns: its new path.
    public static func setAside(_ path: String) throws(SystemError) -> String {
        var number = 1
        var status = stat()
        while lstat("\(path).set-aside-\(number)", &status) == 0 { number += 1 }
        let newPath = "\(path).set-aside-\(number)"
        guard rename(path, newPath) == 0 else { throw SystemError(errno) }
        flushFolder(folder(of: path))
        return newPath
    }

    /// Removes the file at `path`, if there is one.
    public static func remove(_ path: String) throws(SystemError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw SystemError(errno) }
        flushFolder(folder(of: path))
    }

    /// Brings the names in a folder to the disk.
    ///
    /// Not every file system can, and the names are right without it until power is lost.
    static func flushFolder(_ path: String) {
        let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}

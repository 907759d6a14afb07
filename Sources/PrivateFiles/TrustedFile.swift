import Glibc

/// A file opened for reading that nobody but its owner, who is this process's user, can have written.
///
/// Symbolic links are not followed. Opening never waits, whatever lies at the path.
public struct TrustedFile: ~Copyable {
    /// The number of bytes in it.
    public let size: Int
    /// Whether others could read it until now.
    public let exposure: Exposure
    private let descriptor: Int32

    /// Whether users other than the owner may do anything with a file.
    public enum Exposure: Equatable, Sendable {
        /// They may not.
        case none
        /// They might until now; its mode has been made 0600.
        case ended
        /// They may, and its mode cannot be changed.
        case remains
    }

    /// Why a file is not read.
    public enum Distrust: Error, Equatable, Sendable {
        /// There is none.
        case missing
        /// It is a folder, a pipe, a symbolic link, a device or a socket.
        case notAFile
        /// It belongs to another user.
        case otherOwner
        /// Users other than the owner may write it.
        case writableByOthers
        /// The system refuses to open it.
        case inaccessible(SystemError)
    }

    /// Opens the file at `path`, and takes from others the right to read it.
    ///
    /// - Throws: ``Distrust``; for a missing file after a single system call.
    public init(path: String) throws(Distrust) {
        descriptor = Glibc.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.distrust(errno, path: path) }
        do throws(Distrust) {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { throw .inaccessible(SystemError(errno)) }
            if let distrust = Self.distrust(status) { throw distrust }
            size = Int(status.st_size)
            exposure = status.st_mode & 0o077 == 0 ? .none : fchmod(descriptor, 0o600) == 0 ? .ended : .remains
        } catch {
            close(descriptor)
            throw error
        }
    }

    deinit {
        close(descriptor)
    }

    /// Reads from the start until `buffer` is full or the file ends, and returns how many bytes that were.
    ///
    /// - Throws: ``Distrust/inaccessible(_:)``.
    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(Distrust) -> Int {
        var count = 0
        while count < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
            let received = pread(descriptor, rest.baseAddress, rest.count, off_t(count))
            if received < 0, errno == EINTR { continue }
            guard received >= 0 else { throw .inaccessible(SystemError(errno)) }
            guard received > 0 else { break }
            count += received
        }
        return count
    }

    /// What speaks against a file.
    private static func distrust(_ status: stat) -> Distrust? {
        if status.st_mode & S_IFMT != S_IFREG { return .notAFile }
        if status.st_uid != geteuid() { return .otherOwner }
        return status.st_mode & 0o022 == 0 ? nil : .writableByOthers
    }

    /// What speaks against a file that could not be opened.
    private static func distrust(_ number: Int32, path: String) -> Distrust {
        if number == ENOENT || number == ENOTDIR { return .missing }
        var status = stat()
        guard lstat(path, &status) == 0, let distrust = distrust(status) else {
            return .inaccessible(SystemError(number))
        }
        return distrust
    }
}

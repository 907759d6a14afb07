import Glibc

/// Files and folders that only their owner may see, whatever the umask is.
public enum PrivateFile {
    /// Opens the file at `path` for reading and writing, made with mode 0600 where it is missing.
    ///
    /// - Returns: the descriptor, closed on `exec`.
    public static func open(_ path: String) throws(SystemError) -> Int32 {
        if let descriptor = try create(path) { return descriptor }
        let descriptor = Glibc.open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError(errno) }
        return descriptor
    }

    /// Makes an empty file with mode 0600; nil where there is one already.
    public static func create(_ path: String) throws(SystemError) -> Int32? {
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            if errno == EEXIST { return nil }
            throw SystemError(errno)
        }
        // The umask can only have taken rights away.
        fchmod(descriptor, 0o600)
        return descriptor
    }

    /// Makes the folder at `path` with mode 0700, and those above it, where they are missing.
    public static func createFolder(_ path: String) throws(SystemError) {
        if mkdir(path, 0o700) == 0 {
            chmod(path, 0o700)
            return
        }
        switch errno {
        case EEXIST: return
        case ENOENT:
            let parent = folder(of: path)
            guard parent != path else { throw SystemError(ENOENT) }
            try createFolder(parent)
            // Once more and no further: a link that leads nowhere, or /proc, is there and takes nothing.
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw SystemError(errno) }
            chmod(path, 0o700)
        case let number: throw SystemError(number)
        }
    }

    /// Whether users other than the owner may put other files in the place of those in the folder at `path`.
    ///
    /// False where there is no such folder.
    public static func isReplaceableByOthers(inFolder path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return false }
        // In a sticky folder, as /tmp is, they can add files and not replace them.
        return status.st_mode & 0o022 != 0 && status.st_mode & UInt32(S_ISVTX) == 0
    }

    /// Whether users other than this one may change the file at `path`, or have put it there; false where there is
    /// none.
    ///
    /// What root owns is trusted, and root may look after anybody's files.
    public static func isChangeableByOthers(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return false }
        let isForeign = geteuid() != 0 && ![0, geteuid()].contains(status.st_uid)
        return isForeign || status.st_mode & 0o022 != 0
    }

    /// The folder that `path` lies in.
    public static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}

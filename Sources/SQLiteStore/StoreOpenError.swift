import Accounts
import Glibc
import PrivateFiles

/// Why a store could not be opened, in one line for the person who started the program (status 3).
public struct StoreOpenError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public let trouble: ServiceError.Trouble
    /// What is wrong, with which file, and what to do; one line without a full stop.
    ///
    /// Names and servers' words come back in it as they are; whoever writes it makes it harmless (T6).
    public let message: String

    /// The same as ``message``.
    public var description: String { message }

    private init(_ trouble: ServiceError.Trouble, _ message: String) {
        self.trouble = trouble
        self.message = message
    }

    /// Says what the system's `errno` means for the store at `path`.
    init(_ error: SystemError, path: String) {
        if error.number == EACCES, let folder = Self.closedFolder(above: path) {
            self.init(.storeUnavailable, Self.closed(path, folder))
            return
        }
        switch error.number {
        case EACCES, EPERM, EROFS:
            self.init(.storeReadOnly, Self.readOnly(path))
        case ENOSPC, EDQUOT:
            self.init(.storeFull, Self.full(path))
        default:
            let reason = String(cString: strerror(error.number))
            self.init(.storeUnavailable, "cannot open the account store \(path): \(reason); check its path")
        }
    }

    /// Says what SQLite's error means for the store at `path`.
    init(_ error: DatabaseError, path: String) {
        let message =
            switch error.trouble {
            case .storeReadOnly: Self.readOnly(path)
            case .storeFull: Self.full(path)
            case .storeLocked: Self.locked(path)
            case .storeDamaged: Self.damaged(path)
            default: "cannot open the account store \(path): \(error.message); check the file and its folder"
            }
        self.init(error.trouble, message)
    }

    /// The file or its folder cannot be written.
    static func readOnly(at path: String) -> StoreOpenError { .init(.storeReadOnly, readOnly(path)) }

    /// Others could put another file in the store's place, or change it; nil where they cannot.
    static func exposure(of path: String) -> StoreOpenError? {
        let folder = PrivateFile.folder(of: path)
        if PrivateFile.isReplaceableByOthers(inFolder: folder) {
            return .init(
                .storeUnavailable,
                "others can write the account store's folder \(folder); take that from them (chmod go-w) or name "
                    + "another one")
        }
        guard PrivateFile.isChangeableByOthers(path) else { return nil }
        return .init(
            .storeUnavailable,
            "the account store \(path) is another user's, or others can write it; take that from them (chown, "
                + "chmod go-w) or name another file")
    }

    /// Another program holds the store.
    static func locked(at path: String) -> StoreOpenError { .init(.storeLocked, locked(path)) }

    /// The file is some other program's database.
    static func foreign(at path: String) -> StoreOpenError { .init(.storeDamaged, damaged(path)) }

    /// The store was written by a later version.
    static func tooNew(at path: String, version: Int32) -> StoreOpenError {
        .init(
            .storeTooNew,
            "the account store \(path) was written by a later version (schema \(version), this program knows "
                + "\(Migration.latestVersion)); update this program")
    }

    private static func readOnly(_ path: String) -> String {
        "cannot write the account store \(path): it or its folder is read-only for this user; change its permissions"
    }

    private static func closed(_ path: String, _ folder: String) -> String {
        "cannot reach the account store \(path): this user cannot enter the folder \(folder); change its permissions "
            + "or owner, or name another folder"
    }

    /// The first folder on the way to `path`, from the root on, that this user cannot enter; nil where there is none.
    private static func closedFolder(above path: String) -> String? {
        let folder = PrivateFile.folder(of: path)
        guard folder != path, folder != "." else { return nil }
        if let closed = closedFolder(above: folder) { return closed }
        return access(folder, X_OK) != 0 && errno == EACCES ? folder : nil
    }

    private static func full(_ path: String) -> String {
        "no room on the disk for the account store \(path); free some space and start again"
    }

    private static func locked(_ path: String) -> String {
        "the account store \(path) is held by another program; end that program and start again"
    }

    private static func damaged(_ path: String) -> String {
        "\(path) is damaged or is no account store; move it away or name another file"
    }
}

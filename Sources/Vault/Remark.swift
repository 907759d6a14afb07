import Glibc
import PrivateFiles

extension Vault {
    /// One of the vault's two files.
    public enum File: Hashable, Sendable {
        /// The one with the entries.
        case vault
        /// The one with the key.
        case key
    }

    /// Something that the person should be told; login goes on.
    public enum Remark: Equatable, Sendable {
        /// Other users could read the file; `isOver` when its mode is 0600 now.
        case exposed(File, isOver: Bool)
        /// The file could not be used.
        ///
        /// - `setAside`: the path that it has now; nil where it lies as before.
        case unusable(File, Flaw, setAside: String?)
    }

    /// Why a file cannot be used.
    public enum Flaw: Hashable, Sendable {
        /// It was cut or changed, or never was what its name says.
        case damaged
        /// A folder, a pipe, a symbolic link or a device is in its place.
        case notAFile
        /// It belongs to another user.
        case otherOwner
        /// Other users can write it, so that anybody may have written it.
        case writableByOthers
        /// A later version of this program wrote it.
        case tooNew
        /// It is sealed under a key that is not at hand: another one in ``keyVariable``, or a key file that is gone.
        case keyMissing
        /// The system refuses to read it; the number is its `errno`.
        case inaccessible(Int32)
    }

    /// Why a change was not made; the vault is as it was.
    public enum Failure: Error, Equatable, Sendable {
        /// The value of ``keyVariable`` is not 64 hexadecimal digits.
        case keyMalformed
        /// Another process holds the vault.
        case locked
        /// The disk has no room.
        case full
        /// The vault or its directory cannot be written: read-only, or no permission.
        case readOnly
        /// The entries would be larger than 1 MiB.
        case tooLarge
        /// Anything else; the number is the system's `errno`.
        case unavailable(Int32)

        /// Says what the system's error means.
        init(_ error: SystemError) {
            self =
                switch error.number {
                case EWOULDBLOCK: .locked
                case ENOSPC, EDQUOT: .full
                case EACCES, EPERM, EROFS: .readOnly
                case EFBIG: .tooLarge
                default: .unavailable(error.number)
                }
        }
    }
}

extension Vault.Flaw {
    /// Says why a file is not trusted; nil for one that is not there.
    init?(_ distrust: TrustedFile.Distrust) {
        switch distrust {
        case .missing: return nil
        case .notAFile: self = .notAFile
        case .otherOwner: self = .otherOwner
        case .writableByOthers: self = .writableByOthers
        case .inaccessible(let error): self = .inaccessible(error.number)
        }
    }
}

import AccountEngine
import Accounts
import CSQLite
import Glibc

extension DatabaseError {
    /// What SQLite's code means to a person (L12, A10).
    var trouble: ServiceError.Trouble {
        // Not room enough for the file that the connections share is an input/output error of its own.
        if code == SQLITE_IOERR | (19 << 8) { return .storeFull }
        switch systemError {
        // A file system that has become read-only under open files, as Linux makes one that it finds damaged.
        case EROFS, EPERM: return .storeReadOnly
        case ENOSPC, EDQUOT: return .storeFull
        default: break
        }
        return switch primaryCode {
        case SQLITE_FULL: .storeFull
        case SQLITE_BUSY, SQLITE_LOCKED: .storeLocked
        case SQLITE_READONLY: .storeReadOnly
        case SQLITE_CORRUPT, SQLITE_NOTADB: .storeDamaged
        case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: .storeUnavailable
        default: .storeFailed
        }
    }
}

extension StoreError {
    /// What SQLite's error means, with its number and words, which name tables and columns and no values.
    init(_ error: DatabaseError) {
        let cause = error.systemError == 0 ? "" : ", errno \(error.systemError)"
        self.init(error.trouble, detail: "SQLite \(error.code)\(cause): \(error.message)")
    }
}

extension Database {
    /// The extended code of two rows with one name (A2).
    static let uniqueViolation = SQLITE_CONSTRAINT | (8 << 8)
}

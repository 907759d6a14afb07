import AccountEngine
import Accounts
import Cryptography
import Glibc
import MariaDBStore
import SQLiteStore

/// Where accounts are kept, as `--store` says it (section 6).
enum StoreLocation: Equatable {
    /// `sqlite:PATH`.
    case sqlite(path: String)
    /// `mysql://USER@HOST[:PORT]/DATABASE`; see ``MariaDBAddress``.
    case mariaDB(MariaDBAddress)

    /// Reads the value of `--store`.
    ///
    /// - Throws: ``CommandFault`` with status 2.
    init(_ text: String?) throws(CommandFault) {
        guard let text, !text.isEmpty else { throw .usage("--store is missing; it is sqlite:PATH or mysql://…") }
        if text.hasPrefix("sqlite:") {
            let path = String(text.dropFirst("sqlite:".count))
            guard !path.isEmpty else { throw .usage("--store: sqlite: needs a path") }
            self = .sqlite(path: path)
        } else if text.hasPrefix(MariaDBAddress.prefix) {
            do throws(MariaDBAddress.Fault) { self = .mariaDB(try MariaDBAddress(url: text)) } catch {
                throw .usage("--store: \(error.message)")
            }
        } else {
            throw .usage("--store: '\(text)' is no store; it is sqlite:PATH or mysql://USER@HOST[:PORT]/DATABASE")
        }
    }

    /// Opens the store, migrated where it is older.
    ///
    /// - Parameters:
    ///   - isMade: whether the file is made where there is none; a path that was mistyped is told otherwise.
    ///   - cacheSize: how much of it SQLite keeps in memory, in KiB; 2 MiB are enough for one command.
    /// - Returns: the store.
    /// - Throws: ``CommandFault`` with status 3.
    func open(makingOne isMade: Bool, cacheSize: Int = 2048) throws(CommandFault) -> any AccountStore {
        switch self {
        case .sqlite(let path):
            guard isMade || access(path, F_OK) == 0 || (errno != ENOENT && errno != ENOTDIR) else {
                throw .store("there is no account store \(path); name another, or make it with vestibuled migrate")
            }
            do throws(StoreOpenError) { return try SQLiteStore(path: path, cacheSize: cacheSize) } catch {
                throw .store(error.message)
            }
        case .mariaDB(let address):
            let password = try Secret(passwordFor: address)
            do throws(MariaDBOpenError) { return try MariaDBStore(address, password: password) } catch {
                throw .store(error.message)
            }
        }
    }
}

extension Secret {
    /// The environment's variable for a database's password.
    static let databasePasswordVariable = "VESTIBULE_DATABASE_PASSWORD"

    /// The password for a database: the first line of its file, else the variable's value, else none.
    ///
    /// - Throws: ``CommandFault`` with status 3 for a file that cannot be read.
    init(
        passwordFor address: MariaDBAddress, variable: String = databasePasswordVariable
    ) throws(CommandFault) {
        guard let path = address.passwordFile else {
            self =
                getenv(variable).map {
                    Secret(UnsafeRawBufferPointer(start: $0, count: strlen($0)))
                } ?? Secret()
            return
        }
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw .store("cannot read the password file \(path): \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        do throws(LineFault) { self = try Secret(lineFrom: descriptor) } catch {
            throw .store("the password in \(path) is too long")
        }
    }

    /// Why a line is not taken.
    enum LineFault: Error {
        /// It has more than 4095 bytes.
        case long
        /// More follows.
        case notAlone
    }

    /// The first line that `descriptor` gives, its end dropped (LF or CR LF).
    ///
    /// - Parameters:
    ///   - descriptor: what is read.
    ///   - isAlone: whether nothing may follow; at a terminal, which gives a line at a time, nobody has to end it.
    /// - Throws: ``LineFault``.
    init(lineFrom descriptor: Int32, isAlone: Bool = false) throws(LineFault) {
        var text = Secret()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
        defer {
            if let start = buffer.baseAddress { explicit_bzero(start, buffer.count) }
            buffer.deallocate()
        }
        var isEnded = false
        while !isEnded || (isAlone && isatty(descriptor) == 0) {
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            guard !isEnded else { throw .notAlone }
            let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
            text.append(UnsafeRawBufferPointer(rebasing: bytes[..<(end ?? count)]))
            guard text.count < buffer.count else { throw .long }
            if let end, isAlone, end + 1 < count { throw .notAlone }
            isEnded = end != nil
        }
        let isEndedByCR = text.withUnsafeBytes { $0.last == UInt8(ascii: "\r") }
        if isEndedByCR {
            text.replaceSubrange(text.count - 1..<text.count, with: UnsafeRawBufferPointer(start: nil, count: 0))
        }
        self = text
    }
}

import AccountEngine
import Accounts
import Cryptography
import Glibc
import PrivateFiles

/// Codes leave into a directory, one file a message, for whoever may read it (A6).
///
/// The directory is made when the first message leaves, with mode 0700; files have mode 0600 and appear whole, under
/// names that sort by time. Nothing takes them away again.
public struct OutboxDirectory: CodeSender {
    private let path: String
    private let clock: @Sendable () -> Timestamp
    private let randomness: Randomness

    /// Uses the directory at `path`; it need not exist.
    public init(
        path: String, clock: @escaping @Sendable () -> Timestamp = Timestamp.now, randomness: Randomness = .system
    ) {
        self.path = path
        self.clock = clock
        self.randomness = randomness
    }

    /// The directory.
    public var route: CodeDispatch.Route { .directory(path) }

    /// Writes `message` into a file.
    public func send(_ message: CodeMessage) throws(SendingFailure) {
        let name = fileName()
        let hidden = "\(path)/.\(name).new"
        do throws(SystemError) {
            try PrivateFile.createFolder(path)
            guard let descriptor = try PrivateFile.create(hidden) else { throw SystemError(EEXIST) }
            defer { close(descriptor) }
            let isWritten = message.text.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) == $0.count }
            guard isWritten, rename(hidden, "\(path)/\(name)") == 0 else { throw SystemError(errno) }
        } catch {
            unlink(hidden)
            throw SendingFailure()
        }
    }

    /// Such as `20260101T000010Z-5f3a09c1.txt`: the time in UTC, and what keeps messages of one second apart.
    private func fileName() -> String {
        var seconds = time_t(clock().seconds)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let time = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { text in
            let length = strftime(text.baseAddress, text.count, "%Y%m%dT%H%M%SZ", &parts)
            return String(decoding: text[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
        return "\(time)-\(randomness.makeName(byteCount: 4)).txt"
    }
}

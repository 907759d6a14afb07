import Glibc
import LoginScreens

/// The file that tells settled pictures as data, a JSON object a line (D1).
public final class StateLog {
    /// Why a log cannot be written.
    public struct Failure: Error {
        /// What the system says, in its own words.
        public let reason: String
    }

    /// Why a line could not be written; nil as long as all could.
    public private(set) var failure: Failure?
    private let descriptor: CInt
    private let language: Language
    private var last: StateRecord?

    /// Opens the file at `path` for appending and makes it, readable by its owner only, if need be.
    ///
    /// - Throws: ``Failure``.
    public init(path: String, language: Language) throws(Failure) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure(reason: String(cString: strerror(errno))) }
        self.language = language
    }

    deinit {
        close(descriptor)
    }

    /// Writes a line, unless it would tell the same as the one before.
    ///
    /// A log that cannot be written any more must not keep anybody from logging in, so ``failure`` tells of that once
    /// the program ends.
    func write(_ frame: Frame) {
        let record = StateRecord(number: (last?.number ?? 0) + 1, language: language, frame: frame)
        if let last, record.tellsTheSame(as: last) { return }
        let line = Array((record.json + "\n").utf8)
        // One call a line, so that a reader never meets half of one.
        let count = line.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count < line.count, failure == nil {
            failure = Failure(reason: String(cString: strerror(count < 0 ? errno : ENOSPC)))
        }
        last = record
    }
}

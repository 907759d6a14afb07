import Asciicast
import Glibc
import Synchronization

/// A program's output as an asciicast v3 file, which `asciinema play` shows.
///
/// It holds output and changes of the window only, nothing that was typed. Where the beginning of a long output
/// has been forgotten, it begins in the middle.
struct Recording {
    /// The environment variable with the directory; without it, `terminal-testing` in the temporary directory.
    static let directoryVariable = "TERMINAL_TESTING_RECORDINGS"

    private static let lastNumber = Atomic<Int>(0)
    private let history: OutputHistory

    /// Prepares the recording of `history`.
    init(_ history: OutputHistory) {
        self.history = history
    }

    /// The file's text.
    var asciicast: String {
        var header = CastHeader(size: history.size)
        header.timestamp = history.startDate
        var joiner = UTF8Joiner()
        let events = history.events.map { time, event in
            switch event {
            case .output(let bytes): CastEvent(.output(joiner.text(of: bytes)), at: time)
            case .resize(let size): CastEvent(.resize(size), at: time)
            }
        }
        return Cast(header: header, events: events).text(version: .v3)
    }

    /// Writes the file into the directory of recordings, named after the program.
    ///
    /// - Returns: its path; nil if it cannot be written, since a failure is being told that matters more.
    func write(name: String) -> String? {
        let directory =
            getenv(Self.directoryVariable).map { String(cString: $0) }
            ?? (getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp") + "/terminal-testing"
        makeDirectory(directory, mode: 0o700)
        let number = Self.lastNumber.add(1, ordering: .relaxed).newValue
        let path = "\(directory)/\(name)-\(getpid())-\(number).cast"
        do throws(SystemError) {
            try writeFile(Array(asciicast.utf8), to: path, mode: 0o600)
            return path
        } catch {
            return nil
        }
    }
}

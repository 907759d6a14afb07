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
    /// How many recordings of earlier runs stay in the usual directory; a directory of the owner's choice is the
    /// owner's matter.
    static let keptCount = 20

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
    /// The first one of a run removes the oldest of those before it.
    ///
    /// - Returns: its path; nil if it cannot be written, since a failure is being told that matters more.
    func write(name: String) -> String? {
        let chosen = getenv(Self.directoryVariable).map { String(cString: $0) }
        let directory =
            chosen ?? (getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp") + "/terminal-testing"
        makeDirectory(directory, mode: 0o700)
        let number = Self.lastNumber.add(1, ordering: .relaxed).newValue
        if number == 1, chosen == nil { Self.prune(directory, keeping: Self.keptCount) }
        let path = "\(directory)/\(name)-\(getpid())-\(number).cast"
        do throws(SystemError) {
            try writeFile(Array(asciicast.utf8), to: path, mode: 0o600)
            return path
        } catch {
            return nil
        }
    }

    /// Removes all recordings in `directory` but the newest `count`, and nothing else.
    static func prune(_ directory: String, keeping count: Int) {
        var recordings: [(path: String, time: timespec)] = []
        for name in fileNames(in: directory) where name.hasSuffix(".cast") {
            var status = stat()
            let path = "\(directory)/\(name)"
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            recordings.append((path, status.st_mtim))
        }
        recordings.sort { ($0.time.tv_sec, $0.time.tv_nsec) > ($1.time.tv_sec, $1.time.tv_nsec) }
        for recording in recordings.dropFirst(count) { unlink(recording.path) }
    }
}

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

    /// The file's text: a header, then one event a line with the seconds since the one before.
    var asciicast: String {
        var lines = [
            #"{"version":3,"term":{"cols":\#(history.size.columns),"rows":\#(history.size.rows)},"#
                + #""timestamp":\#(history.startDate)}"#
        ]
        var last = Duration.zero
        // A character that was cut between two reads belongs to the later one.
        var held: [UInt8] = []
        for (time, event) in history.events {
            let interval = (time - last) / .seconds(1)
            switch event {
            case .output(let bytes):
                let (whole, cut) = Self.splitUTF8(held + bytes)
                held = cut
                lines.append("[\(interval),\"o\",\(Self.quoted(String(decoding: whole, as: UTF8.self)))]")
            case .resize(let size):
                lines.append("[\(interval),\"r\",\"\(size.columns)x\(size.rows)\"]")
            }
            last = time
        }
        return lines.joined(separator: "\n") + "\n"
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

    /// Separates a character that is not complete yet from the end of `bytes`.
    private static func splitUTF8(_ bytes: [UInt8]) -> (whole: ArraySlice<UInt8>, cut: [UInt8]) {
        for length in 1...3 where length <= bytes.count {
            let lead = bytes[bytes.count - length]
            if lead & 0xC0 == 0x80 { continue }
            let needed = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1
            return needed > length ? (bytes.dropLast(length), Array(bytes.suffix(length))) : (bytes[...], [])
        }
        return (bytes[...], [])
    }

    /// `text` as a JSON string.
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\u{0}"..."\u{1F}", "\u{7F}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

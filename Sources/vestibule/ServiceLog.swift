import Accounts
import Glibc
import PrivateFiles
import TerminalCore

/// What programs behind the pipe said on their standard error: a file in the data directory (section 5).
///
/// None of it ever comes to the screen, and in the file no byte commands a terminal that it is shown on (T6).
struct ServiceLog: Sendable {
    private let path: String

    /// The most bytes of the file; when it has more, it begins anew.
    private static let limit: off_t = 65_536

    /// Writes to `service.log` in `directory`.
    init(directory: String) {
        path = directory + "/service.log"
    }

    /// Adds lines that belong together; what cannot be written is lost, since nobody waits for it.
    func add(_ lines: [String]) {
        guard !lines.isEmpty else { return }
        let time = Self.now
        let text = lines.map { time + " " + TextLayout.glyphs(of: $0).map(\.text).joined() + "\n" }.joined()
        guard (try? PrivateFile.createFolder(PrivateFile.folder(of: path))) != nil,
            let descriptor = try? PrivateFile.open(path)
        else { return }
        defer { close(descriptor) }
        if lseek(descriptor, 0, SEEK_END) > Self.limit, ftruncate(descriptor, 0) == 0 {
            lseek(descriptor, 0, SEEK_SET)
        }
        var bytes = text
        bytes.withUTF8 { _ = write(descriptor, $0.baseAddress, $0.count) }
    }

    /// Such as `2026-01-01T00:00:10Z`.
    private static var now: String {
        var seconds = time(nil)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { text in
            let length = strftime(text.baseAddress, text.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
            return String(decoding: text[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
    }
}

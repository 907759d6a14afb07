import Glibc

/// The state log of the programs that a tape runs (D1), as far as it tells whether they are at rest.
///
/// The front end writes there if `VESTIBULE_STATE_LOG` names the file. A frame is told once its picture has been
/// painted.
final class SettledFrames {
    /// The variable that names the file.
    static let variable = "VESTIBULE_STATE_LOG"

    /// The file.
    let path: String
    /// Readable once the file has grown.
    let descriptor: CInt
    /// The frames that were told.
    private(set) var count = 0
    /// Whether the newest frame tells of a call that is under way.
    private(set) var isBusy = false
    private let file: CInt
    private var offset: off_t = 0
    private var line: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 4096)
    private static let busyMark = Array(#""busy":true"#.utf8)

    /// Makes an empty file in the folder of a play, which goes away with that; nil if that cannot be.
    init?(in folder: PlayFolder) {
        path = folder.path + "/.state-log"
        file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { return nil }
        descriptor = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
        if descriptor >= 0 { inotify_add_watch(descriptor, path, UInt32(IN_MODIFY)) }
    }

    deinit {
        close(file)
        if descriptor >= 0 { close(descriptor) }
    }

    /// Reads what was told since the last time.
    func update() {
        // Where there is nobody to tell, it is looked at each time.
        if descriptor >= 0, read(descriptor, &buffer, buffer.count) <= 0 { return }
        while true {
            let length = pread(file, &buffer, buffer.count, offset)
            guard length > 0 else { return }
            offset += off_t(length)
            for byte in buffer[..<length] {
                guard byte == UInt8(ascii: "\n") else {
                    line.append(byte)
                    continue
                }
                count += 1
                // Quotes within a string are written with a backslash, so this stands nowhere else.
                isBusy = line.indices.contains { line[$0...].starts(with: Self.busyMark) }
                line.removeAll(keepingCapacity: true)
            }
        }
    }
}

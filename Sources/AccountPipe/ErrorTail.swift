import Glibc

/// The last lines of what a program says on its standard error, for the log.
struct ErrorTail {
    /// The most bytes and lines that are kept.
    private static let byteLimit = 4096, lineLimit = 20

    private let descriptor: CInt
    private var bytes: [UInt8] = []

    /// Reads from `descriptor`, which stays the caller's and does not make readers wait.
    init(_ descriptor: CInt) {
        self.descriptor = descriptor
    }

    /// Reads what is there, up to some bytes; false once there is no more.
    mutating func read() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(descriptor, &chunk, chunk.count)
        if count < 0 { return errno == EINTR || errno == EAGAIN }
        bytes = (bytes + chunk[..<count]).suffix(Self.byteLimit)
        return count > 0
    }

    /// The lines, oldest first; they hold whatever the program wrote, so they are to be made harmless (T6).
    var lines: [String] {
        bytes.split(separator: UInt8(ascii: "\n")).suffix(Self.lineLimit).map { String(decoding: $0, as: UTF8.self) }
    }
}

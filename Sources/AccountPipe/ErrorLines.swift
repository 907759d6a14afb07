import Glibc

/// Takes lines for the log out of what a program says on its standard error; of a flood only a part.
struct ErrorLines {
    /// The most bytes and lines that one look comes to.
    private static let byteLimit = 4096, lineLimit = 20

    private let descriptor: CInt
    /// A line that has no end yet.
    private var rest: [UInt8] = []

    /// Reads from `descriptor`, which stays the caller's and does not make readers wait.
    init(_ descriptor: CInt) {
        self.descriptor = descriptor
    }

    /// Reads what is there, up to some bytes, and takes the lines that are whole, perhaps none; nil once there is no
    /// more.
    ///
    /// They hold whatever the program wrote, so they are to be made harmless (T6).
    mutating func read() -> [String]? {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(descriptor, &chunk, chunk.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return [] }
        guard count > 0 else { return nil }
        let bytes = rest + chunk[..<count]
        let end = bytes.lastIndex(of: UInt8(ascii: "\n")) ?? 0
        rest = Array(bytes[end...].suffix(Self.byteLimit))
        return Self.lines(in: bytes[..<end])
    }

    /// What is left at the end: a line without one, or nothing.
    var last: [String] { Self.lines(in: rest[...]) }

    private static func lines(in bytes: ArraySlice<UInt8>) -> [String] {
        bytes.suffix(byteLimit).split(separator: UInt8(ascii: "\n")).suffix(lineLimit).map {
            String(decoding: $0, as: UTF8.self)
        }
    }
}

import AccountWire
import Cryptography
import Glibc

/// Takes lines out of a descriptor; what has been read is wiped, since there are tokens and passwords in it.
struct LineReader: ~Copyable {
    /// What one look at the descriptor came to.
    enum Outcome {
        /// These lines came, perhaps none.
        case lines([Result<JSONValue, MessageFault>])
        /// A line is longer than any may be.
        case tooLong
        /// There is no more.
        case ended
    }

    private let descriptor: CInt
    private let buffer: UnsafeMutableRawBufferPointer
    private var count = 0

    /// Reads from `descriptor`, which stays the caller's.
    init(_ descriptor: CInt) {
        self.descriptor = descriptor
        // A line and its end.
        buffer = .allocate(byteCount: JSONValue.maximumByteCount + 1, alignment: 1)
    }

    deinit {
        buffer.wipe()
        buffer.deallocate()
    }

    /// Reads once, which waits where the descriptor does, and takes the lines that are whole.
    mutating func read() -> Outcome {
        let got = Glibc.read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
        if got < 0, errno == EINTR || errno == EAGAIN { return .lines([]) }
        guard got > 0 else { return .ended }
        count += got
        var lines: [Result<JSONValue, MessageFault>] = []
        var start = 0
        while let end = buffer[start..<count].firstIndex(of: UInt8(ascii: "\n")) {
            let line = UnsafeRawBufferPointer(rebasing: buffer[start..<end])
            lines.append(Result { () throws(MessageFault) in try JSONValue(parsing: line) })
            start = end + 1
        }
        drop(start)
        return count == buffer.count ? .tooLong : .lines(lines)
    }

    /// Moves what is behind the first `taken` bytes to the front, and wipes what it leaves.
    private mutating func drop(_ taken: Int) {
        guard taken > 0 else { return }
        let rest = count - taken
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[taken..<count]))
        UnsafeMutableRawBufferPointer(rebasing: buffer[rest..<count]).wipe()
        count = rest
    }
}

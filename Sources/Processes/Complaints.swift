import Cryptography
import Glibc

/// What a program says on its standard error; of a flood only the end is kept.
///
/// It may repeat a code or a password that the program was given, so the bytes are wiped as those are (A6, T6).
public struct Complaints {
    /// The most bytes that are kept, and that are told of a run.
    private static let keptCount = 4096, toldCount = 500
    /// The most lines that are told at once.
    private static let lineLimit = 20
    /// The most pieces that one look takes, so that a flood does not outlast a deadline.
    private static let pieceLimit = 16

    private let descriptor: CInt
    private var kept = Secret()

    /// Reads from `descriptor`, which stays the caller's and makes nobody wait from now on.
    public init(_ descriptor: CInt) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    /// Reads what is there, since a program whose complaints nobody takes would wait; false once there is no more.
    public mutating func read() -> Bool {
        for _ in 0..<Self.pieceLimit {
            var count = 0
            let piece = Secret(count: Self.keptCount) { count = Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0 { return errno == EINTR || errno == EAGAIN }
            guard count > 0 else { return false }
            piece.withUnsafeBytes { kept.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            kept.removeFirst(max(0, kept.count - Self.keptCount))
        }
        return true
    }

    /// Takes the lines that are whole, perhaps none.
    ///
    /// They hold whatever the program wrote, so they are to be made harmless (T6).
    public mutating func takeLines() -> [String] {
        takeLines(upTo: kept.withUnsafeBytes { $0.lastIndex(of: Self.lineEnd).map { $0 + 1 } ?? 0 })
    }

    /// Takes all that is left, a line without an end too.
    public mutating func takeRest() -> [String] { takeLines(upTo: kept.count) }

    /// The end of what is left, in one line; `…` where that holds one of `secrets`.
    public func text(hiding secrets: [Secret]) -> String {
        let told = secrets.reduce(kept) { $0.hiding($1) }
        return told.withUnsafeBytes { bytes in
            bytes.suffix(Self.toldCount).split { $0 == Self.lineEnd || $0 == UInt8(ascii: "\r") }
                .map { String(decoding: $0, as: UTF8.self) }.joined(separator: " / ")
        }
    }

    private mutating func takeLines(upTo end: Int) -> [String] {
        defer { kept.removeFirst(end) }
        return kept.withUnsafeBytes { bytes in
            bytes[..<end].split(separator: Self.lineEnd).suffix(Self.lineLimit).map {
                String(decoding: $0, as: UTF8.self)
            }
        }
    }

    private static let lineEnd = UInt8(ascii: "\n")
}

extension Secret {
    /// Wipes the first `count` bytes.
    fileprivate mutating func removeFirst(_ count: Int) {
        if count > 0 { replaceSubrange(0..<count, with: UnsafeRawBufferPointer(start: nil, count: 0)) }
    }

    /// The same bytes with `…` for each place where they hold `secret`.
    fileprivate func hiding(_ secret: Secret) -> Secret {
        guard !secret.isEmpty else { return self }
        var result = Secret()
        withUnsafeBytes { bytes in
            secret.withUnsafeBytes { secret in
                var rest = bytes[...]
                while let place = rest.indices.first(where: { rest[$0...].starts(with: secret) }) {
                    result.append(UnsafeRawBufferPointer(rebasing: rest[..<place]))
                    Array("…".utf8).withUnsafeBytes { result.append($0) }
                    rest = rest[(place + secret.count)...]
                }
                result.append(UnsafeRawBufferPointer(rebasing: rest))
            }
        }
        return result
    }
}

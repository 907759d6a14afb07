import AccountEngine
import Cryptography
import Glibc

/// The end of what a command says on its standard error.
struct LastWords {
    /// The most bytes that are kept, and that are told.
    private static let keptCount = 4096, toldCount = 500
    /// The most pieces that one look takes, so that a flood does not outlast the deadline.
    private static let pieceLimit = 16

    private let descriptor: CInt
    private var bytes: [UInt8] = []

    /// Reads from `descriptor`, which stays the caller's and makes nobody wait from now on.
    init(_ descriptor: CInt) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    /// Reads what is there: a command whose words nobody takes would wait.
    mutating func read() {
        var piece = [UInt8](repeating: 0, count: 4096)
        for _ in 0..<Self.pieceLimit {
            let count = Glibc.read(descriptor, &piece, piece.count)
            guard count > 0 else { return }
            bytes = Array((bytes + piece[..<count]).suffix(Self.keptCount))
        }
    }

    /// The words in one line, `…` where they hold what only the message's recipient may know, or who that is.
    func text(without message: CodeMessage) -> String {
        var secrets = [Array(message.recipient.key.utf8)]
        if case .code(let code, _) = message.content { secrets.append(code.digits.withUnsafeBytes(Array.init)) }
        let harmless = secrets.reduce(bytes) { Self.replace($1, in: $0) }
        let lines = harmless.suffix(Self.toldCount).split { $0 == 0x0A || $0 == 0x0D }
        return lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " / ")
    }

    private static func replace(_ secret: [UInt8], in bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.first {
            if !secret.isEmpty, rest.starts(with: secret) {
                result += "…".utf8
                rest = rest.dropFirst(secret.count)
            } else {
                result.append(byte)
                rest = rest.dropFirst()
            }
        }
        return result
    }
}

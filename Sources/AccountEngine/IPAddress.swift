import Glibc

/// An address of the internet protocol, version 4 or 6.
public struct IPAddress: Hashable, Sendable {
    /// Four bytes or sixteen, the most significant first.
    public let bytes: [UInt8]

    /// Takes an address as sockets tell it; nil where it has not four or sixteen bytes.
    ///
    /// A version 4 address mapped into version 6 (RFC 4291, section 2.5.5.2) becomes what it stands for, so that
    /// nobody counts as two by choosing the socket.
    public init?(bytes: [UInt8]) {
        switch bytes.count {
        case 4: self.bytes = bytes
        case 16: self.bytes = bytes.starts(with: Self.mappingPrefix) ? Array(bytes.suffix(4)) : bytes
        default: return nil
        }
    }

    private static let mappingPrefix = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

    /// The usual text: `203.0.113.7`, `2001:db8::1`.
    public var text: String { Self.text(of: bytes) }

    /// The network that counts as one peer (A3): the address itself, or the first 64 bits, as `2001:db8::/64`.
    public var network: String {
        guard bytes.count == 16 else { return text }
        return Self.text(of: bytes.prefix(8) + [UInt8](repeating: 0, count: 8)) + "/64"
    }

    private static func text(of bytes: [UInt8]) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { text in
            guard let start = text.baseAddress,
                inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, start, socklen_t(text.count)) != nil
            else { preconditionFailure("four or sixteen bytes are an address") }
            return String(cString: start)
        }
    }
}

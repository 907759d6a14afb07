import AccountEngine
import Glibc

/// Where a service is reached: `ADDR:PORT`, `[V6]:PORT` or `unix:PATH`.
public enum ListenAddress: Equatable, Sendable {
    /// A port of an address; port 0 is one that is free.
    case network(IPAddress, port: UInt16)
    /// A Unix socket at a path.
    case unix(path: String)

    /// Reads an address; nil for anything else.
    ///
    /// Names are not looked up, but for `localhost`, which is 127.0.0.1.
    public init?(_ text: String) {
        if text.hasPrefix("unix:") {
            let path = String(text.dropFirst("unix:".count))
            // What fits into the system's structure, with the zero behind it.
            guard (1..<108).contains(path.utf8.count), !path.utf8.contains(0) else { return nil }
            self = .unix(path: path)
            return
        }
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]),
            let address = Self.address(text[..<colon])
        else { return nil }
        self = .network(address, port: port)
    }

    /// Whether nobody but this machine can reach it.
    public var isLocal: Bool {
        switch self {
        case .unix: true
        case .network(let address, _):
            address.bytes.first == 127 && address.bytes.count == 4 || address == Self.loopback6
        }
    }

    /// The text that reads as this address.
    public var text: String {
        switch self {
        case .unix(let path): "unix:\(path)"
        case .network(let address, let port):
            address.bytes.count == 16 ? "[\(address.text)]:\(port)" : "\(address.text):\(port)"
        }
    }

    private static let loopback6 = IPAddress(bytes: [UInt8](repeating: 0, count: 15) + [1])

    private static func address(_ text: Substring) -> IPAddress? {
        if text == "localhost" { return IPAddress(bytes: [127, 0, 0, 1]) }
        let isBracketed = text.hasPrefix("[") && text.hasSuffix("]")
        let (family, count) = isBracketed ? (AF_INET6, 16) : (AF_INET, 4)
        var bytes = [UInt8](repeating: 0, count: 16)
        guard inet_pton(family, isBracketed ? String(text.dropFirst().dropLast()) : String(text), &bytes) == 1 else {
            return nil
        }
        return IPAddress(bytes: Array(bytes[..<count]))
    }
}

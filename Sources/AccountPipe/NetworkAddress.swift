import Accounts
import Glibc

/// Where a service on the network is, as far as the front end has to know (section 5).
///
/// It judges the form alone: `vestibule-connect` reads the address once more and goes there. Its text may hold a user
/// and a password, so neither a fault nor ``origin`` tells those.
public struct NetworkAddress: Equatable, Sendable {
    /// Why a text is no address, in one line for whoever started the program.
    public struct Fault: Error, Equatable, Sendable {
        /// The reason, in English.
        public let message: String
    }

    /// What is spoken there.
    public enum Contract: Sendable {
        /// 6.1.
        case native
        /// 6.2.
        case flags
        /// 6.3.
        case xml
    }

    /// What is spoken there.
    public let contract: Contract
    /// What tells the service from all others: scheme, host, port and path, the host in lower case.
    public let origin: String
    /// Whether passwords travel unencrypted to another machine.
    public let isPlaintext: Bool

    /// Reads an address; nil where the scheme is none of the network's.
    ///
    /// - Throws: ``Fault`` where it is, and the rest makes no sense.
    public init?(_ text: String) throws(Fault) {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let scheme = text[..<colon].lowercased()
        let rest = text[text.index(after: colon)...]
        if scheme == "unix" {
            // What a socket's address has room for.
            guard (1...107).contains(rest.utf8.count) else {
                throw Fault(message: "unix: needs the path of a socket, at most 107 bytes")
            }
            (contract, origin, isPlaintext) = (.native, "unix:" + Self.realPath(String(rest)), false)
            return
        }
        guard let (contract, isEncrypted) = Self.meaning(ofScheme: scheme) else { return nil }
        guard rest.hasPrefix("//"), rest.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }),
            !rest.contains("#")
        else { throw Fault(message: "this is no URL of a service; it begins as \(scheme)://HOST") }
        let address = rest.dropFirst(2).prefix { $0 != "?" }
        let authority = address.prefix { $0 != "/" }
        let location = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        guard let (host, port) = Self.split(location) else {
            throw Fault(message: "the URL has no host, or no port from 1 to 65535")
        }
        var path = address.dropFirst(authority.count)
        while path.last == "/" { path.removeLast() }
        self.contract = contract
        let usualPort = isEncrypted ? 443 : 80
        origin = "\(scheme)://\(host)" + (port.flatMap { $0 == usualPort ? nil : ":\($0)" } ?? "") + path
        isPlaintext = !isEncrypted && !Self.isLoopback(host)
    }

    /// What a scheme in lower case says; nil for any but those of section 5.
    private static func meaning(ofScheme scheme: String) -> (contract: Contract, isEncrypted: Bool)? {
        switch scheme {
        case "https": (.native, true)
        case "http": (.native, false)
        case "php+https": (.flags, true)
        case "php+http": (.flags, false)
        case "oschina+https": (.xml, true)
        case "oschina+http": (.xml, false)
        default: nil
        }
    }

    /// The host in lower case, an IPv6 address with its brackets, and the port, where there is one.
    private static func split(_ location: Substring) -> (host: String, port: Int?)? {
        var host = location
        var port: Int?
        if let colon = location.lastIndex(of: ":"), !location[colon...].contains("]") {
            host = location[..<colon]
            let digits = location[location.index(after: colon)...]
            guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits),
                (1...65_535).contains(number)
            else { return nil }
            port = number
        }
        let isAddress = host.hasPrefix("[") && host.hasSuffix("]")
        guard !host.isEmpty, isAddress || !host.contains(where: { "[]:".contains($0) }) else { return nil }
        return (host.lowercased(), port)
    }

    /// Whether a host is this machine, by its name or its address alone.
    private static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host == "[::1]" { return true }
        var address = in_addr()
        return inet_pton(AF_INET, host, &address) == 1 && UInt32(bigEndian: address.s_addr) >> 24 == 127
    }

    /// Where a file lies, whichever way leads there; the path itself where there is none.
    private static func realPath(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }
}

/// Where a database is, as `--store` tells it (section 6).
///
/// - `mysql://USER@HOST[:PORT]/DATABASE`: over the network, by TLS whose certificate is verified, unless HOST is this
///   machine's loopback.
/// - `mysql://USER@localhost/DATABASE`: through the server's usual Unix socket.
/// - `…?socket=PATH`: through that Unix socket.
/// - `…?tls-ca=PATH`: TLS, also on this machine, with certificates of these authorities in place of the system's.
/// - `…?password-file=PATH`: the file whose first line is the password.
///
/// `%` and two digits stand for a byte, as in every URL. A password in the URL is refused: every process of the
/// machine could read it.
public struct MariaDBAddress: Hashable, Sendable {
    /// How the server is reached.
    public enum Place: Hashable, Sendable {
        /// A Unix socket; nil for the library's usual one.
        case socket(String?)
        /// A name or address, and a port.
        case network(host: String, port: UInt16)
    }

    /// The database user.
    public let user: String
    /// How the server is reached.
    public let place: Place
    /// The database.
    public let database: String
    /// A file with the certificates of authorities to trust; nil for the system's.
    public let certificateAuthority: String?
    /// The file that holds the password; nil where the environment does, or there is none.
    public let passwordFile: String?

    /// Why a text is no address, for the person who wrote it; one line without a full stop.
    public struct Fault: Error, Equatable, Sendable {
        /// What is wrong and what to write instead.
        public let message: String
    }

    /// What every such URL begins with.
    public static let prefix = "mysql://"

    /// Reads a URL.
    ///
    /// - Throws: ``Fault``.
    public init(url: String) throws(Fault) {
        let usage = "write mysql://USER@HOST[:PORT]/DATABASE"
        guard url.hasPrefix(Self.prefix) else { throw Fault(message: "'\(url)' is no database; \(usage)") }
        let parts = url.dropFirst(Self.prefix.count).split(
            separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = parts[0].split(separator: "/", omittingEmptySubsequences: false)
        guard let authority = path.first, let at = authority.lastIndex(of: "@") else {
            throw Fault(message: "the store names no user; \(usage)")
        }
        guard !authority[..<at].contains(":") else {
            throw Fault(
                message: "no password in a store's URL; put it into VESTIBULE_DATABASE_PASSWORD or ?password-file=PATH")
        }
        guard path.count == 2, let database = Self.decoded(path[1]), !database.isEmpty else {
            throw Fault(message: "the store names no database; \(usage)")
        }
        guard let user = Self.decoded(authority[..<at]), !user.isEmpty else {
            throw Fault(message: "the store names no user; \(usage)")
        }
        let settings = try Self.settings(parts.count > 1 ? parts[1] : "")
        self.user = user
        self.database = database
        certificateAuthority = settings["tls-ca"]
        passwordFile = settings["password-file"]
        let (host, port) = try Self.host(authority[authority.index(after: at)...])
        if let socket = settings["socket"] {
            guard host == "localhost", port == nil else {
                throw Fault(message: "?socket= goes with localhost and no port")
            }
            place = .socket(socket)
        } else if host == "localhost", port == nil {
            place = .socket(nil)
        } else {
            place = .network(host: host, port: port ?? 3306)
        }
    }

    /// Whether the way to the server does not leave this machine.
    public var isLocal: Bool {
        switch place {
        case .socket: true
        case .network(let host, _): host == "localhost" || host == "::1" || host.hasPrefix("127.")
        }
    }

    /// The address for messages: where, not as whom.
    public var text: String {
        switch place {
        case .socket(let path): "\(database) at \(path ?? "localhost")"
        case .network(let host, let port): "\(database) at \(host):\(port)"
        }
    }

    private static func settings(_ query: Substring) throws(Fault) -> [String: String] {
        var settings: [String: String] = [:]
        for setting in query.split(separator: "&") {
            let pair = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(pair[0])
            guard ["socket", "tls-ca", "password-file"].contains(name) else {
                throw Fault(message: "a store's URL takes socket, tls-ca and password-file, not '\(name)'")
            }
            guard pair.count == 2, let value = decoded(pair[1]), !value.isEmpty else {
                throw Fault(message: "\(name) in the store's URL needs a path")
            }
            settings[name] = value
        }
        return settings
    }

    private static func host(_ text: Substring) throws(Fault) -> (String, UInt16?) {
        var host = text
        var port: Substring?
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            host = text[text.index(after: text.startIndex)..<end]
            let rest = text[text.index(after: end)...]
            port = rest.isEmpty ? nil : rest.hasPrefix(":") ? rest.dropFirst() : ""
        } else if let colon = text.firstIndex(of: ":") {
            host = text[..<colon]
            port = text[text.index(after: colon)...]
        }
        guard let name = decoded(host), !name.isEmpty else { throw Fault(message: "the store names no host") }
        guard let port else { return (name, nil) }
        guard let number = UInt16(port), number > 0 else {
            throw Fault(message: "the store's port is a number from 1 to 65535, not '\(port)'")
        }
        return (name, number)
    }

    /// The text with its `%` bytes put in; nil where they are no UTF-8, hold a zero, or are cut short.
    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Substring(text).utf8
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            let text = String(decoding: digits, as: UTF8.self)
            guard digits.count == 2, text.allSatisfy(\.isHexDigit), let value = UInt8(text, radix: 16), value > 0
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

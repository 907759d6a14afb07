import CCurl
import Glibc

/// An account service on the network, as `--service` names it (section 5).
///
/// It may hold a password of its own (`https://USER:PASSWORD@HOST/`), so no fault tells the URL, and nothing logs it.
public struct ServiceURL: Equatable, Sendable {
    /// What is spoken there.
    enum Contract: Equatable, Sendable {
        /// 6.1.
        case native
        /// 6.2, by POST or, the old way, by GET.
        case flags(HTTPRequest.Method)
        /// 6.3.
        case xml
    }

    /// Why a text names no service, for whoever started the program.
    public struct Fault: Error, Equatable, Sendable {
        /// The reason, in English.
        public let message: String
    }

    /// What is spoken there.
    let contract: Contract
    /// Where it is, without query; where paths are added to it, it does not end in a slash.
    let base: String
    /// What the URL itself has as its query.
    let query: String
    /// The socket of this machine, where it is one.
    let socketPath: String?
    /// Whether passwords leave this machine unencrypted.
    public let isPlaintext: Bool

    /// Reads a URL.
    public init(_ text: String) throws(Fault) {
        if text.hasPrefix("unix:") {
            let path = String(text.dropFirst("unix:".count))
            guard Self.socketPathLengths.contains(path.utf8.count) else {
                throw Fault(message: "unix: needs the path of a socket, at most 107 bytes")
            }
            (contract, base, query, socketPath, isPlaintext) = (.native, "http://localhost", "", path, false)
            return
        }
        let (kind, address) = Self.split(text)
        // The library forgives a third slash, and takes the path for the host.
        guard !address.contains(":///"), let url = ParsedURL(address), url.part(CURLUPART_FRAGMENT) == nil else {
            throw Fault(message: "this is no URL of a service")
        }
        let scheme = url.part(CURLUPART_SCHEME) ?? ""
        guard scheme == "https" || scheme == "http" else {
            throw Fault(message: "services are at https:, http:, unix:, php+https: and oschina+https:")
        }
        var parameters = (url.part(CURLUPART_QUERY) ?? "").split(separator: "&")
        switch kind {
        case "":
            contract = .native
        case "oschina+": contract = .xml
        default:
            contract = .flags(parameters.contains("method=get") ? .get : .post)
            parameters.removeAll { $0 == "method=get" || $0 == "method=post" }
        }
        guard parameters.isEmpty || kind == "php+", !parameters.contains(where: { $0.hasPrefix("method=") }) else {
            throw Fault(message: "the URL's query makes no sense here; php+ URLs take method=get or method=post")
        }
        query = parameters.joined(separator: "&")
        var base = url.withoutQuery
        // A script's own address stays as it is: another one would only be redirected to it.
        while kind != "php+", base.hasSuffix("/") { base.removeLast() }
        self.base = base
        socketPath = nil
        isPlaintext = scheme == "http" && !Self.isLoopback(url.part(CURLUPART_HOST) ?? "")
    }

    /// What a socket's address has room for.
    private static let socketPathLengths = 1...107

    /// The part of the scheme that names the contract, and the URL of HTTP behind it.
    private static func split(_ text: String) -> (kind: String, address: String) {
        for kind in ["php+", "oschina+"] where text.lowercased().hasPrefix(kind) {
            return (kind, String(text.dropFirst(kind.count)))
        }
        return ("", text)
    }

    /// Whether a host is this machine, by its name or its address alone.
    private static func isLoopback(_ host: String) -> Bool {
        if host.lowercased() == "localhost" || host == "[::1]" { return true }
        var address = in_addr()
        return inet_pton(AF_INET, host, &address) == 1 && UInt32(bigEndian: address.s_addr) >> 24 == 127
    }
}

/// A URL that libcurl has read (RFC 3986).
private final class ParsedURL {
    private let handle: OpaquePointer

    init?(_ text: String) {
        CurlMemory.use()
        guard let handle = curl_url() else { return nil }
        self.handle = handle
        guard !text.utf8.contains(0), curl_url_set(handle, CURLUPART_URL, text, 0) == CURLUE_OK,
            part(CURLUPART_HOST)?.isEmpty == false
        else { return nil }
    }

    deinit { curl_url_cleanup(handle) }

    /// A part; nil where there is none.
    func part(_ part: CURLUPart) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(handle, part, &text, 0) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }

    /// The whole without its query.
    var withoutQuery: String {
        curl_url_set(handle, CURLUPART_QUERY, nil, 0)
        return part(CURLUPART_URL) ?? ""
    }
}

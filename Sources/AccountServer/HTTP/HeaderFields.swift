import Cryptography
import Glibc

/// The header fields of a request that something here goes by, as they arrive.
struct HeaderFields {
    private var texts: [Name: String] = [:]
    private var secrets: [Name: Secret] = [:]
    private var fault: String?
    /// Where the next line has to begin.
    private var lineStart: UInt

    /// Begins behind the first line, whose end is `version`.
    init(after version: UnsafePointer<CChar>) {
        lineStart = UInt(bitPattern: version) + UInt(strlen(version)) + Self.lineEndCount
    }

    /// The bytes of CR LF.
    private static let lineEndCount: UInt = 2

    /// The names, in the lower case that they are compared in.
    private enum Name: String, CaseIterable {
        case host, contentType = "content-type", contentLength = "content-length"
        case transferEncoding = "transfer-encoding", contentEncoding = "content-encoding", expect
        case authorization, cookie

        /// Whether there may be a token in the value.
        var isSecret: Bool { self == .authorization || self == .cookie }
    }

    /// Takes the next field in.
    ///
    /// The library takes the head apart in place: libmicrohttpd 0.9.75, on whose way to do that this check rests. Where
    /// the lines do not lie one behind the other as they came, one of them ended in a bare LF, was folded, or holds a
    /// NUL, where the library's text in C has ended: a proxy could have read another request (RFC 9112, sections 2.2
    /// and 5.2).
    mutating func add(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        if UInt(bitPattern: name.baseAddress) != lineStart { fault = Self.brokenLine }
        lineStart = UInt(bitPattern: value.baseAddress) + UInt(value.count) + Self.lineEndCount
        // Also one with a space before the colon (RFC 9112, section 5.1).
        if name.isEmpty || !name.allSatisfy(Self.isNameByte) { fault = "the name of a header field is malformed" }
        // A bare CR among them (RFC 9110, section 5.5).
        if value.contains(where: { $0 < 0x20 && $0 != UInt8(ascii: "\t") || $0 == 0x7F }) { fault = Self.brokenLine }
        guard let name = Self.known(name) else { return }
        guard !value.isEmpty else {
            fault = "the header field \(name.rawValue) is empty"
            return
        }
        // Two fields that differ could mean one thing to a proxy and another one here (RFC 9110, section 5.3).
        guard texts[name] == nil, secrets[name] == nil else {
            fault = "the header field \(name.rawValue) stands there twice"
            return
        }
        if name.isSecret {
            secrets[name] = Secret(value)
        } else {
            texts[name] = String(decoding: value, as: UTF8.self)
        }
    }

    /// Ends the head, whose last byte lies before `end`, behind the empty line.
    mutating func finish(before end: UInt) {
        if lineStart + Self.lineEndCount != end { fault = Self.brokenLine }
    }

    /// Puts what was found into `head`; what is wrong with it, for whoever wrote the client.
    func apply(to head: inout RequestHead, version: String) -> String? {
        if let fault { return fault }
        // RFC 9112, section 3.2.
        if texts[.host] == nil, version != "HTTP/1.0" { return "the header field host is missing" }
        head.contentType = texts[.contentType]
        head.contentEncoding = texts[.contentEncoding]
        head.authorization = secrets[.authorization]
        head.cookie = secrets[.cookie]
        head.expectation = texts[.expect]
        if let coding = texts[.transferEncoding] {
            // A proxy of that version may not know it, and takes the body for the next request (RFC 9112, section 6.1).
            guard version != "HTTP/1.0" else { return "HTTP/1.0 has no transfer codings" }
            guard coding.lowercased() == "chunked" else { return "the transfer coding is not known" }
            guard texts[.contentLength] == nil else { return "the body has a length and chunks" }
            head.isChunked = true
        }
        if let length = texts[.contentLength] {
            guard Self.isNumber(length) else { return Self.lengthFault }
            // One that no machine could count is too large, like all above the limit.
            head.contentLength = Int(length) ?? .max
        }
        return nil
    }

    /// Whether a text is the length of a body (RFC 9110, section 8.6).
    static func isNumber(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// What is said of one that is not.
    static let lengthFault = "the body's length is no number"

    private static let brokenLine = "a line of the header is malformed"

    /// What the name of a field is made of (RFC 9110, section 5.6.2).
    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    private static let names = Dictionary(grouping: Name.allCases) { $0.rawValue.utf8.count }

    /// Names are ASCII, and compared without regard to case.
    private static func known(_ bytes: UnsafeRawBufferPointer) -> Name? {
        names[bytes.count]?.first { name in
            name.rawValue.utf8.elementsEqual(bytes) { $0 == $1 || ((0x41...0x5A).contains($1) && $0 == $1 | 0x20) }
        }
    }
}

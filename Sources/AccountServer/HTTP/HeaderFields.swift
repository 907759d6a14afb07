import Cryptography

/// The header fields of a request that something here goes by, as they arrive.
struct HeaderFields {
    private var texts: [Name: String] = [:]
    private var secrets: [Name: Secret] = [:]
    private var fault: String?

    /// The names, in the lower case that they are compared in.
    private enum Name: String, CaseIterable {
        case host, contentType = "content-type", contentLength = "content-length"
        case transferEncoding = "transfer-encoding", contentEncoding = "content-encoding", expect
        case authorization, cookie

        /// Whether there may be a token in the value.
        var isSecret: Bool { self == .authorization || self == .cookie }
    }

    /// Takes a field in, whose value the library has ended by a zero.
    mutating func add(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        guard let name = Self.known(name) else { return }
        guard let start = value.baseAddress, !value.isEmpty else {
            fault = "the header field \(name.rawValue) is empty"
            return
        }
        // The library takes the head apart in place: behind the zero lies the rest of the line's end, unless the zero
        // was sent, and the value goes on.
        let next = start.load(fromByteOffset: value.count + 1, as: UInt8.self)
        if next != 0, next != UInt8(ascii: "\r"), next != UInt8(ascii: "\n") {
            fault = "the header field \(name.rawValue) holds a NUL"
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

    /// Puts what was found into `head`; what is wrong with it, for whoever wrote the client.
    func apply(to head: inout RequestHead, version: String) -> String? {
        // RFC 9112, section 3.2.
        if texts[.host] == nil, version != "HTTP/1.0" { return "the header field host is missing" }
        head.contentType = texts[.contentType]
        head.contentEncoding = texts[.contentEncoding]
        head.authorization = secrets[.authorization]
        head.cookie = secrets[.cookie]
        head.expectation = texts[.expect]
        if let coding = texts[.transferEncoding] {
            guard coding.lowercased() == "chunked" else { return "the transfer coding is not known" }
            guard texts[.contentLength] == nil else { return "the body has a length and chunks" }
            head.isChunked = true
        }
        if let length = texts[.contentLength] {
            guard !length.isEmpty, length.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(length)
            else { return "the body's length is no number" }
            head.contentLength = count
        }
        return fault
    }

    private static let names = Dictionary(grouping: Name.allCases) { $0.rawValue.utf8.count }

    /// Names are ASCII, and compared without regard to case.
    private static func known(_ bytes: UnsafeRawBufferPointer) -> Name? {
        names[bytes.count]?.first { name in
            name.rawValue.utf8.elementsEqual(bytes) { $0 == $1 || ((0x41...0x5A).contains($1) && $0 == $1 | 0x20) }
        }
    }
}

import CMicroHTTPD
import Cryptography
import Glibc

extension Response {
    /// Gives the answer to the library, to be sent on `connection`.
    ///
    /// - Parameters:
    ///   - connection: the library's.
    ///   - isLast: whether the connection is closed after it.
    /// - Returns: what the library wants to hear of its callback.
    func queue(on connection: OpaquePointer, isLast: Bool) -> MHD_Result {
        guard let response = make() else { return .NO }
        defer { MHD_destroy_response(response) }
        for (name, value) in Self.usualFields + fields { MHD_add_response_header(response, name, value) }
        if isLast { MHD_add_response_header(response, "Connection", "close") }
        return MHD_queue_response(connection, UInt32(status), response)
    }

    /// The whole of an answer behind which the connection is closed, as it is sent at `time` (RFC 9112, section 4).
    func lastMessage(at time: time_t) -> Secret {
        let content: Secret =
            switch body {
            case .none: Secret()
            case .text(let text): Secret(text.utf8)
            case .secret(let secret): secret
            }
        let reason = MHD_get_reason_phrase_for(UInt32(status)).map { String(cString: $0) } ?? ""
        let ending = [("Content-Length", String(content.count)), ("Connection", "close")]
        let lines = ([("Date", Self.date(time))] + Self.usualFields + fields + ending).map { "\($0): \($1)\r\n" }
        var message = Secret("HTTP/1.1 \(status) \(reason)\r\n\(lines.joined())\r\n".utf8)
        content.withUnsafeBytes { message.append($0) }
        return message
    }

    /// The time as header fields have it (RFC 9110, section 5.6.7).
    private static func date(_ time: time_t) -> String {
        var (time, parts) = (time, tm())
        gmtime_r(&time, &parts)
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { text in
            let count = strftime(text.baseAddress, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
            return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }

    /// Answers are about one client at one moment (RFC 9111), and are what they say they are.
    private static let usualFields = [
        (name: "Cache-Control", value: "no-store"), (name: "X-Content-Type-Options", value: "nosniff"),
    ]

    private func make() -> OpaquePointer? {
        switch body {
        case .none: return MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
        case .text(let text):
            var text = text
            return text.withUTF8 { text in
                MHD_create_response_from_buffer(
                    text.count, UnsafeMutableRawPointer(mutating: text.baseAddress), .RESPMEM_MUST_COPY)
            }
        case .secret(let secret): return secret.withUnsafeBytes(Self.makeWiped)
        }
    }

    /// A copy that is wiped when it has been sent.
    private static func makeWiped(_ bytes: UnsafeRawBufferPointer) -> OpaquePointer? {
        guard let start = bytes.baseAddress, let copy = malloc(bytes.count) else { return nil }
        copy.copyMemory(from: start, byteCount: bytes.count)
        let response = MHD_create_response_from_buffer_with_free_callback(bytes.count, copy) { memory in
            guard let memory else { return }
            UnsafeMutableRawBufferPointer(start: memory, count: malloc_usable_size(memory)).wipe()
            free(memory)
        }
        if response == nil { free(copy) }
        return response
    }
}

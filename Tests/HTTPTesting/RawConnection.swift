import Glibc

/// A connection whose bytes a test sends and reads as it likes; closed when it goes away.
package final class RawConnection {
    /// Where to connect to.
    package enum Address: Sendable {
        /// A port of 127.0.0.1.
        case port(UInt16)
        /// A Unix socket.
        case unix(String)
    }

    /// Why there is no connection, or no reply.
    package struct Failure: Error, CustomStringConvertible {
        /// What happened.
        package let description: String
    }

    private let descriptor: CInt
    private var unread: [UInt8] = []

    /// Connects; a read waits for `patience` seconds at most.
    package init(_ address: Address, patience: Int = 90) throws {
        switch address {
        case .port(let port):
            var name = sockaddr_in()
            name.sin_family = sa_family_t(AF_INET)
            name.sin_port = port.bigEndian
            name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            descriptor = try Self.connect(AF_INET, name)
        case .unix(let path):
            var name = sockaddr_un()
            name.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.utf8) }
            descriptor = try Self.connect(AF_UNIX, name)
        }
        var time = timeval(tv_sec: patience, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    private static func connect<Name>(_ family: CInt, _ name: Name) throws -> CInt {
        let descriptor = socket(family, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        let isConnected = withUnsafeBytes(of: name) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) {
                Glibc.connect(descriptor, $0.baseAddress, socklen_t(MemoryLayout<Name>.size)) == 0
            }
        }
        guard isConnected else {
            let reason = String(cString: strerror(errno))
            close(descriptor)
            throw Failure(description: "no connection: \(reason)")
        }
        return descriptor
    }

    /// Sends all bytes; whether the other end took them.
    @discardableResult
    package func send(_ bytes: some Sequence<UInt8>) -> Bool {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(truncatingIfNeeded: MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest.removeFirst(count)
        }
        return true
    }

    /// Sends a text.
    @discardableResult
    package func send(_ text: String) -> Bool { send(text.utf8) }

    /// Says that nothing more will be sent.
    package func finishSending() { shutdown(descriptor, CInt(SHUT_WR)) }

    /// Reads a reply, all of its body included.
    ///
    /// An answer to HEAD has no body, whatever its length is said to be.
    package func readReply(hasBody: Bool = true) throws -> Reply {
        while true {
            if let end = unread.firstRange(of: Array("\r\n\r\n".utf8)) {
                let head = try Reply(head: String(decoding: unread[..<end.lowerBound], as: UTF8.self))
                let length = hasBody ? head.field("Content-Length").flatMap { Int($0) } ?? 0 : 0
                if unread.count >= end.upperBound + length {
                    defer { unread.removeFirst(end.upperBound + length) }
                    return head.with(body: Array(unread[end.upperBound..<end.upperBound + length]))
                }
            }
            guard try readMore() else {
                throw Failure(description: "the connection ended after \(unread.count) bytes of a reply")
            }
        }
    }

    /// Reads until the other end closes; what came that was no reply that had been read.
    package func readToEnd() throws -> [UInt8] {
        while try readMore() {}
        return unread
    }

    private func readMore() throws -> Bool {
        var part = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &part, part.count)
        guard count >= 0 else {
            if errno == ECONNRESET { return false }
            throw Failure(description: "no reply: \(String(cString: strerror(errno)))")
        }
        unread += part[..<count]
        return count > 0
    }
}

/// A reply of HTTP.
package struct Reply {
    /// The status.
    package let status: Int
    /// The header fields, as they came.
    package let fields: [(name: String, value: String)]
    /// The body.
    package private(set) var body: [UInt8] = []

    fileprivate init(head: String) throws {
        let lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
        let words = lines[0].split(separator: " ")
        guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
            throw RawConnection.Failure(description: "no reply of HTTP: \(lines[0])")
        }
        self.status = status
        fields = lines.dropFirst().compactMap { line in
            line.firstIndex(of: ":").map {
                (String(line[..<$0]), String(line[line.index(after: $0)...].drop { $0 == " " }))
            }
        }
    }

    fileprivate func with(body: [UInt8]) -> Reply {
        var reply = self
        reply.body = body
        return reply
    }

    /// The value of a header field; nil where there is none.
    package func field(_ name: String) -> String? {
        fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// The body as text.
    package var text: String { String(decoding: body, as: UTF8.self) }
}

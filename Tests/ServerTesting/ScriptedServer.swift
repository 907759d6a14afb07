import Foundation
import Glibc
import Synchronization

/// A server that does what a test says, whatever HTTP thinks of it; each connection gets one request and one step.
///
/// It runs until it is stopped, or the tests have ended.
package final class ScriptedServer: Sendable {
    /// What to do with a connection once its request is there.
    package enum Step: Sendable {
        /// Send this and close.
        case send(String)
        /// Send these bytes and close.
        case sendBytes([UInt8])
        /// Send this and break the connection.
        case reset(after: String)
        /// Send this, then wait until the client closes.
        case hold(after: String)
        /// Send a header that promises so many bytes, and as many as the client takes.
        case flood(byteCount: Int)
    }

    /// What a client sent.
    package struct Request: Sendable {
        /// Everything, header and body.
        package let text: String

        /// The first line.
        package var line: String { text.split(separator: "\r\n").first.map(String.init) ?? "" }
        /// What follows the header.
        package var body: String { text.components(separatedBy: "\r\n\r\n").dropFirst().joined(separator: "\r\n\r\n") }

        /// The value of a line of the header; nil where there is none.
        package func field(_ name: String) -> String? {
            let header = text.components(separatedBy: "\r\n\r\n")[0].components(separatedBy: "\r\n").dropFirst()
            let prefix = name.lowercased() + ": "
            return header.first { $0.lowercased().hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
        }
    }

    /// What is waited for did not come in time, or the system refused.
    package struct Failure: Error {
        package let what: String
    }

    /// The port on 127.0.0.1; 0 on a Unix socket.
    package let port: UInt16

    private struct State {
        var requests: [Request] = []
        /// Connections that the client has closed before they were answered, and bytes that it took of floods.
        var closedCount = 0
        var floodedByteCount = 0
        var waiters: [Int: Waiter] = [:]
        var waiterCount = 0
    }

    private struct Waiter: Sendable {
        let condition: @Sendable (State) -> Bool
        let continuation: CheckedContinuation<Bool, Never>
    }

    private let listener: CInt
    private let state = Mutex(State())
    private let answer: @Sendable (Request) -> Step
    private let greeting: Step?

    /// Listens on a free port of 127.0.0.1, or on the Unix socket `path`; `answer` says what becomes of each request,
    /// and `greeting` of a client that wants encryption: nil closes.
    package init(
        path: String? = nil, greeting: Step? = nil, _ answer: @escaping @Sendable (Request) -> Step
    ) throws {
        self.answer = answer
        self.greeting = greeting
        listener = socket(path == nil ? AF_INET : AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
        let isBound = path.map { [listener] in Self.bind(listener, toPath: $0) } ?? Self.bind(listener)
        guard isBound, listen(listener, 64) == 0 else { throw Failure(what: "cannot listen: \(errno)") }
        port = path == nil ? Self.port(of: listener) : 0
        // The thread keeps the server, which a test may have no more need to name while a client still needs it.
        Thread.detachNewThread { [self] in
            while case let connection = accept(listener, nil, nil), connection >= 0 { take(connection) }
            close(listener)
        }
    }

    /// Answers every request alike.
    package convenience init(path: String? = nil, greeting: Step? = nil, _ step: Step) throws {
        try self.init(path: path, greeting: greeting) { _ in step }
    }

    /// Takes no more connections: further ones are refused at once.
    package func stop() {
        shutdown(listener, CInt(SHUT_RDWR))
    }

    /// What has come so far.
    package var requests: [Request] { state.withLock { $0.requests } }

    /// How many connections the client has closed before they were answered.
    package var closedCount: Int { state.withLock { $0.closedCount } }

    /// How much of a flood was taken.
    package var floodedByteCount: Int { state.withLock { $0.floodedByteCount } }

    /// Waits until so many requests have come.
    package func waitForRequests(_ count: Int) async throws {
        try await wait(for: "\(count) requests") { $0.requests.count >= count }
    }

    /// Waits until the client has closed so many connections before they were answered.
    package func waitForClosed(_ count: Int) async throws {
        try await wait(for: "\(count) closed connections") { $0.closedCount >= count }
    }

    /// Waits without holding up a thread that the client may need.
    private func wait(for what: String, _ condition: @escaping @Sendable (State) -> Bool) async throws {
        let isFulfilled = await withCheckedContinuation { continuation in
            let waiter = Waiter(condition: condition, continuation: continuation)
            let number = state.withLock { state in
                state.waiterCount += 1
                state.waiters[state.waiterCount] = waiter
                return state.waiterCount
            }
            change { _ in }
            DispatchQueue.global().asyncAfter(deadline: .now() + 60) { [self] in
                state.withLock { $0.waiters.removeValue(forKey: number) }?.continuation.resume(returning: false)
            }
        }
        guard isFulfilled else { throw Failure(what: "no \(what)") }
    }

    /// Changes the state, and wakes those who have waited for it.
    private func change(_ body: (inout State) -> Void) {
        let woken = state.withLock { state in
            body(&state)
            let woken = state.waiters.filter { $0.value.condition(state) }
            for number in woken.keys { state.waiters[number] = nil }
            return woken.values.map(\.continuation)
        }
        for continuation in woken { continuation.resume(returning: true) }
    }

    // MARK: - Connections

    private func take(_ connection: CInt) {
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        Thread.detachNewThread { [self] in
            if let request = Self.readRequest(connection) {
                change { $0.requests.append(request) }
                perform(answer(request), connection)
            } else {
                if let greeting { perform(greeting, connection) }
                change { $0.closedCount += 1 }
            }
            close(connection)
        }
    }

    private func perform(_ step: Step, _ connection: CInt) {
        switch step {
        case .send(let text): Self.write(Array(text.utf8), to: connection)
        case .sendBytes(let bytes): Self.write(bytes, to: connection)
        case .reset(let text):
            Self.write(Array(text.utf8), to: connection)
            var linger = linger(l_onoff: 1, l_linger: 0)
            setsockopt(connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
        case .hold(let text):
            Self.write(Array(text.utf8), to: connection)
            var byte: UInt8 = 0
            while recv(connection, &byte, 1, 0) > 0 {}
            change { $0.closedCount += 1 }
        case .flood(let count):
            Self.write(Array("HTTP/1.1 200 OK\r\nContent-Length: \(count)\r\n\r\n".utf8), to: connection)
            let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 65536)
            var sent = 0
            while sent < count, Self.write(piece, to: connection) { sent += piece.count }
            change { state in
                state.floodedByteCount += sent
                state.closedCount += 1
            }
        }
    }

    /// Reads a header and the body that it promises; nil when none comes.
    private static func readRequest(_ connection: CInt) -> Request? {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while true {
            let text = String(decoding: bytes, as: UTF8.self)
            if let end = text.range(of: "\r\n\r\n") {
                let request = Request(text: text)
                let length = request.field("Content-Length").flatMap { Int($0) } ?? 0
                if text[end.upperBound...].utf8.count >= length { return request }
            }
            let count = recv(connection, &piece, piece.count, 0)
            guard count > 0 else { return nil }
            bytes += piece[..<count]
            // The client wants encryption, and has said nothing yet.
            if bytes[0] == 0x16 { return nil }
        }
    }

    @discardableResult
    private static func write(_ bytes: [UInt8], to connection: CInt) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    // MARK: - Addresses

    private static func bind(_ listener: CInt) -> Bool {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.bind(listener, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    private static func bind(_ listener: CInt, toPath path: String) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        return withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }

    private static func port(of listener: CInt) -> UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { address in
            _ = address.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(listener, $0, &size) }
        }
        return UInt16(bigEndian: address.sin_port)
    }
}

extension ScriptedServer.Step {
    /// A whole reply.
    package static func reply(
        _ status: Int, _ body: String, type: String = "application/json", fields: [String] = []
    ) -> Self {
        let header =
            ["HTTP/1.1 \(status) Status", "Content-Type: \(type)", "Content-Length: \(body.utf8.count)"] + fields
        return .send(header.joined(separator: "\r\n") + "\r\n\r\n" + body)
    }
}

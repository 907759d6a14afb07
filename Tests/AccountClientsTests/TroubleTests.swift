import Accounts
import Cryptography
import Glibc
import OwnThreads
import ServerTesting
import Testing

@testable import AccountClients

@Suite("Services that misbehave (L12)", .ownThreads())
struct TroubleTests {
    private static let html = "<html><body>Internal error: password=hunter2 \u{1B}[2J</body></html>"

    /// Replies that no contract has, and what they come to.
    private static let replies: [(ScriptedServer.Step, ServiceError)] = [
        (.reset(after: "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"acc"), .trouble(.connectionLost)),
        (.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"acc"), .trouble(.connectionLost)),
        (.send(""), .trouble(.connectionLost)),
        (.send("SSH-2.0-OpenSSH_9.2\r\n"), .trouble(.replyMalformed)),
        (.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"), .trouble(.replyMalformed)),
        (.reply(301, "", fields: ["Location: http://127.0.0.1:1/"]), .trouble(.addressMoved)),
        (.reply(307, "", fields: ["Location: https://elsewhere.example/"]), .trouble(.addressMoved)),
        (.reply(404, html, type: "text/html"), .trouble(.serviceMissing)),
        (.reply(405, html, type: "text/html"), .trouble(.serviceMissing)),
        (.reply(400, html, type: "text/html"), .trouble(.replyMalformed)),
        (.reply(429, "", fields: ["Retry-After: 90"]), .locked(seconds: 90)),
        (.reply(429, "", fields: ["Retry-After: 99999999"]), .locked(seconds: 86_400)),
        (.reply(429, ""), .busy), (.reply(503, "", fields: ["Retry-After: 5"]), .busy),
        (.reply(500, html, type: "text/html"), .trouble(.serviceFailed)),
        (.reply(502, html, type: "text/html"), .trouble(.serviceFailed)),
        (.reply(504, ""), .trouble(.timedOut)),
        (.reply(200, html, type: "text/html"), .trouble(.replyMalformed)),
        (.sendBytes(Array("HTTP/1.1 200 OK\r\n\r\n".utf8) + [0xFF, 0xFE, 0x00]), .trouble(.replyMalformed)),
        (.send("HTTP/1.1 200 OK\r\nX: \(String(repeating: "x", count: 70_000))\r\n\r\n{}"), .trouble(.replyMalformed)),
    ]

    @Test("Every contract takes them for what they are", arguments: Contract.allCases, replies.indices)
    func misbehaviour(contract: Contract, index: Int) async throws {
        let (step, expected) = Self.replies[index]
        let server = try ScriptedServer(step)
        let service = try contract.service(server)
        let found = await failure {
            try await service.logIn(credentials())
        }
        #expect(found == expected)
        #expect(server.requests.count == 1, "nothing is tried twice, no redirect is followed")
    }

    @Test(
        "A handshake that broke off is a lost connection, in whichever words; one that came to no agreement is not",
        arguments: [
            ("OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to a:443", .connectionLost),
            ("TLS connect error: error:00000000:lib(0)::reason(0)", .connectionLost),
            ("TLS connect error: error:0A000126:SSL routines::unexpected eof while reading", .connectionLost),
            ("TLS connect error: error:0A000438:SSL routines::tlsv1 alert internal error", .encryptionFailed),
        ] as [(String, ServiceError.Trouble)])
    func handshake(words: String, trouble: ServiceError.Trouble) {
        #expect(.forHandshake(words) == trouble)
    }

    @Test("100 MB are not taken, and not kept", arguments: Contract.allCases)
    func flood(contract: Contract) async throws {
        let server = try ScriptedServer(.flood(byteCount: 100 * 1024 * 1024))
        let service = try contract.service(server)
        let found = await failure { try await service.logIn(credentials()) }
        #expect(found == .trouble(.replyMalformed))
        try await server.waitForClosed(1)
        #expect(server.floodedByteCount > 0)
        // What the sockets' own buffers took is no more than a few megabytes.
        #expect(server.floodedByteCount < 16 * 1024 * 1024)
    }

    @Test("A service that never answers", arguments: Contract.allCases)
    func silence(contract: Contract) async throws {
        let server = try ScriptedServer(.hold(after: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n{"))
        let service = try contract.service(server, impatient)
        let found = await failure { try await service.logIn(credentials()) }
        #expect(found == .trouble(.timedOut))
        try await server.waitForClosed(1)
    }

    @Test("Nobody listens", arguments: Contract.allCases)
    func refused(contract: Contract) async throws {
        let server = try ScriptedServer(.send(""))
        server.stop()
        let service = try contract.service(server)
        let found = await failure { try await service.logIn(credentials()) }
        #expect(found == .trouble(.connectionRefused))
    }

    @Test("A host that nobody knows")
    func unknownHost() async throws {
        let service = try ServiceURL("https://no-such-host.invalid/").makeService(patient)
        let found = await failure { try await service.logIn(credentials()) }
        #expect(found == .trouble(.hostUnknown))
    }

    @Test("A connection that is never made")
    func unanswered() async throws {
        // Nobody accepts, and the queue of one is full: the next attempts are not answered at all.
        let queue = try FullQueue()
        var settings = patient
        settings.connectTimeout = .milliseconds(200)
        let service = try ServiceURL("http://127.0.0.1:\(queue.port)").makeService(settings)
        let found = await failure { try await service.logIn(credentials()) }
        #expect(found == .trouble(.timedOut))
    }

    @Test("A socket of this machine that is not there, or nobody's")
    func missingSocket() async throws {
        for path in ["/tmp/vestibule-no-such-socket", "/dev/null"] {
            let service = try ServiceURL("unix:" + path).makeService(patient)
            let found = await failure { try await service.logIn(credentials()) }
            #expect(found == .trouble(.connectionRefused))
        }
    }

    @Test("A socket of this machine that has as many connections as it takes")
    func fullSocket() async throws {
        let path = "/tmp/vestibule-full-\(UInt64.random(in: 0...UInt64.max))"
        defer { unlink(path) }
        let queue = try FullQueue(path: path)
        let service = try ServiceURL("unix:" + queue.path).makeService(patient)
        let found = await failure { try await service.logIn(credentials()) }
        #expect(found == .trouble(.connectionRefused))
    }
}

/// A socket that listens with a full queue.
private final class FullQueue {
    let path: String
    private(set) var port: UInt16 = 0
    private var sockets: [CInt] = []

    /// On a free port of 127.0.0.1.
    init() throws {
        path = ""
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        fill(AF_INET, &address)
        port = UInt16(bigEndian: address.sin_port)
    }

    /// On the Unix socket `path`.
    init(path: String) throws {
        self.path = path
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        fill(AF_UNIX, &address)
    }

    private func fill<Address>(_ family: CInt, _ address: inout Address) {
        let listener = socket(family, CInt(SOCK_STREAM.rawValue), 0)
        sockets = [listener]
        var size = socklen_t(MemoryLayout<Address>.size)
        withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                _ = bind(listener, generic, size)
                _ = listen(listener, 0)
                if family == AF_INET { _ = getsockname(listener, generic, &size) }
                for _ in 0..<4 {
                    let client = socket(family, CInt(SOCK_STREAM.rawValue), 0)
                    _ = fcntl(client, F_SETFL, O_NONBLOCK)
                    _ = connect(client, generic, size)
                    sockets.append(client)
                }
            }
        }
    }

    deinit { for socket in sockets { close(socket) } }
}

import AccountEngine
import EngineTesting
import HTTPTesting
import OwnThreads
import ProgramTesting
import Testing

@testable import AccountServer

/// How long clients may take, and how many there may be (section 6).
@Suite(.ownThreads())
struct LimitsTests {
    @Test(arguments: [
        "", "G", "GET /healthz HTTP/1.1\r\nHost: a\r\nX: ",
        "POST /v1/captcha HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n{",
    ])
    func `a client that sends nothing more, or a byte now and then, is cut off`(_ start: String) async throws {
        let service = try await TestService(limits: {
            $0.idleTime = .milliseconds(600)
            $0.requestTime = .milliseconds(600)
        })
        let connection = try RawConnection(service.address)
        connection.send(start)
        if start.isEmpty {
            #expect(try connection.readToEnd().isEmpty)
        } else {
            // Each byte would begin an idle time anew.
            #expect(await eventually { !connection.send("x") })
        }
        #expect(try service.request("GET", "/healthz").status == 200)
    }

    @Test func `a peer has sixteen connections, the next is closed at once`() async throws {
        let service = try await TestService()
        var connections: [RawConnection] = []
        for _ in 0..<16 {
            let connection = try RawConnection(service.address)
            connection.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try connection.readReply().status == 200)
            connections.append(connection)
        }
        let next = try RawConnection(service.address)
        next.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try next.readToEnd().isEmpty)
        connections.removeLast()
        let isServed = await eventually { (try? service.request("GET", "/healthz").status) == 200 }
        #expect(isServed)
    }

    @Test func `a thousand idle connections keep nobody out for longer than their idle time`() async throws {
        let service = try await TestService(limits: {
            $0.idleTime = .seconds(1)
            $0.connectionCountPerPeer = 2000
        })
        let connections = try (0..<1000).map { _ in try RawConnection(service.address) }
        let reply = try service.request("GET", "/metrics")
        let count = try #require(reply.text.firstMatch(of: /\nvestibule_connections (\d+)\n/)).output.1
        #expect(try #require(Int(count)) <= 128)
        #expect(connections.count == 1000)
    }

    @Test func `a request that takes too long is answered with 504, and its work is given up`() async throws {
        let hasher = HeldHasher()
        defer { hasher.release(100) }
        let service = try await TestService(hasher: hasher, limits: { $0.requestTime = .milliseconds(700) })
        let reply = try service.logIn()
        #expect(reply.status == 504)
        #expect(reply.text.contains("/problems/timed-out"))
        hasher.release(100)
        // Right, but nobody waits for it any more: no session.
        let isCancelled = try await eventually { try await service.attempts.contains { $0.outcome == .cancelled } }
        #expect(isCancelled)
    }

    @Test func `what hashes steps back behind what answers (section 9)`() async throws {
        let hasher = HeldHasher()
        hasher.release()
        let service = try await TestService(hasher: hasher)
        #expect(try service.logIn().status == 200)
        #expect(hasher.nicenesses == [min(HeldHasher.ownNiceness + 5, 19)])
    }

    @Test func `a client that goes away takes its work out of the queue`() async throws {
        let hasher = HeldHasher()
        defer { hasher.release(100) }
        let service = try await TestService(hasher: hasher)
        func begin() throws -> RawConnection {
            let connection = try RawConnection(service.address)
            let body = #"{"account":"ada","password":"testApp123456"}"#
            connection.send(
                "POST /v1/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
            return connection
        }
        let first = try begin()
        #expect(await eventually { hasher.begunCount == 1 })
        var second: RawConnection? = try begin()
        #expect(second != nil)
        second = nil
        let isCancelled = try await eventually { try await service.attempts.contains { $0.outcome == .cancelled } }
        #expect(isCancelled)
        #expect(hasher.begunCount == 1)
        hasher.release()
        #expect(try first.readReply().status == 200)
    }

    @Test func `other requests are answered while all hash workers are at work (A1)`() async throws {
        let hasher = HeldHasher()
        defer { hasher.release(100) }
        let service = try await TestService(hasher: hasher)
        let connection = try RawConnection(service.address)
        connection.send(
            "POST \(Contract.flagsPath) HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                + "Content-Length: \(FlagContractTests.form("ada").utf8.count)\r\n\r\n" + FlagContractTests.form("ada"))
        #expect(await eventually { hasher.begunCount == 1 })
        let numbers = try service.request("GET", "/metrics").text
        #expect(numbers.contains("\nvestibule_hash_busy 1\n"))
        #expect(try service.request("GET", "/healthz").status == 200)
        hasher.release()
        #expect(try connection.readReply().text.contains(#""loginOKOrNotFlag":"1""#))
    }

    @Test func `an ending service finishes what it has accepted, and takes nothing more`() async throws {
        let hasher = HeldHasher()
        defer { hasher.release(100) }
        let service = try await TestService(hasher: hasher)
        let idle = try RawConnection(service.address)
        let busy = try RawConnection(service.address)
        let body = #"{"account":"ada","password":"testApp123456"}"#
        busy.send(
            "POST /v1/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        #expect(await eventually { hasher.begunCount == 1 })
        async let end: Void = apart { service.stop() }
        #expect(try idle.readToEnd().isEmpty)
        let isClosed = await eventually { (try? RawConnection(service.address)) == nil }
        #expect(isClosed)
        hasher.release()
        let reply = try busy.readReply()
        #expect(reply.status == 200)
        #expect(reply.field("Connection")?.lowercased() == "close")
        try await end
    }

    @Test func `an ending service does not wait for ever`() async throws {
        let hasher = HeldHasher()
        defer { hasher.release(100) }
        let service = try await TestService(hasher: hasher, limits: { $0.drainTime = .milliseconds(300) })
        let busy = try RawConnection(service.address)
        busy.send(
            "POST \(Contract.flagsPath) HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                + "Content-Length: \(FlagContractTests.form("ada").utf8.count)\r\n\r\n" + FlagContractTests.form("ada"))
        #expect(await eventually { hasher.begunCount == 1 })
        service.stop()
        #expect(try busy.readReply().status == 503)
    }

    @Test func `a burst of strangers leaves one line a minute in the trail (A9)`() async throws {
        let service = try await TestService()
        let connection = try RawConnection(service.address)
        for number in 0..<2000 {
            let form = FlagContractTests.form("stranger\(number)")
            connection.send(
                "POST \(Contract.flagsPath) HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                    + "Content-Length: \(form.utf8.count)\r\n\r\n\(form)")
            #expect(try connection.readReply().text.contains(#""accountBeingOrNotFlag":"0""#))
        }
        let attempts = try await service.attempts
        #expect(attempts.count <= 3)
        #expect(attempts.reduce(0) { $0 + $1.count } == 2000)
    }
}

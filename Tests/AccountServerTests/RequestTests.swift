import EngineTesting
import HTTPTesting
import OwnThreads
import Testing

@testable import AccountServer

/// The rules of HTTP (RFC 9110, RFC 9112) and the limits on bodies.
@Suite(.ownThreads())
struct RequestTests {
    /// Sends bytes and reads one reply.
    private static func reply(_ service: TestService, _ text: String) throws -> Reply {
        let connection = try RawConnection(service.address)
        connection.send(text)
        return try connection.readReply()
    }

    private static func post(_ path: String = "/v1/login", _ fields: String..., body: String) -> String {
        "POST \(path) HTTP/1.1\r\nHost: a\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n" + body
    }

    @Test func `the store's health and the numbers are told`() async throws {
        let service = try await TestService()
        let health = try service.request("GET", "/healthz")
        #expect(health.status == 200)
        #expect(health.text == "ok\n")
        let numbers = try service.request("GET", "/metrics")
        #expect(numbers.field("Content-Type") == "text/plain; version=0.0.4; charset=utf-8")
        // A request is counted when its answer has left, which its client may see before.
        for line in [
            #"vestibule_requests_total{route="health",status="200"} 1"#, "vestibule_hash_queue_depth 0",
            "vestibule_hash_busy 0", "vestibule_store_errors_total 0", "vestibule_connections 1",
            #"vestibule_request_duration_seconds_bucket{route="health",le="+Inf"} 1"#,
        ] {
            let isThere = try await eventually {
                try service.request("GET", "/metrics").text.contains("\n\(line)\n")
            }
            #expect(isThere, "\(line)")
        }
    }

    @Test func `HEAD is GET without the body`() async throws {
        let service = try await TestService()
        let reply = try service.request("HEAD", "/healthz")
        #expect(reply.status == 200)
        #expect(reply.field("Content-Length") == "3")
    }

    @Test(arguments: [
        ("/v1/login", "POST, OPTIONS"), ("/v1/user", "GET, HEAD, OPTIONS"), ("/v1/password", "PUT, OPTIONS"),
        ("/v1/sessions", "GET, DELETE, HEAD, OPTIONS"), ("/v1/sessions/1", "DELETE, OPTIONS"),
        ("/healthz", "GET, HEAD, OPTIONS"), ("/metrics", "GET, HEAD, OPTIONS"),
        (Contract.flagsPath, "GET, POST, HEAD, OPTIONS"), (Contract.xmlLoginPath, "POST, OPTIONS"),
        (Contract.xmlNoticePath, "GET, HEAD, OPTIONS"),
    ])
    func `a path tells its methods`(_ path: String, _ methods: String) async throws {
        let service = try await TestService()
        let options = try service.request("OPTIONS", path)
        #expect(options.status == 204)
        #expect(options.field("Allow") == methods)
        for method in ["PATCH", "TRACE", "BREW"] {
            let reply = try service.request(method, path)
            #expect(reply.status == 405)
            #expect(reply.field("Allow") == methods)
        }
    }

    @Test(arguments: ["/", "/v1", "/v1/", "/v1/logins", "/v1/login/", "/v1/sessions/", "/v1/sessions/1/2", "/v2/login"])
    func `other paths are not found`(_ path: String) async throws {
        let service = try await TestService()
        let reply = try service.request("GET", path)
        #expect(reply.status == 404)
        #expect(reply.text == #"{"type":"about:blank","title":"Not Found","status":404}"#)
    }

    @Test func `a body needs a length, its type and no compression`() async throws {
        let service = try await TestService()
        #expect(try service.request("POST", "/v1/login").status == 411)
        #expect(try service.request("POST", Contract.flagsPath).status == 411)
        for type in ["text/plain", "application/x-www-form-urlencoded", "application/json; charset=utf-16", "json"] {
            let reply = try service.request("POST", "/v1/login", "{}", type: type)
            #expect(reply.status == 415)
            #expect(reply.field("Accept-Post") == "application/json")
        }
        for type in ["application/json", "multipart/form-data; boundary=x", "text/xml"] {
            #expect(try service.request("POST", Contract.flagsPath, "a=b", type: type).status == 415)
        }
        let compressed = try service.request("POST", "/v1/login", "{}", fields: ["Content-Encoding: gzip"])
        #expect(compressed.status == 415)
        #expect(
            try service.request("POST", "/v1/login", "{}", type: "Application/JSON; Charset=\"UTF-8\"").status == 400)
        #expect(try Self.reply(service, Self.post("/v1/login", "Content-Length: 2", body: "{}")).status == 415)
    }

    @Test func `8 KiB are taken, one byte more is 413, however it comes`() async throws {
        let service = try await TestService()
        let limit = 8 * 1024
        func status(_ count: Int) throws -> Int {
            let start = #"{"account":"ada","password":"wrong","x":""#
            let body = start + String(repeating: "x", count: count - start.utf8.count - 2) + #""}"#
            return try service.request("POST", "/v1/login", body).status
        }
        #expect(try status(limit) == 403)
        #expect(try status(limit + 1) == 413)
        #expect(try status(60_000) == 413)
        let chunk = "2000\r\n" + String(repeating: "a", count: 0x2000) + "\r\n"
        let fields = ["Transfer-Encoding: chunked", "Content-Type: application/json"]
        let chunked = Self.post("/v1/login", fields[0], fields[1], body: chunk + "1\r\na\r\n0\r\n\r\n")
        #expect(try Self.reply(service, chunked).status == 413)
    }

    @Test func `a body without end is cut off`() async throws {
        let service = try await TestService()
        let connection = try RawConnection(service.address)
        connection.send(
            Self.post("/v1/login", "Transfer-Encoding: chunked", "Content-Type: application/json", body: ""))
        let chunk = Array(("2000\r\n" + String(repeating: "a", count: 0x2000) + "\r\n").utf8)
        var sentCount = 0
        while sentCount < 10_000, connection.send(chunk) { sentCount += 1 }
        #expect(sentCount < 10_000)
    }

    @Test func `a large body that waits to be asked for is refused before it is sent (RFC 9110, section 10.1.1)`()
        async throws
    {
        let service = try await TestService()
        let connection = try RawConnection(service.address)
        connection.send(
            Self.post(
                "/v1/login", "Content-Type: application/json", "Expect: 100-continue", "Content-Length: 9000", body: "")
        )
        #expect(try connection.readReply().status == 413)
        let patient = try RawConnection(service.address)
        patient.send(
            Self.post(
                "/v1/login", "Content-Type: application/json", "Expect: 100-continue", "Content-Length: 2", body: ""))
        #expect(try patient.readReply().status == 100)
        patient.send("{}")
        #expect(try patient.readReply().status == 400)
    }

    @Test(arguments: [
        "GET /healthz HTTP/1.1\r\n\r\n", "GET /healthz HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n",
        "GET /healthz\u{0}x HTTP/1.1\r\nHost: a\r\n\r\n", "GET /healthz?a=%00 HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /healthz?a=%0 HTTP/1.1\r\nHost: a\r\n\r\n", "GET /healthz?a=%zz HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /healthz?a=1&a=2 HTTP/1.1\r\nHost: a\r\n\r\n", "GET /healthz?%C3%28 HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /h\u{E9}althz HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer a\u{0}b\r\nX: y\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: a\r\nCookie: a=b\r\ncookie: a=b\r\n\r\n",
        "POST /v1/captcha HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
        "POST /v1/captcha HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}",
        // Transfer codings came with HTTP/1.1 (RFC 9112, section 6.1).
        "POST /v1/captcha HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: keep-alive\r\n\r\n0\r\n\r\n",
        "POST /v1/captcha HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n{}",
        "POST /v1/captcha HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n{}",
        // A space before the colon, no name, no token for a name (RFC 9112, section 5.1).
        "POST /v1/captcha HTTP/1.1\r\nHost: a\r\nContent-Length : 2\r\n\r\n{}",
        "POST /v1/captcha HTTP/1.1\r\nHost: a\r\nTransfer-Encoding\t: chunked\r\n\r\n0\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: a\r\nContent-Length : 40\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: a\r\n: a\r\n\r\n", "GET /healthz HTTP/1.1\r\nHost: a\r\nX(y): a\r\n\r\n",
        // NULs, wherever they are.
        "GET /healthz HTTP/1.1\r\nHost: a\r\nX: a\u{0}b\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: a\r\nX: a\u{0}\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: a\r\nX: a\u{0}\u{0}\r\nY: b\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: a\r\nX: \u{0}\u{0}\u{0}a\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: a\r\nX\u{0}y: a\r\n\r\n",
        // Lines that end in a bare CR or LF, and folded ones (RFC 9112, sections 2.2 and 5.2).
        "GET /healthz HTTP/1.1\r\nHost: a\r\nX: a\rContent-Length: 40\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: a\r\nX: a\nContent-Length: 40\r\n\r\n",
        "GET /healthz HTTP/1.1\rHost: a\r\n\r\n", "GET /healthz HTTP/1.1\r\nHost: a\r\n\n",
        "GET /healthz HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n", "GET /healthz HTTP/1.1\r\nHost: a\r\n\tb\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\nY: c\r\n\r\n",
        "GET /healthz HTTP/1.1\r\n Host: a\r\nHost: b\r\n\r\n",
    ])
    func `a request that could mean two things is 400, and nothing behind it is read`(_ text: String) async throws {
        let service = try await TestService()
        let connection = try RawConnection(service.address)
        connection.send(text + "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try connection.readReply().status == 400, "\(text.debugDescription)")
        #expect(try connection.readToEnd().isEmpty, "\(text.debugDescription)")
    }

    @Test(arguments: [
        (" -5", 400), (" abc", 400), (" +5", 400), ("", 400), (" 5, 5", 400), (" 0x5", 400), (" 5 5", 400),
        (" 9001", 413), (" 9223372036854775808", 413), (" 18446744073709551615", 413), (" 18446744073709551616", 413),
        (" 99999999999999999999999999", 413),
    ])
    func `a length that is none has one answer, problem details, and a line in the log (RFC 9112, section 6.3)`(
        _ length: String, _ status: Int
    ) async throws {
        let service = try await TestService()
        // The head at once, and in parts between which another connection is read.
        for parts in [["Content-Length:\(length)\r\n\r\n"], ["Content-Le", "ngth:\(length)\r\n", "\r\n"]] {
            let connection = try RawConnection(service.address)
            connection.send("POST /v1/login HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n")
            connection.send("Content-Type: application/json\r\n")
            for part in parts {
                let other = try RawConnection(service.address)
                other.send("GET /healthz HTTP/1.1\r\nHost: a\r\n")
                connection.send(part)
                other.send("\r\n")
                #expect(try other.readReply().status == 200)
            }
            let reply = try connection.readReply()
            #expect(reply.status == status)
            #expect(reply.field("Content-Type") == "application/problem+json")
            #expect(reply.field("Date")?.wholeMatch(of: /\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/) != nil)
            #expect(reply.text.contains(#""status":\#(status)"#))
            #expect(try connection.readToEnd().isEmpty)
        }
        let isLogged = await eventually {
            service.logText.split(separator: "\n").count { $0.contains(#""status":\#(status),"#) } == 2
        }
        #expect(isLogged, "\(service.logText)")
    }

    @Test(arguments: [
        (Contract.flagsPath, "application/x-www-form-urlencoded", "a=1&a=2"),
        (Contract.flagsPath, "application/x-www-form-urlencoded", "a=%zz"),
        (Contract.flagsPath, "application/x-www-form-urlencoded", "a=%00"),
        ("/v1/login", "application/json", #"{"account":"a","account":"b","password":"c"}"#),
        ("/v1/login", "application/json", #"{"account":"a","password":"\u0000"}"#),
    ])
    func `a body that could mean two things is 400, and what is behind it is read (RFC 9112, section 9.3)`(
        _ path: String, _ type: String, _ body: String
    ) async throws {
        let service = try await TestService()
        let connection = try RawConnection(service.address)
        connection.send(
            Self.post(path, "Content-Type: \(type)", "Content-Length: \(body.utf8.count)", body: body)
                + "GET \(Contract.flagsPath)?a=1&a=2 HTTP/1.1\r\nHost: a\r\n\r\n"
                + "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try connection.readReply().status == 400)
        #expect(try connection.readReply().status == 400)
        #expect(try connection.readReply().text == "ok\n")
    }

    @Test func `whatever the library refuses by itself has one head`() async throws {
        let service = try await TestService()
        let fields = ["Transfer-Encoding: chunked", "Content-Type: application/json"]
        let chunked = Self.post("/v1/login", fields[0], fields[1], body: "")
        for (text, status) in [
            ("GET /healthz HTTP/1.1\r\nHost: a\r\nCookie: \(String(repeating: "a=b;", count: 1900))\r\n\r\n", 431),
            ("GET /healthz HTTP/1.1\r\n" + String(repeating: "a: b\r\n", count: 600) + "\r\n", 431),
            ("GET / HTTP/3.0\r\n\r\n", 505), ("GET / HTTP/0.9\r\n\r\n", 505), ("GET / HTTQ/1.1\r\n\r\n", 400),
            ("GET /healthz HTTP/1.1\r\nHost\r\n\r\n", 400), (chunked + "zz\r\n{}\r\n0\r\n\r\n", 400),
            (chunked + "2\r\n{}xx0\r\n\r\n", 400), (chunked + "fffffffffffffffff\r\n{}", 413),
        ] {
            let connection = try RawConnection(service.address)
            connection.send(text)
            #expect(try connection.readReply().status == status, "\(text.prefix(40).debugDescription)")
            #expect(try connection.readToEnd().isEmpty, "\(text.prefix(40).debugDescription)")
        }
        let isLogged = await eventually { service.logText.contains(#""route":"malformed","method":"","status":431"#) }
        #expect(isLogged)
    }

    @Test func `empty values, spaces around them and any name are no fault`() async throws {
        let service = try await TestService()
        let fields = ["X-Empty:", "X-Spaces:  a \t", "X!#$%&'*+-.^_`|~9:a:b", "Accept: */*"]
        #expect(try service.request("GET", "/healthz", fields: fields).status == 200)
        let connection = try RawConnection(service.address)
        connection.send("GET /healthz HTTP/1.0\r\n\r\n")
        #expect(try connection.readReply().status == 200)
    }

    @Test func `what nobody understands gets no more than an error`() async throws {
        let service = try await TestService()
        for text in ["garbage\r\n\r\n", "GET / HTTP/3.0\r\nHost: a\r\n\r\n", "\u{16}\u{3}\u{1}\r\n\r\n"] {
            let connection = try RawConnection(service.address)
            connection.send(text)
            connection.finishSending()
            let bytes = String(decoding: try connection.readToEnd(), as: UTF8.self)
            #expect(bytes.isEmpty || bytes.hasPrefix("HTTP/1.1 4") || bytes.hasPrefix("HTTP/1.1 505"), "\(bytes)")
        }
        #expect(try Self.reply(service, "GET /\(String(repeating: "a", count: 20_000)) HTTP/1.1\r\n\r\n").status == 414)
        #expect(try service.request("GET", "/healthz").status == 200)
    }

    @Test func `HTTP 1.0 is answered and the connection closed`() async throws {
        let service = try await TestService()
        let connection = try RawConnection(service.address)
        connection.send("GET /healthz HTTP/1.0\r\n\r\n")
        #expect(try connection.readReply().text == "ok\n")
        #expect(try connection.readToEnd().isEmpty)
    }

    @Test func `requests in a row are answered in their order`() async throws {
        let service = try await TestService()
        let connection = try RawConnection(service.address)
        let login = #"{"account":"ada","password":"testApp123456"}"#
        connection.send(
            "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
                + Self.post(
                    "/v1/login", "Content-Type: application/json", "Content-Length: \(login.utf8.count)", body: login)
                + "GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
        )
        #expect(try connection.readReply().text == "ok\n")
        #expect(try connection.readReply().text.hasPrefix(#"{"token":"#))
        #expect(try connection.readReply().status == 404)
        #expect(try connection.readReply().text == "ok\n")
        #expect(try connection.readToEnd().isEmpty)
    }

    @Test func `a target may name scheme and host, and a client may say that it sends no more`() async throws {
        let service = try await TestService()
        let connection = try RawConnection(service.address)
        connection.send("GET http://a/healthz HTTP/1.1\r\nHost: a\r\n\r\n")
        connection.finishSending()
        #expect(try connection.readReply().text == "ok\n")
    }
}

import AccountWire
import Accounts
import Cryptography
import Foundation
import OwnThreads
import ServerTesting
import Testing

@testable import AccountClients

@Suite("The XML contract (6.3)", .ownThreads())
struct XMLServiceTests {
    private static let notice =
        "<notice><atmeCount>1</atmeCount><msgCount>2</msgCount><reviewCount>3</reviewCount><newFansCount>4</newFansCount></notice>"
    private static let login = """
        <?xml version="1.0" encoding="UTF-8"?>
        <oschina>
          <result><errorCode>1</errorCode><errorMessage><![CDATA[登录成功]]></errorMessage></result>
          <user><uid>112617</uid><location></location><name>新风作浪</name><followers>1</followers></user>
          \(notice)
        </oschina>
        """

    /// A server that logs everybody in with two cookies, and counts for those who show both.
    private static func server() throws -> ScriptedServer {
        try ScriptedServer { request in
            if request.line.hasPrefix("POST") {
                return .reply(
                    200, login, type: "text/xml",
                    fields: [
                        "Set-Cookie: oscid=s3cr3t; Path=/; HttpOnly; Max-Age=3600", "Set-Cookie: lang=zh; Path=/action",
                        "Set-Cookie: foreign=1; Domain=other.example",
                    ])
            }
            let cookies = Set((request.field("Cookie") ?? "").split(separator: "; "))
            guard cookies.contains("oscid=s3cr3t") || cookies.contains("oscid=changed") else {
                return .reply(200, "<oschina><result><errorCode>-1</errorCode></result></oschina>")
            }
            return .reply(
                200, "<oschina>\(notice)</oschina>", fields: ["Set-Cookie: oscid=changed; Path=/; HttpOnly; Max-Age=99"]
            )
        }
    }

    @Test("It offers a login with any password, and counts")
    func declaration() throws {
        let service = try ServiceURL("oschina+https://h.example/").makeService(patient)
        #expect(service.declaration == ServiceDeclaration(calls: .notices, passwordPolicy: .notEmpty))
    }

    @Test("A login, and who it is")
    func logIn() async throws {
        let server = try Self.server()
        let session = try await server.xml().logIn(credentials("ada@EXAMPLE.com", "1&2"))
        #expect(session.user == User(account: "新风作浪", id: "112617"))
        let request = server.requests[0]
        #expect(request.line == "POST /action/api/login_validate HTTP/1.1")
        #expect(request.field("Content-Type") == "application/x-www-form-urlencoded")
        #expect(request.field("Cookie") == nil)
        #expect(request.body == "username=ada%40EXAMPLE.com&pwd=1%262&keep_login=1")
    }

    @Test("Cookies are kept and sent again, as the service last set them")
    func cookies() async throws {
        let server = try Self.server()
        let service = try server.xml()
        let session = try await service.logIn(credentials())
        // A pipe shows the token alone.
        let shown = Session(shownBy: session.token)
        for _ in 0..<2 {
            #expect(
                try await service.notices(in: shown) == Notices(mentions: 1, messages: 2, comments: 3, followers: 4))
        }
        #expect(server.requests[1].line == "GET /action/api/user_notice?uid=112617 HTTP/1.1")
        let sent = server.requests.dropFirst().map { Set(($0.field("Cookie") ?? "").components(separatedBy: "; ")) }
        #expect(sent == [["oscid=s3cr3t", "lang=zh"], ["oscid=changed", "lang=zh"]], "none for another host")
        #expect(try await service.user(in: shown) == session.user)
    }

    @Test("A later start goes on with them, and another one without ends (H1)")
    func resume() async throws {
        let server = try Self.server()
        let token = try #require(try await server.xml().logIn(credentials()).token)
        let resumed = try await server.xml().resume(token)
        #expect(resumed.user == User(account: "新风作浪", id: "112617"))
        #expect(resumed.token != token, "with the cookies as they are now")
        #expect(
            try await server.xml().notices(in: resumed) == Notices(mentions: 1, messages: 2, comments: 3, followers: 4))

        let stranger = try CookieToken(user: User(account: "eve", id: "5"), cookies: []).text
        for token in [stranger, Secret("no token".utf8), Secret()] {
            let service = try server.xml()
            let found = await failure { try await service.resume(token) }
            #expect(found == .sessionEnded)
        }
    }

    @Test("Cookies of one host are not for another one")
    func foreignHost() async throws {
        let server = try Self.server()
        let token = try #require(try await server.xml().logIn(credentials()).token)
        let service = try ServiceURL("oschina+http://localhost:\(server.port)/").makeService(patient)
        let found = await failure { try await service.resume(token) }
        #expect(found == .sessionEnded)
        #expect(server.requests[1].field("Cookie") == nil)
    }

    @Test("The service's own words, for 0 and -1")
    func refusals() async throws {
        for code in [0, -1] {
            let server = try ScriptedServer(
                .reply(
                    200,
                    "<oschina><result><errorCode> \(code)\n</errorCode><errorMessage>用户名 &lt;或&gt; 口令错误"
                        + String(repeating: "!", count: 500) + "</errorMessage></result></oschina>"))
            let service = try server.xml()
            let found = await failure { try await service.logIn(credentials()) }
            let words = "用户名 <或> 口令错误" + String(repeating: "!", count: 500)
            #expect(found == .refused(text: words.prefix(199) + "…"))
        }
    }

    @Test("Without a name the typed one is shown")
    func nameless() async throws {
        let server = try ScriptedServer(
            .reply(200, "<oschina><result><errorCode>1</errorCode></result><user><uid>7</uid></user></oschina>"))
        #expect(try await server.xml().logIn(credentials()).user == User(account: "ada", id: "7"))
    }

    private static let result = "<result><errorCode>1</errorCode></result>"

    @Test(
        "Documents that the contract has not (L12)",
        arguments: [
            "", "no XML", "<oschina/>", "<other>\(result)<user><uid>7</uid></user></other>",
            "<oschina>\(result)</oschina>",
            "<oschina>\(result)<user/></oschina>", "<oschina>\(result)<user><uid>x</uid></user></oschina>",
            "<oschina>\(result)<user><uid>-1</uid></user></oschina>",
            "<oschina>\(result)<user><uid>\(String(repeating: "1", count: 33))</uid></user></oschina>",
            "<oschina><result><errorCode>2</errorCode></result><user><uid>7</uid></user></oschina>",
            "<oschina><result><errorCode>one</errorCode></result></oschina>",
            "<oschina><result/></oschina>", "<oschina>\(result)<user><uid>7</uid></user>",
            "<oschina>\(result)<user><uid>7</uid><name>\(String(repeating: "n", count: 300))</name></user></oschina>",
        ])
    func malformed(body: String) async throws {
        let server = try ScriptedServer(.reply(200, body, type: "text/xml"))
        let service = try server.xml()
        let found = await failure { try await service.logIn(credentials()) }
        #expect(found == .trouble(.replyMalformed))
    }

    @Test("Counters that are none", arguments: ["-1", "x", "", "99999999999999999999"])
    func counters(text: String) async throws {
        let server = try ScriptedServer(
            .reply(200, "<oschina>\(Self.notice)</oschina>".replacing(">3<", with: ">\(text)<")))
        let service = try server.xml()
        let session = Session(shownBy: try CookieToken(user: User(account: "ada", id: "7"), cookies: []).text)
        let found = await failure { try await service.notices(in: session) }
        #expect(found == .trouble(.replyMalformed))
    }

    @Test("More cookies than can be kept", arguments: [33, 3])
    func tooManyCookies(count: Int) async throws {
        let size = count == 3 ? 3000 : 1
        let cookies = (0..<count).map { "Set-Cookie: c\($0)=\(String(repeating: "x", count: size)); Path=/" }
        let server = try ScriptedServer(.reply(200, Self.login, fields: cookies))
        let service = try server.xml()
        let found = await failure { try await service.logIn(credentials()) }
        #expect(found == .trouble(.replyMalformed))
    }
}

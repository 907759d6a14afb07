import Accounts
import Cryptography
import OwnThreads
import ServerTesting
import Testing

@testable import AccountClients

@Suite("The flag contract (6.2)", .ownThreads())
struct FlagServiceTests {
    private static func flags(_ account: String, _ login: String) -> String {
        #"{"accountBeingOrNotFlag":"\#(account)","loginOKOrNotFlag":"\#(login)"}"#
    }

    @Test("Logging in is all it offers, with 8 to 20 characters")
    func declaration() throws {
        let service = try ServiceURL("php+https://h.example/login.php").makeService(patient)
        #expect(service.declaration == ServiceDeclaration(calls: [], passwordPolicy: .standard))
    }

    @Test(
        "A form by POST, with the kind of the account (L1)",
        arguments: [
            ("+86 135-4213-8562", "User_Account=13542138562", "Account_Type=Telephone"),
            ("Ada@EXAMPLE.com", "User_Account=Ada%40example.com", "Account_Type=EmailAddress"),
            (" Ada Ω ", "User_Account=Ada%20%CE%A9", "Account_Type=NormalName"),
        ])
    func post(typed: String, account: String, kind: String) async throws {
        let server = try ScriptedServer(.reply(200, Self.flags("1", "1"), type: "text/html"))
        let service = try server.flags()
        let session = try await service.logIn(credentials(typed, "a&b=c+d%20密"))
        #expect(session.token == nil)
        #expect(session.user == User(account: typed.trimmingSpaces))
        let request = server.requests[0]
        #expect(request.line == "POST /testApp/Login/login.php HTTP/1.1")
        #expect(request.field("Content-Type") == "application/x-www-form-urlencoded")
        #expect(request.body == "\(account)&User_Password=a%26b%3Dc%2Bd%2520%E5%AF%86&\(kind)")
    }

    @Test("The old way, by GET, beside a query of the service's own")
    func get() async throws {
        let server = try ScriptedServer(.reply(200, Self.flags("1", "1")))
        _ = try await server.flags("?method=get").logIn(credentials("123", "1 & 2"))
        _ = try await server.flags("?app=3&method=get").logIn(credentials("123", "1 & 2"))
        let form = "User_Account=123&User_Password=1%20%26%202&Account_Type=NormalName"
        #expect(
            server.requests.map(\.line) == [
                "GET /testApp/Login/login.php?\(form) HTTP/1.1", "GET /testApp/Login/login.php?app=3&\(form) HTTP/1.1",
            ])
        #expect(server.requests.allSatisfy { $0.body.isEmpty })
    }

    @Test("The flags, whatever else is there")
    func meaning() async throws {
        let replies: [(String, ServiceError?)] = [
            (Self.flags("1", "1"), nil), (Self.flags("1", "0"), .credentialsWrong(next: nil)),
            (Self.flags("0", "0"), .accountUnknown),
            (" {\"loginOKOrNotFlag\":\"1\", \"other\":[1],\"accountBeingOrNotFlag\":\"1\"}\n", nil),
        ]
        for (body, expected) in replies {
            let server = try ScriptedServer(.reply(200, body, type: "text/html; charset=utf-8"))
            let service = try server.flags()
            let found = await failure { try await service.logIn(credentials()) }
            #expect(found == expected, "\(body)")
        }
    }

    @Test(
        "Anything else is trouble (L12)",
        arguments: [
            "", "{}", "[]", "null", flags("0", "1"), flags("2", "0"), flags("", ""), flags("1", "true"),
            #"{"accountBeingOrNotFlag":1,"loginOKOrNotFlag":1}"#, #"{"accountBeingOrNotFlag":"1"}"#,
            #"{"loginOKOrNotFlag":"1"}"#, #"{"accountBeingOrNotFlag":"1","loginOKOrNotFlag":null}"#,
            #"{"accountBeingOrNotFlag":true,"loginOKOrNotFlag":true}"#,
            #"{"accountBeingOrNotFlag":"1","loginOKOrNotFlag":"0","loginOKOrNotFlag":"1"}"#,
            "<br/><b>Warning</b>: mysqli_connect()" + flags("1", "1"), flags("1", "1") + "x",
            "\u{FEFF}" + flags("1", "1"),
        ])
    func malformed(body: String) async throws {
        let server = try ScriptedServer(.reply(200, body, type: "text/html"))
        let service = try server.flags()
        let found = await failure { try await service.logIn(credentials()) }
        #expect(found == .trouble(.replyMalformed))
    }

    @Test("After more than two failures a picture comes first, and nothing is sent without (L10)")
    func picture() async throws {
        let server = try ScriptedServer { request in
            .reply(200, Self.flags("1", request.body.contains("right") ? "1" : "0"))
        }
        let service = try server.flags()
        let challenge = Challenge.captcha(acceptsCode: false)
        for next in [nil, nil, challenge] {
            let found = await failure { try await service.logIn(credentials()) }
            #expect(found == .credentialsWrong(next: next))
        }
        let right = try credentials("ada", "right-password")
        let found = await failure { try await service.logIn(right) }
        #expect(found == .challengeRequired(challenge))
        let wrong = CaptchaAnswer(id: try await service.requestCaptcha().id, text: Secret("0".utf8))
        let next = await failure {
            try await service.logIn(credentials("ada", "right-password", answer: .captcha(wrong)))
        }
        #expect(next == .challengeFailed(next: challenge))
        #expect(server.requests.count == 3)
        #expect(try await service.logIn(credentials("eve", "right-password")).user.account == "eve", "another account")
    }

    @Test("What it does not offer")
    func unsupported() async throws {
        let service = try ServiceURL("php+https://h.example/login.php").makeService(patient)
        let found = await failure { try await service.resume(Secret("t".utf8)) }
        #expect(found == .unsupported)
        try await service.logOut(Session(token: nil, user: User(account: "ada")))
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}

import AccountWire
import Accounts
import Cryptography
import Glibc
import OwnThreads
import ServerTesting
import Testing

@testable import AccountClients

@Suite("The native contract (6.1)", .ownThreads())
struct NativeServiceTests {
    private static let session = Session(
        token: Secret("t0k3n".utf8),
        user: User(
            account: "ada", id: "7", earlierVisit: .last(.init(time: Timestamp(seconds: 5), peer: "192.0.2.1"))))

    /// A server that answers `message`, as it is written by our own service.
    private func server(_ message: any WireMessage) throws -> ScriptedServer {
        try ScriptedServer(.reply(200, message.json.text.text))
    }

    @Test("What a service offers is asked for, and known from then on")
    func declaration() async throws {
        let declaration = ServiceDeclaration(
            calls: [.register, .sessions], codeKinds: [.telephone],
            passwordPolicy: PasswordPolicy(minimum: 4, maximum: 9), concealsAccounts: true,
            information: [.help: "Ask Eve"])
        let server = try server(declaration)
        let service = try #require(try server.native() as? NativeService)
        #expect(service.declaration == ServiceDeclaration(calls: [], passwordPolicy: .standard))
        #expect(try await service.declare() == declaration)
        #expect(service.declaration == declaration)
        #expect(server.requests.map(\.line) == ["GET /v1/service HTTP/1.1"])
        #expect(server.requests[0].field("Authorization") == nil)
    }

    @Test("A login, with all that may go with it")
    func logIn() async throws {
        let server = try server(Self.session)
        let service = try server.native()
        #expect(try await service.logIn(credentials("ada", "a\"\\密 &", remember: true)) == Self.session)
        let answer = ChallengeAnswer.captcha(CaptchaAnswer(id: "p1", text: Secret("AH3".utf8)))
        _ = try await service.logIn(credentials(answer: answer))
        let request = server.requests[0]
        #expect(request.line == "POST /v1/login HTTP/1.1")
        #expect(request.field("Content-Type") == "application/json")
        #expect(request.field("Host") == "127.0.0.1:\(server.port)")
        #expect(request.body == #"{"account":"ada","password":"a\"\\密 &","remember":true}"#)
        #expect(server.requests[1].body.contains(#""captcha":{"id":"p1","text":"AH3"}"#))
    }

    @Test("Registration, codes, pictures and resets")
    func outside() async throws {
        let picture = try #require(BitPicture(rows: [[true, false]]))
        let challenge = try #require(CaptchaChallenge(id: "p1", picture: picture))
        let server = try ScriptedServer { request in
            switch request.line {
            case "POST /v1/register HTTP/1.1": .reply(201, Self.session.json.text.text)
            case "POST /v1/code HTTP/1.1": .reply(200, #"{"resendDelay":60,"directory":"/srv/outbox"}"#)
            case "POST /v1/captcha HTTP/1.1": .reply(200, challenge.json.text.text)
            case "POST /v1/reset HTTP/1.1": .send("HTTP/1.1 204 No Content\r\n\r\n")
            default: .reply(404, "")
            }
        }
        let service = try server.native()
        let name = try #require(AccountName("13542138562"))
        let password = Secret("newApp123456".utf8)
        let registration = try Registration(
            name: name, password: password, repeated: password, code: Secret("123456".utf8), isWeak: false,
            policy: .standard)
        #expect(try await service.register(registration) == Self.session)
        let dispatch = try await service.requestCode(CodeRequest(name: name, purpose: .register))
        #expect(dispatch == CodeDispatch(route: .message, resendDelay: 60), "not a directory of another machine")
        #expect(try await service.requestCaptcha() == challenge)
        try await service.reset(
            PasswordReset(
                name: name, code: OneTimeCode(Secret("654321".utf8), for: .reset),
                password: NewPassword(unchecked: password), endsSessions: true))
        #expect(
            server.requests.map(\.body) == [
                #"{"account":"13542138562","password":"newApp123456","code":"123456","remember":false}"#,
                #"{"account":"13542138562","purpose":"register"}"#, "{}",
                #"{"account":"13542138562","code":"654321","password":"newApp123456","endSessions":true}"#,
            ])
    }

    @Test("What a token shows: home and settings")
    func inside() async throws {
        let summary = SessionSummary(
            id: "s/1", start: Timestamp(seconds: 1), lastUse: Timestamp(seconds: 2), peer: "::1", isCurrent: true)
        let server = try ScriptedServer { request in
            switch request.line {
            case "POST /v1/resume HTTP/1.1": .reply(200, Self.session.json.text.text)
            case "GET /v1/user HTTP/1.1": .reply(200, Self.session.user.json.text.text)
            case "GET /v1/notices HTTP/1.1": .reply(200, Notices(mentions: 1, followers: 4).json.text.text)
            case "GET /v1/sessions HTTP/1.1": .reply(200, SessionListMessage([summary]).json.text.text)
            default: .send("HTTP/1.1 204 No Content\r\n\r\n")
            }
        }
        let service = try server.native()
        let old = Session(shownBy: Secret("old".utf8))
        #expect(try await service.resume(Secret("old".utf8)) == Self.session)
        #expect(try await service.user(in: old) == Self.session.user)
        #expect(try await service.notices(in: old) == Notices(mentions: 1, followers: 4))
        #expect(try await service.sessions(in: old) == [summary])
        try await service.endSession("s/1 ?", in: old)
        try await service.endAllSessions(in: old)
        try await service.changePassword(
            PasswordChange(current: Secret("a".utf8), password: NewPassword(unchecked: Secret("b".utf8))), in: old)
        try await service.logOut(old)
        #expect(
            server.requests.dropFirst(4).map(\.line) == [
                "DELETE /v1/sessions/s%2F1%20%3F HTTP/1.1", "DELETE /v1/sessions HTTP/1.1", "PUT /v1/password HTTP/1.1",
                "POST /v1/logout HTTP/1.1",
            ])
        #expect(server.requests[6].body == #"{"current":"a","password":"b"}"#)
        #expect(server.requests.allSatisfy { $0.field("Authorization") == "Bearer old" })
    }

    @Test("A token that no header can hold is none", arguments: ["", "a b", "a\r\nX-Admin: 1", "密", "a\u{0}b"])
    func tokens(token: String) async throws {
        let server = try server(Self.session)
        let service = try server.native()
        let found = await failure { try await service.resume(Secret(token.utf8)) }
        #expect(found == .sessionEnded)
        #expect(server.requests.isEmpty)
    }

    /// Problems as our own service writes them.
    private static let errors: [ServiceError] = [
        .accountUnknown, .credentialsWrong(next: nil), .credentialsWrong(next: .code),
        .challengeRequired(.captcha(acceptsCode: true)), .challengeFailed(next: .captcha(acceptsCode: false)),
        .locked(seconds: 240), .busy, .unsupported, .trouble(.serviceFailed), .sessionEnded,
        .refused(text: "Not on Sundays \u{1B}]0;title\u{7}"),
    ]

    @Test("Problem details say what is wrong", arguments: errors)
    func problems(error: ServiceError) async throws {
        let problem = ProblemDetails(error)
        let server = try ScriptedServer(
            .reply(problem.status, problem.json.text.text, type: "application/problem+json; charset=utf-8"))
        let service = try server.native()
        let found = await failure { try await service.logIn(credentials()) }
        #expect(found == error)
    }

    @Test("When to come back may stand in the header alone")
    func retryAfter() async throws {
        let server = try ScriptedServer(
            .reply(
                429, #"{"type":"/problems/locked"}"#, type: ProblemDetails.mediaType, fields: ["Retry-After: 77"]))
        let service = try server.native()
        let found = await failure { try await service.logIn(credentials()) }
        #expect(found == .locked(seconds: 77))
    }

    @Test(
        "Answers that the contract has not (L12)",
        arguments: [
            "{", "[]", "{}", #"{"user":{}}"#, #"{"user":{"account":7}}"#, #"{"user":{"account":"a"},"token":7}"#,
            #"{"user":{"account":"a"},"user":{"account":"b"}}"#, #"{"user":{"account":"a\u0000"}}"#,
            String(repeating: "[", count: 100), #"{"user":{"account":"\#(String(repeating: "a", count: 600))"}}"#,
        ])
    func malformed(body: String) async throws {
        let server = try ScriptedServer(.reply(200, body))
        let service = try server.native()
        let found = await failure { try await service.logIn(credentials()) }
        #expect(found == .trouble(.replyMalformed))
    }

    @Test("Something in between answers, and is not taken for the service")
    func proxies() async throws {
        let server = try ScriptedServer(.reply(404, #"{"detail":"Not Found"}"#))
        let service = try server.native()
        let found = await failure { try await service.logIn(credentials()) }
        #expect(found == .trouble(.serviceMissing), "no account is said to be unknown")
    }

    @Test("Over a socket of this machine")
    func socket() async throws {
        let path = "/tmp/vestibule-clients-\(UInt32.random(in: 0 ... .max))"
        defer { unlink(path) }
        let server = try ScriptedServer(path: path, .reply(200, Self.session.json.text.text))
        let service = try ServiceURL("unix:" + path).makeService(patient)
        #expect(try await service.logIn(credentials()) == Self.session)
        #expect(server.requests[0].line == "POST /v1/login HTTP/1.1")
        #expect(server.requests[0].field("Host") == "localhost")
    }
}

import AccountEngine
import Accounts
import EngineTesting
import OwnThreads
import Testing

@testable import AccountServer

/// Every call of 6.1, granted and refused.
@Suite(.ownThreads())
struct NativeContractTests {
    @Test func `the declaration tells policy and calls, and no password is asked for`() async throws {
        let service = try await TestService(sendsTo: [.telephone])
        let reply = try service.request("GET", "/v1/service")
        #expect(reply.status == 200)
        #expect(reply.field("Content-Type") == "application/json")
        #expect(reply.field("Cache-Control") == "no-store")
        #expect(reply.text.contains(#""policy":{"password":{"minimum":8,"maximum":20},"codes":["Telephone"]"#))
    }

    @Test func `a login gives a token, by any of the account's names (A2)`() async throws {
        let service = try await TestService()
        for name in ["ada", "+86 135-4213-8562", "ada@EXAMPLE.com"] {
            let reply = try service.logIn(name)
            #expect(reply.status == 200)
            #expect(reply.text.contains(/^{"token":"[0-9a-f]{64}","user":{"account":"[^"]+","id":"1"/))
        }
    }

    @Test func `a wrong password is 403, an unknown account 404, and more failures ask for a picture (L10, A3)`()
        async throws
    {
        let service = try await TestService()
        #expect(try service.logIn("bob").status == 404)
        #expect(try service.logIn("bob").text.contains("/problems/account-unknown"))
        for _ in 0..<3 { #expect(try service.logIn("ada", "wrong").status == 403) }
        let reply = try service.logIn()
        #expect(reply.status == 403)
        #expect(reply.field("Content-Type") == "application/problem+json")
        #expect(reply.text.contains(#""type":"/problems/challenge-required""#))
        #expect(reply.text.contains(#""challenge":"captcha""#))
        #expect(try await service.attempts.last { $0.outcome == .wrong }?.peer == "127.0.0.1")
    }

    @Test func `where accounts are concealed an unknown one is a wrong password (A8)`() async throws {
        let service = try await TestService(settings: { $0.concealsAccounts = true })
        let (unknown, wrong) = (try service.logIn("bob", "wrong"), try service.logIn("ada", "wrong"))
        #expect(unknown.status == 403)
        #expect(unknown.body == wrong.body)
        #expect(unknown.fields.map(\.name) == wrong.fields.map(\.name))
    }

    @Test func `a lock tells when to come back (A3)`() async throws {
        let service = try await TestService(contracts: [.native, .flags])
        for _ in 0..<3 { _ = try service.post(Contract.flagsPath, FlagContractTests.form("ada", "wrong")) }
        let reply = try service.logIn()
        #expect(reply.status == 429)
        // A minute from the failure on, of which some may be over.
        let seconds = try #require(reply.field("Retry-After").flatMap { Int($0) })
        #expect((1...60).contains(seconds))
        #expect(reply.text.contains(#""retryAfter":\#(seconds)"#))
    }

    @Test func `registering makes an account, which then is taken (H6)`() async throws {
        let service = try await TestService()
        let body = #"{"account":"bob","password":"k3jf9XqLw2"}"#
        #expect(try service.request("POST", "/v1/register", body).status == 200)
        #expect(try service.request("POST", "/v1/register", body).status == 409)
        #expect(try service.logIn("bob", "k3jf9XqLw2").status == 200)
        let short = try service.request("POST", "/v1/register", #"{"account":"eve","password":"short"}"#)
        #expect(short.status == 422)
        #expect(short.text.contains(#""fault":"password-length","policy":{"minimum":8,"maximum":20}"#))
    }

    @Test func `a picture is drawn, and comes before a code for a registration (A4, A5)`() async throws {
        let service = try await TestService(sendsTo: [.telephone])
        let picture = try service.request("POST", "/v1/captcha", "{}")
        #expect(picture.status == 200)
        #expect(picture.text.contains(/^{"id":"[0-9a-f]{32}","picture":"[#.\\n]+"}$/))
        let code = try service.request("POST", "/v1/code", #"{"account":"13800000001","purpose":"register"}"#)
        #expect(code.status == 403)
        #expect(code.text.contains("/problems/challenge-required"))
        #expect(service.outbox.values.isEmpty)
    }

    @Test func `a code for a login is sent, and another only a minute later (A4, A6)`() async throws {
        let service = try await TestService(sendsTo: [.telephone])
        for _ in 0..<3 { _ = try service.logIn("13542138562", "wrong") }
        let reply = try service.request("POST", "/v1/code", #"{"account":"13542138562","purpose":"log-in"}"#)
        #expect(reply.text == #"{"resendDelay":60}"#)
        #expect(service.outbox.values.count == 1)
        let again = try service.request("POST", "/v1/code", #"{"account":"13542138562","purpose":"log-in"}"#)
        #expect(again.status == 429)
        #expect(again.text.contains("/problems/code-too-soon"))
        guard case .code(let code, _) = try #require(service.outbox.values.first).content else { return }
        let digits = code.digits.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        #expect(try service.logIn("13542138562", TestService.password, #","code":"\#(digits)""#).status == 200)
    }

    @Test func `a reset needs the code that was sent (H7)`() async throws {
        let service = try await TestService(sendsTo: [.telephone])
        let body = #"{"account":"13542138562","code":"000000","password":"k3jf9XqLw2"}"#
        let reply = try service.request("POST", "/v1/reset", body)
        #expect(reply.status == 403)
        #expect(reply.text.contains("/problems/code-wrong"))
    }

    @Test func `a reset with the right code sets the password (H7)`() async throws {
        let service = try await TestService(
            sendsTo: [.telephone], settings: { $0.asksCaptchaBeforeCodes = false })
        let asked = try service.request("POST", "/v1/code", #"{"account":"13542138562","purpose":"reset"}"#)
        #expect(asked.status == 200)
        #expect(await eventually { !service.outbox.values.isEmpty })
        guard case .code(let code, _) = try #require(service.outbox.values.first).content else { return }
        let digits = code.digits.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        let body = #"{"account":"13542138562","code":"\#(digits)","password":"k3jf9XqLw2","endSessions":true}"#
        let reply = try service.request("POST", "/v1/reset", body)
        #expect(reply.status == 204)
        #expect(reply.body.isEmpty)
        #expect(try service.logIn("ada", "k3jf9XqLw2").status == 200)
    }

    @Test func `a session tells its user and its notices, goes on under a new token, and ends (A7)`() async throws {
        let service = try await TestService()
        let token = try service.token()
        #expect(try service.request("GET", "/v1/user", token: token).text == #"{"account":"ada","id":"1"}"#)
        #expect(
            try service.request("GET", "/v1/notices", token: token).text
                == #"{"mentions":0,"messages":0,"comments":0,"followers":0}"#)
        let resumed = try service.request("POST", "/v1/resume", token: token)
        let next = try #require(resumed.text.firstMatch(of: /"token":"([0-9a-f]{64})"/)).output.1.description
        #expect(next != token)
        #expect(try service.request("POST", "/v1/logout", token: next).status == 204)
        let ended = try service.request("GET", "/v1/user", token: next)
        #expect(ended.status == 401)
        #expect(ended.field("WWW-Authenticate")?.hasPrefix("Bearer") == true)
    }

    @Test func `an account's sessions are listed and ended, one and all (H3)`() async throws {
        let service = try await TestService()
        let (first, second) = (try service.token(), try service.token())
        let list = try service.request("GET", "/v1/sessions", token: first)
        let other = try #require(
            list.text.matches(of: /{"id":"([^"]+)"[^}]*"current":false}/).first
        ).output.1.description
        #expect(try service.request("DELETE", "/v1/sessions/\(other)", token: first).status == 204)
        #expect(try service.request("GET", "/v1/user", token: second).status == 401)
        #expect(try service.request("DELETE", "/v1/sessions", token: first).status == 204)
        #expect(try service.request("GET", "/v1/user", token: first).status == 401)
    }

    @Test func `another password needs the current one (H3)`() async throws {
        let service = try await TestService()
        let token = try service.token()
        func change(_ current: String) throws -> Int {
            try service.request(
                "PUT", "/v1/password", #"{"current":"\#(current)","password":"k3jf9XqLw2"}"#, token: token
            ).status
        }
        #expect(try change("wrong") == 403)
        #expect(try change(TestService.password) == 204)
        #expect(try service.logIn("ada", "k3jf9XqLw2").status == 200)
    }

    @Test(arguments: [
        ("POST", "/v1/logout"), ("POST", "/v1/resume"), ("PUT", "/v1/password"), ("GET", "/v1/user"),
        ("GET", "/v1/notices"), ("GET", "/v1/sessions"), ("DELETE", "/v1/sessions/1"), ("DELETE", "/v1/sessions"),
    ])
    func `without a token, or with one that never was, there is no session`(_ method: String, _ path: String)
        async throws
    {
        let service = try await TestService()
        let body = method == "PUT" ? #"{"current":"a","password":"k3jf9XqLw2"}"# : nil
        for token in [nil, String(repeating: "0", count: 64), "x"] {
            let reply = try service.request(method, path, body, token: token)
            // To log out is no error when the session has ended already (H4).
            #expect(reply.status == (path == "/v1/logout" && token != nil ? 204 : 401))
        }
        let basic = try service.request(method, path, body, fields: ["Authorization: Basic YTpi"])
        #expect(basic.status == 401)
    }

    @Test(arguments: [
        ("", 400), ("{", 400), ("[]", 400), ("{}", 400), (#"{"account":"ada","account":"ada","password":"x"}"#, 400),
        (#"{"account":"ada","password":"a\u0000b"}"#, 400), (#"{"account":"ada","password":1}"#, 400),
        (#"{"account":"ada","password":""}"#, 400), (#"{"account":" ","password":"x"}"#, 400),
        (#"{"account":"ada","password":"x","unknown":true}"#, 403),
    ])
    func `a body that breaks the contract is 400, and unknown keys are passed over`(_ body: String, _ status: Int)
        async throws
    {
        let service = try await TestService()
        #expect(try service.request("POST", "/v1/login", body).status == status)
    }

    @Test func `what looks like SQL is a name and a password like any other (A10)`() async throws {
        let service = try await TestService()
        for text in ["' OR '1'='1", "ada'--", "ada; DROP TABLE account", "%' OR 1=1 --"] {
            #expect(try service.logIn(text).status == 404)
            #expect(try service.logIn("ada", text).status == 403)
            try await service.forgetFailures()
        }
        #expect(try service.logIn().status == 200)
    }
}

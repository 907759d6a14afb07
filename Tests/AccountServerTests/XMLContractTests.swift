import AccountEngine
import Accounts
import EngineTesting
import OwnThreads
import Testing

@testable import AccountServer

/// The contract of document 001 (6.3).
@Suite(.ownThreads())
struct XMLContractTests {
    private static let form = "username=ada&pwd=\(TestService.password)"

    /// The cookie of a login, as a client sends it back.
    private static func cookie(_ service: TestService) throws -> String {
        let field = try #require(try service.post(Contract.xmlLoginPath, form).field("Set-Cookie"))
        return "Cookie: " + field.prefix { $0 != ";" }
    }

    @Test func `a login gives user, counters and a cookie`() async throws {
        let service = try await TestService()
        let reply = try service.post(Contract.xmlLoginPath, Self.form + "&keep_login=1")
        #expect(reply.status == 200)
        #expect(reply.field("Content-Type") == "text/xml; charset=utf-8")
        #expect(
            reply.text == """
                <?xml version="1.0" encoding="UTF-8"?>
                <oschina><result><errorCode>1</errorCode><errorMessage>登录成功</errorMessage></result>\
                <user><uid>1</uid><location></location><name>ada</name><followers>0</followers><fans>0</fans>\
                <score>0</score><portrait></portrait></user>\
                <notice><atmeCount>0</atmeCount><msgCount>0</msgCount><reviewCount>0</reviewCount>\
                <newFansCount>0</newFansCount></notice></oschina>
                """)
        let cookie = try #require(reply.field("Set-Cookie"))
        #expect(
            cookie.wholeMatch(
                of: /oscid=[0-9a-f]{64}; Path=\/action\/api; HttpOnly; SameSite=Strict; Max-Age=2592000/) != nil)
    }

    @Test func `a login that is not to be kept has a cookie for the browser's session`() async throws {
        let service = try await TestService()
        let cookie = try #require(try service.post(Contract.xmlLoginPath, Self.form).field("Set-Cookie"))
        #expect(!cookie.contains("Max-Age"))
    }

    @Test func `wrong and unknown are errorCode 0 with words, and no cookie`() async throws {
        let service = try await TestService()
        for (form, words) in [("username=ada&pwd=wrong", "账号或密码错误"), ("username=bob&pwd=wrong", "账号不存在")] {
            let reply = try service.post(Contract.xmlLoginPath, form)
            #expect(reply.status == 200)
            #expect(reply.text.contains("<errorCode>0</errorCode><errorMessage>\(words)</errorMessage>"))
            #expect(!reply.text.contains("<user>"))
            #expect(reply.field("Set-Cookie") == nil)
        }
    }

    @Test func `counters are given for the cookie's own user only`() async throws {
        let service = try await TestService()
        let cookie = try Self.cookie(service)
        let path = Contract.xmlNoticePath
        #expect(try service.request("GET", path + "?uid=1", fields: [cookie]).text.contains("<atmeCount>0</atmeCount>"))
        #expect(try service.request("GET", path + "?uid=1", fields: [cookie + "; other=1"]).text.contains("<notice>"))
        for (uid, fields) in [
            ("2", [cookie]), ("1", []), ("1", ["Cookie: oscid="]),
            ("1", ["Cookie: oscid=\(String(repeating: "0", count: 64))"]),
            ("1", [cookie + "; " + cookie.dropFirst("Cookie: ".count)]),
        ] {
            let reply = try service.request("GET", "\(path)?uid=\(uid)", fields: fields)
            #expect(reply.text.contains("<errorCode>0</errorCode><errorMessage>请先登录</errorMessage>"))
            #expect(!reply.text.contains("<notice>"))
        }
        #expect(try service.request("GET", path, fields: [cookie]).status == 400)
    }

    @Test func `asking for the counters is no activity (A7)`() async throws {
        let service = try await TestService()
        let cookie = try Self.cookie(service)
        _ = try service.request("GET", Contract.xmlNoticePath + "?uid=1", fields: [cookie])
        let session = try #require(
            try await service.store.read { store throws(StoreError) in
                try store.sessions(of: AccountID(number: 1))
            }.first)
        #expect(session.lastUse == session.start)
    }

    @Test func `trouble is errorCode -1, with a status of its own`() async throws {
        let service = try await TestService(store: BrokenStore())
        let reply = try service.post(Contract.xmlLoginPath, Self.form)
        #expect(reply.status == 500)
        #expect(reply.text.contains("<errorCode>-1</errorCode>"))
        #expect(
            await eventually {
                service.logText.contains(
                    ##""event":"store-error","trouble":"storeFull","detail":"SQLite 13: \u009b2J"}"##)
            })
        #expect(try service.request("GET", "/metrics").text.contains("\nvestibule_store_errors_total 1\n"))
        #expect(try service.request("GET", "/healthz").status == 500)
        #expect(try service.logIn().text.contains("/problems/service-failed"))
    }

    @Test func `text is escaped, and what XML forbids is replaced`() {
        var document = XMLDocument()
        document.element("a", "<b>&amp;\u{1B}[31m\u{0}\r\n\u{FFFE}密\u{1F600}")
        #expect(
            document.text
                == "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                + "<a>&lt;b&gt;&amp;amp;\u{FFFD}[31m\u{FFFD}&#13;\n\u{FFFD}密\u{1F600}</a>")
    }
}

/// A store whose disk is full.
struct BrokenStore: AccountStore {
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        throw StoreError(.storeFull, detail: "SQLite 13: \u{9B}2J")
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        throw StoreError(.storeFull, detail: "SQLite 13: \u{9B}2J")
    }
}

import Foundation
import HTTPTesting
import MariaDBTesting
import OwnThreads
import Testing

/// `vestibuled serve` on a MariaDB server (section 6, A10).
@Suite("The service on MariaDB", .serialized, .ownThreads(), .timeLimit(.minutes(5)))
struct MariaDBServiceEndToEndTests {
    private static let password = "k3jf9XqLw2"

    private let server: MariaDBServer
    private let service: Vestibuled

    init() throws {
        server = try MariaDBServer()
        service = try Vestibuled(
            ["--contracts", "native,flags,xml"] + Vestibuled.cheapHashes, store: try server.url(of: "accounts"))
    }

    private func logIn(_ account: String, _ password: String = password) throws -> Reply {
        try service.request("POST", "/v1/login", Vestibuled.credentials(account, password))
    }

    private func flags(_ account: String, _ password: String = password) throws -> Reply {
        try service.askFlags(account, password)
    }

    private func xml(_ account: String, _ password: String = password) throws -> Reply {
        try service.request(
            "POST", "/action/api/login_validate", "username=\(account)&pwd=\(password)&keep_login=1",
            type: "application/x-www-form-urlencoded")
    }

    @Test("6.1-6.3: each contract grants and refuses, and tells an unknown account; TERM ends the service with 0")
    func contracts() throws {
        #expect(try service.register("ada", Self.password).status == 200)
        #expect(try service.register("ADA", Self.password).status == 409)

        #expect(try logIn("ada").status == 200)
        let refused = try logIn("ada", "wr0ngXqLw2")
        #expect(refused.status == 403 && refused.text.contains("/problems/credentials-wrong"))
        let unknown = try logIn("bob")
        #expect(unknown.status == 404 && unknown.text.contains("/problems/account-unknown"))

        #expect(try flags("ada").text == #"{"accountBeingOrNotFlag":"1","loginOKOrNotFlag":"1"}"#)
        #expect(try flags("ada", "wr0ngXqLw2").text == #"{"accountBeingOrNotFlag":"1","loginOKOrNotFlag":"0"}"#)
        #expect(try flags("bob").text == #"{"accountBeingOrNotFlag":"0","loginOKOrNotFlag":"0"}"#)

        let granted = try xml("ada")
        #expect(granted.text.contains("<errorCode>1</errorCode>") && granted.field("Set-Cookie") != nil)
        let wrong = try xml("ada", "wr0ngXqLw2")
        #expect(wrong.text.contains("<errorCode>0</errorCode>") && wrong.field("Set-Cookie") == nil)
        #expect(try xml("bob").text.contains("<errorMessage>账号不存在</errorMessage>"))

        let store = try server.query("SELECT COUNT(*) FROM vestibule_account", in: "accounts")
        #expect(store == "1\n")
        #expect(try service.end(by: SIGTERM) == 0)
        #expect(service.log.contains(#""event":"stopped""#))
    }

    /// How a server goes away, and comes back.
    enum Absence: CaseIterable {
        case standstill, stop, kill

        func begin(_ server: MariaDBServer) throws {
            let signal =
                switch self {
                case .standstill: SIGSTOP
                case .stop: SIGTERM
                case .kill: SIGKILL
                }
            server.kill(signal)
            if self != .standstill { try server.waitUntilEnded() }
        }

        func end(_ server: MariaDBServer) throws {
            if self == .standstill { server.kill(SIGCONT) } else { try server.start() }
        }
    }

    @Test(
        "A10: while the server is gone every contract answers with trouble, and nobody is admitted; then all is well",
        arguments: Absence.allCases)
    func absence(_ absence: Absence) throws {
        #expect(try service.register("ada", Self.password).status == 200)
        let frontEnd = try FrontEndRun.onService("http://\(service.host)")
        try frontEnd.fillIn(account: "ada", password: Self.password)
        try absence.begin(server)
        // Of one that stands still nobody knows for as long as a request may take.
        try frontEnd.expectTrouble(absence == .standstill ? "; try again" : "the service failed; try again")
        for account in ["ada", "bob"] {
            for reply in try [logIn(account), flags(account), service.register("new\(account)", Self.password)] {
                #expect(reply.status == 500, "\(reply.text)")
                #expect(reply.field("Content-Type") == "application/problem+json")
                #expect(reply.text.contains("/problems/service-failed") && !reply.text.contains("token"))
            }
            let document = try xml(account)
            #expect(document.status == 500 && document.text.contains("<errorCode>-1</errorCode>"))
            #expect(document.field("Set-Cookie") == nil)
        }
        #expect(try service.request("GET", "/healthz").status == 500)
        try service.wait("the log tells of it") { $0.contains(#""event":"store-error","trouble":"storeUnavailable""#) }

        try absence.end(server)
        #expect(try logIn("ada").status == 200)
        try frontEnd.program.press(.enter)
        try frontEnd.waitForScreen("home")
        #expect(try flags("ada").text == #"{"accountBeingOrNotFlag":"1","loginOKOrNotFlag":"1"}"#)
        #expect(try xml("ada").text.contains("<errorCode>1</errorCode>"))
        for account in ["bob", "newada", "newbob"] { #expect(try logIn(account).status == 404) }
        #expect(try service.request("GET", "/healthz").status == 200)
        #expect(try service.end(by: SIGTERM) == 0)
    }

    @Test("A10: many calls at once on a server that stands still are all answered, and admit nobody")
    func crowd() throws {
        #expect(try service.register("ada", Self.password).status == 200)
        server.kill(SIGSTOP)
        // A peer has sixteen, of which one may not be closed yet.
        let connections = try (0..<15).map { _ in
            let connection = try RawConnection(service.address)
            connection.send(Vestibuled.text("POST", "/v1/login", Vestibuled.credentials("ada", Self.password)))
            return connection
        }
        for connection in connections {
            let reply = try connection.readReply()
            #expect([500, 503, 504].contains(reply.status), "\(reply.text)")
            #expect(!reply.text.contains("token"))
        }
        // Told to end meanwhile, it does not wait for the server either.
        #expect(try service.end(by: SIGTERM) == 0)
        server.kill(SIGCONT)
    }
}

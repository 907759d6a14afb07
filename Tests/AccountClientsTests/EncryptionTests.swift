import Accounts
import OwnThreads
import ServerTesting
import Testing

@testable import AccountClients

@Suite("Encryption is verified, always (section 5)", .ownThreads())
struct EncryptionTests {
    private static let right = #"{"accountBeingOrNotFlag":"1","loginOKOrNotFlag":"1"}"#

    private func logIn(_ host: String, _ server: TLSServer, trusting: Bool) async throws -> ServiceError? {
        var settings = patient
        if trusting { settings.certificateFile = server.certificateFile }
        let service = try ServiceURL("php+https://\(host):\(server.port)/login.php").makeService(settings)
        return await failure { try await service.logIn(credentials()) }
    }

    @Test("A certificate of an authority that is trusted, by name and by address")
    func trusted() async throws {
        let server = try TLSServer(.good, body: Self.right)
        #expect(try await logIn("localhost", server, trusting: true) == nil)
        #expect(try await logIn("127.0.0.1", server, trusting: true) == nil)
    }

    @Test("Signed by itself, for another host, expired")
    func untrusted() async throws {
        let good = try TLSServer(.good, body: Self.right)
        #expect(try await logIn("localhost", good, trusting: false) == .trouble(.encryptionFailed))
        let other = try TLSServer(.forAnotherHost, body: Self.right)
        #expect(try await logIn("localhost", other, trusting: true) == .trouble(.encryptionFailed))
        let expired = try TLSServer(.expired, body: Self.right)
        #expect(try await logIn("localhost", expired, trusting: true) == .trouble(.encryptionFailed))
    }

    /// What a peer may do instead of a handshake, and what that comes to.
    private static let greetings: [(ScriptedServer.Step?, ServiceError.Trouble)] = [
        (nil, .connectionLost), (.send(""), .connectionLost), (.reset(after: ""), .connectionLost),
        // The beginning of a ServerHello.
        (.sendBytes([0x16, 0x03, 0x03, 0x00, 0x4A, 0x02, 0x00]), .connectionLost),
        // HTTP without encryption, and a fatal alert: nothing can be agreed on (RFC 8446, section 6.2).
        (.reply(400, ""), .encryptionFailed),
        (.sendBytes([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x28]), .encryptionFailed),
    ]

    @Test("A broken handshake is a lost connection, one without agreement is none", arguments: greetings.indices)
    func handshake(_ index: Int) async throws {
        let (greeting, expected) = Self.greetings[index]
        let server = try ScriptedServer(greeting: greeting, .reply(200, Self.right))
        let service = try ServiceURL("php+https://127.0.0.1:\(server.port)/login.php").makeService(patient)
        let found = await failure { try await service.logIn(credentials()) }
        #expect(found == .trouble(expected))
        #expect(server.requests.isEmpty)
    }

    @Test("A missing file of authorities is this machine's affair")
    func noAuthorities() async throws {
        let server = try ScriptedServer(.reply(200, Self.right))
        var settings = patient
        settings.certificateFile = "/no/such/file.pem"
        let service = try ServiceURL("php+https://127.0.0.1:\(server.port)/login.php").makeService(settings)
        let found = await failure { try await service.logIn(credentials()) }
        #expect(found == .trouble(.authoritiesMissing))
        #expect(server.requests.isEmpty)
    }
}

import Accounts
import OwnThreads
import ServerTesting
import Testing

@testable import AccountClients

@Suite("Encryption is verified, always (section 5)", .ownThreads())
struct EncryptionTests {
    private static let right = #"{"accountBeingOrNotFlag":"1","loginOKOrNotFlag":"1"}"#

    private func logIn(_ host: String, _ server: TLSServer, trusting: Bool) async throws -> ServiceError? {
        var settings = NetworkSettings()
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

    @Test("No encryption where there should be, and no file of certificates")
    func none() async throws {
        let server = try ScriptedServer(.reply(200, Self.right))
        var settings = NetworkSettings()
        let url = try ServiceURL("php+https://127.0.0.1:\(server.port)/login.php")
        let service = try url.makeService(settings)
        let found = await failure { try await service.logIn(credentials()) }
        #expect(found == .trouble(.encryptionFailed))
        settings.certificateFile = "/no/such/file.pem"
        let other = try url.makeService(settings)
        let next = await failure { try await other.logIn(credentials()) }
        #expect(next == .trouble(.encryptionFailed))
        #expect(server.requests.isEmpty)
    }
}

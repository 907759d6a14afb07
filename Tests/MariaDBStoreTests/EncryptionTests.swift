import Cryptography
import Foundation
import MariaDBStore
import MariaDBTesting
import ProgramTesting
import Testing

/// TLS between a program and its database (section 6).
@Suite("A database over TLS", .timeLimit(.minutes(5)))
struct EncryptionTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Makes a certificate for `name` that is its own authority.
    private func makeCertificate(_ name: String, for subject: String) throws {
        let making = try ProgramResult(
            of: "openssl",
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=" + subject,
                "-addext", "subjectAltName=DNS:" + subject, "-keyout", folder.file(name + ".key"),
                "-out", folder.file(name + ".pem"),
            ])
        try #require(making.status == 0, "sh Resources/setup.sh --tests installs openssl. \(making.errors)")
        chmod(folder.file(name + ".key"), 0o644)
    }

    @Test("Section 6: a certificate is verified, its authority and its name")
    func verification() throws {
        chmod(folder.path, 0o755)
        try makeCertificate("server", for: "localhost")
        try makeCertificate("other", for: "localhost")
        let port = try GaleraCluster.freePort()
        let server = try MariaDBServer(options: [
            "--skip-networking=0", "--bind-address=127.0.0.1", "--port=\(port)",
            "--ssl-cert=" + folder.file("server.pem"), "--ssl-key=" + folder.file("server.key"),
        ])
        _ = try server.url(of: "accounts")
        try server.query("CREATE USER eve IDENTIFIED BY 'right' REQUIRE SSL; GRANT ALL ON accounts.* TO eve")
        func fault(_ host: String, _ authority: String) -> MariaDBOpenError? {
            do {
                let url = "mysql://eve@\(host):\(port)/accounts?tls-ca=" + folder.file(authority)
                _ = try MariaDBStore(MariaDBAddress(url: url), password: Secret("right".utf8))
                return nil
            } catch { return error as? MariaDBOpenError }
        }
        #expect(fault("localhost", "server.pem") == nil)
        let unknown = fault("localhost", "other.pem")
        #expect(unknown?.trouble == .storeUnavailable)
        #expect(unknown?.message.contains("certificate") == true)
        // The same server under a name that its certificate does not hold.
        #expect(fault("127.0.0.2", "server.pem")?.trouble == .storeUnavailable)
        #expect(fault("127.0.0.1", "server.pem")?.trouble == .storeUnavailable)
    }
}

import AccountEngine
import Glibc
import HTTPTesting
import OwnThreads
import ProgramTesting
import Testing

@testable import AccountServer

/// Where a service listens (section 6).
@Suite(.ownThreads())
struct ListenSocketTests {
    @Test(arguments: [
        ("127.0.0.1:80", true, "127.0.0.1:80"), ("127.9.9.9:0", true, "127.9.9.9:0"),
        ("localhost:1", true, "127.0.0.1:1"),
        ("[::1]:443", true, "[::1]:443"), ("0.0.0.0:80", false, "0.0.0.0:80"), ("[::]:80", false, "[::]:80"),
        ("[2001:db8::1]:8443", false, "[2001:db8::1]:8443"), ("unix:/run/v.sock", true, "unix:/run/v.sock"),
    ])
    func `addresses are read, and it is known who can reach them`(_ text: String, _ isLocal: Bool, _ name: String) {
        let address = ListenAddress(text)
        #expect(address?.text == name)
        #expect(address?.isLocal == isLocal)
    }

    @Test(arguments: [
        "", "80", ":80", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "::1:80", "[::1]",
        "[127.0.0.1]:80",
        "example.com:80", "unix:", "unix:" + String(repeating: "a", count: 108),
    ])
    func `anything else is no address`(_ text: String) {
        #expect(ListenAddress(text) == nil)
    }

    @Test func `a Unix socket is for the owner and the group, and goes with the service`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("s")
        let service = try await TestService(unixPath: path)
        #expect(try mode(of: path) == 0o660)
        #expect(try service.request("GET", "/healthz").status == 200)
        #expect(try service.logIn("ada", "wrong").status == 403)
        #expect(try await service.attempts.first?.peer == "uid:\(getuid())")
        #expect(throws: ServerFault("another service listens on unix:\(path)")) {
            _ = try ListenSocket(.unix(path: path)).descriptor
        }
        service.stop()
        #expect(try service.isGone(path))
    }

    @Test func `what a killed service left is replaced, and nothing else is`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("s")
        let left = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.utf8) }
        let isBound = withUnsafeBytes(of: name) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { bind(left, $0.baseAddress, 110) == 0 }
        }
        #expect(isBound)
        close(left)
        _ = try ListenSocket(.unix(path: path)).descriptor

        let file = folder.file("f")
        try write([1], to: file)
        #expect(throws: ServerFault.self) { _ = try ListenSocket(.unix(path: file)).descriptor }
        #expect(try contents(of: file) == [1])
    }

    @Test func `a port that is taken is said so`() throws {
        let socket = try ListenSocket(try #require(ListenAddress("127.0.0.1:0")))
        let address = socket.address
        let fault = #expect(throws: ServerFault.self) { _ = try ListenSocket(address).descriptor }
        #expect(fault?.message == "cannot listen on \(address.text): Address already in use")
    }
}

extension TestService {
    /// Whether there is no such file.
    func isGone(_ path: String) throws -> Bool { access(path, F_OK) != 0 }
}

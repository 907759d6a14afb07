import OwnThreads
import Testing

@testable import AccountClients

@Suite("Service URLs (section 5)", .ownThreads())
struct ServiceURLTests {
    @Test(
        "Each kind names a contract and where it is",
        arguments: [
            ("https://accounts.example", ServiceURL.Contract.native, "https://accounts.example"),
            ("https://accounts.example:8443/", .native, "https://accounts.example:8443"),
            ("https://accounts.example/behind/proxy/", .native, "https://accounts.example/behind/proxy"),
            (
                "php+https://h.example/testApp/Login/login.php", .flags(.post),
                "https://h.example/testApp/Login/login.php"
            ),
            ("php+http://127.0.0.1/login.php?method=get", .flags(.get), "http://127.0.0.1/login.php"),
            ("PHP+HTTP://127.0.0.1/login.php?method=post", .flags(.post), "http://127.0.0.1/login.php"),
            ("php+https://h.example/login/", .flags(.post), "https://h.example/login/"),
            ("oschina+https://h.example/", .xml, "https://h.example"),
        ])
    func kinds(text: String, contract: ServiceURL.Contract, base: String) throws {
        let url = try ServiceURL(text)
        #expect(url.contract == contract)
        #expect(url.base == base)
        #expect(url.query.isEmpty)
        #expect(url.socketPath == nil)
    }

    @Test("A query of the service's own stays")
    func query() throws {
        let url = try ServiceURL("php+https://h.example/login.php?app=3&method=get&v=1")
        #expect(url.query == "app=3&v=1")
        #expect(url.contract == .flags(.get))
    }

    @Test("A socket of this machine")
    func socket() throws {
        let url = try ServiceURL("unix:/run/vestibuled.socket")
        #expect(url.socketPath == "/run/vestibuled.socket")
        #expect(url.contract == .native)
        #expect(!url.isPlaintext)
    }

    @Test(
        "What is none is refused, and no password is told",
        arguments: [
            "", "https:", "https://", "https:///path", "ftp://u:secret@h.example", "http", "unix:",
            "unix:/" + String(repeating: "x", count: 107), "https://h.example/?x=1", "https://h.example/#part",
            "https://u:secret@h.example/\u{1B}[2J", "https://u:secret@h.example/?a=1",
            "php+https://h.example/?method=put",
            "oschina+https://u:secret@h.example/?method=get", "https://h.example\u{0}.other.example/", "sqlite:/x",
            "php+ftp://h.example/login.php", "https://h.example:99999/",
        ])
    func refused(text: String) {
        let fault = #expect(throws: ServiceURL.Fault.self) { try ServiceURL(text) }
        #expect(fault?.message.contains("secret") == false)
    }

    @Test(
        "Unencrypted only on this machine, unless allowed",
        arguments: [
            ("http://localhost:80/", false), ("http://127.0.0.1/", false), ("http://127.9.9.9/", false),
            ("http://[::1]/", false), ("http://LOCALHOST/", false), ("https://h.example/", false),
            ("php+http://h.example/login.php", true), ("http://127.0.0.1.h.example/", true), ("http://10.0.0.1/", true),
            ("oschina+http://localhost.example/", true), ("http://[::2]/", true), ("http://128.0.0.1/", true),
        ])
    func plaintext(text: String, isPlaintext: Bool) throws {
        let url = try ServiceURL(text)
        #expect(url.isPlaintext == isPlaintext)
        var settings = patient
        if isPlaintext {
            #expect(throws: ServiceURL.Fault.self) { try url.makeService(settings) }
        } else {
            _ = try url.makeService(settings)
        }
        settings.allowsPlaintext = true
        _ = try url.makeService(settings)
    }
}

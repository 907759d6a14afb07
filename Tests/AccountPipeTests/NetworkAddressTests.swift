import Testing

@testable import AccountPipe

@Suite("Addresses of services on the network (section 5)")
struct NetworkAddressTests {
    @Test(
        "What is spoken there, and what tells the service from all others",
        arguments: [
            ("https://Example.COM", NetworkAddress.Contract.native, "https://example.com"),
            ("HTTPS://example.com:443/", .native, "https://example.com"),
            ("https://example.com:8443/base/", .native, "https://example.com:8443/base"),
            ("https://user:secret@example.com/", .native, "https://example.com"),
            ("http://[::1]:80/", .native, "http://[::1]"), ("http://[::1]:81/", .native, "http://[::1]:81"),
            (
                "php+https://example.com/testApp/Login/login.php?method=get", .flags,
                "php+https://example.com/testApp/Login/login.php"
            ),
            ("oschina+http://127.0.0.1:8080/", .xml, "oschina+http://127.0.0.1:8080"),
            ("unix:/no/such/socket", .native, "unix:/no/such/socket"),
            ("unix:/../etc/passwd", .native, "unix:/etc/passwd"),
        ])
    func addresses(_ text: String, _ contract: NetworkAddress.Contract, _ origin: String) throws {
        let address = try #require(try NetworkAddress(text))
        #expect(address.contract == contract && address.origin == origin)
    }

    @Test(
        "Only encryption, or staying on this machine, keeps passwords from others",
        arguments: [
            ("https://example.com", false), ("http://example.com", true), ("http://localhost", false),
            ("http://LOCALHOST:8080/", false), ("http://127.255.0.1", false), ("http://128.0.0.1", true),
            ("http://[::1]", false), ("http://[::2]", true), ("http://localhost.example.com", true),
            ("http://127.0.0.1.example.com", true), ("http://localhost@example.com/", true),
            ("http://example.com@localhost/", false), ("php+http://192.0.2.1/l.php", true), ("unix:/s", false),
        ])
    func plaintext(_ text: String, _ isPlaintext: Bool) throws {
        #expect(try NetworkAddress(text)?.isPlaintext == isPlaintext)
    }

    @Test(
        "What makes no sense is refused, and a password in it is not told",
        arguments: [
            "https:", "https:example.com", "https://", "https:///path", "https://:443/", "https://h:0/",
            "https://h:65536/",
            "https://h:x/", "https://h:-1/", "https://a b/", "https://h/\u{7F}", "https://h/#f", "https://[::1/",
            "https://::1/",
            "https://user:secret@:1/", "unix:", "unix:/" + String(repeating: "x", count: 107), "php+https:/h",
        ])
    func refusals(_ text: String) throws {
        let fault = #expect(throws: NetworkAddress.Fault.self) { try NetworkAddress(text) }
        #expect(fault?.message.contains("secret") == false)
    }

    @Test(
        "Other schemes are none of the network's",
        arguments: ["", "sqlite:x", "demo:", "ftp://h/", "https", "php+unix:x", "php+ftp://h"])
    func others(_ text: String) throws {
        #expect(try NetworkAddress(text) == nil)
    }
}

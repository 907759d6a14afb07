import MariaDBStore
import Testing

@Suite("MariaDBAddress")
struct MariaDBAddressTests {
    @Test(
        "Section 6: the forms of a store's URL",
        arguments: [
            ("mysql://ada@db.example/accounts", MariaDBAddress.Place.network(host: "db.example", port: 3306), false),
            ("mysql://ada@db.example:3307/accounts", .network(host: "db.example", port: 3307), false),
            ("mysql://ada@[::1]:3307/accounts", .network(host: "::1", port: 3307), true),
            ("mysql://ada@[2001:db8::1]/accounts", .network(host: "2001:db8::1", port: 3306), false),
            ("mysql://ada@127.0.0.1/accounts", .network(host: "127.0.0.1", port: 3306), true),
            ("mysql://ada@localhost/accounts", .socket(nil), true),
            ("mysql://ada@localhost:3306/accounts", .network(host: "localhost", port: 3306), true),
            ("mysql://ada@localhost/accounts?socket=/run/db/a%20b", .socket("/run/db/a b"), true),
        ])
    func forms(url: String, place: MariaDBAddress.Place, isLocal: Bool) throws {
        let address = try MariaDBAddress(url: url)
        #expect(address.place == place)
        #expect(address.isLocal == isLocal)
        #expect(address.user == "ada")
        #expect(address.database == "accounts")
    }

    @Test("Section 6: bytes by %, a password's file and an authority")
    func settings() throws {
        let address = try MariaDBAddress(url: "mysql://%E7%94%B2@h/d%2Fb?password-file=/p%3F&tls-ca=/ca.pem")
        #expect(address.user == "甲")
        #expect(address.database == "d/b")
        #expect(address.passwordFile == "/p?")
        #expect(address.certificateAuthority == "/ca.pem")
    }

    @Test(
        "Section 6: what is no address is said so",
        arguments: [
            ("sqlite:/a", "no database"), ("mysql://", "no user"), ("mysql://h/d", "no user"),
            ("mysql://@h/d", "no user"), ("mysql://ada@h", "no database"), ("mysql://ada@h/", "no database"),
            ("mysql://ada@h/d/e", "no database"), ("mysql://ada@/d", "no host"), ("mysql://ada@h:0/d", "65535"),
            ("mysql://ada@h:x/d", "65535"), ("mysql://ada@h:/d", "65535"), ("mysql://ada@[::1]x/d", "65535"),
            ("mysql://ada:secret@h/d", "VESTIBULE_DATABASE_PASSWORD"), ("mysql://ada@h/d?ssl=1", "'ssl'"),
            ("mysql://ada@h/d?socket=/s", "localhost"), ("mysql://ada@localhost/d?socket=", "path"),
            ("mysql://a%@h/d", "no user"), ("mysql://a%0@h/d", "no user"), ("mysql://a%00@h/d", "no user"),
            ("mysql://a%FF@h/d", "no user"), ("mysql://a%+1@h/d", "no user"),
        ])
    func faults(url: String, words: String) {
        let fault = #expect(throws: MariaDBAddress.Fault.self) { try MariaDBAddress(url: url) }
        #expect(fault?.message.contains(words) == true, "\(fault?.message ?? "")")
        #expect(fault?.message.contains("secret") == false)
    }
}

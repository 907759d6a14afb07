import Foundation
import HTTPTesting
import ProgramTesting
import ServerTesting
import Testing

/// `vestibuled serve` as it is run: options, contracts by `curl`, encryption (section 6).
@Suite(.serialized) struct ServeEndToEndTests {
    private static let password = "k3jf9XqLw2"

    @Test(arguments: [
        ([], 2, "a command is missing"), (["fly"], 2, "unknown command 'fly'"),
        (["serve"], 2, "--listen is missing"),
        (
            ["serve", "--listen", "0.0.0.0:0", "--store", "sqlite:/nowhere"], 2,
            "0.0.0.0:0 is reached from other machines"
        ),
        (["serve", "--listen", "[::]:0", "--store", "sqlite:/nowhere"], 2, "[::]:0 is reached from other machines"),
        (["serve", "--listen", "example.com:80", "--store", "sqlite:/x"], 2, "--listen takes"),
        (["serve", "--listen", "127.0.0.1:0", "--store", "postgres://x"], 2, "is no store"),
        (["serve", "--listen", "127.0.0.1:0", "--store", "sqlite:/proc/x/a"], 3, "/proc/x"),
        (["serve", "--listen", "127.0.0.1:0", "--store", "sqlite:/proc/x\n\u{1B}[2J"], 3, "/proc/x"),
        (["serve", "--listen", "127.0.0.1:0", "--store", "sqlite:/x", "--contracts", "native,soap"], 2, "not 'soap'"),
        (["serve", "--listen", "127.0.0.1:0", "--store", "sqlite:/x", "--tls-key", "/x"], 2, "go together"),
        (["serve", "--listen", "127.0.0.1:0", "--store", "sqlite:/x", "--hash-memory", "0"], 2, "from 1 to 1024"),
        (["serve", "--listen", "127.0.0.1:0", "--store", "sqlite:/x", "--fly"], 2, "unknown option '--fly'"),
        (["serve", "--listen", "127.0.0.1:0", "--store", "sqlite:/x", "more"], 2, "unexpected argument 'more'"),
    ])
    func `wrong usage is one line and a status`(_ arguments: [String], _ status: Int, _ words: String) throws {
        let run = try ProgramResult(of: Vestibuled.path, arguments)
        let text = run.errors
        #expect(run.status == CInt(status))
        #expect(text.contains(words), "\(text)")
        #expect(text.hasPrefix("vestibuled: ") && text.split(separator: "\n").count == 1 && !text.contains("\u{1B}"))
    }

    @Test func `document 000's client gets the documented replies, for all three kinds of accounts (6.2)`() throws {
        let service = try Vestibuled(["--contracts", "native,flags"] + Vestibuled.cheapHashes)
        let url = "http://\(try service.host)/testApp/Login/login.php"
        for (account, type) in [
            ("13542138562", "Telephone"), ("a+b@example.com", "EmailAddress"), ("小明", "NormalName"),
        ] {
            #expect(try service.register(account, "testApp123456").status == 200)
            for method in ["--get", "--request=POST"] {
                func ask(_ account: String, _ password: String) throws -> String {
                    try ProgramResult(
                        of: "curl", "--silent", method == "--get" ? "--get" : "--no-progress-meter", "--data-urlencode",
                        "User_Account=\(account)", "--data-urlencode", "User_Password=\(password)", "--data-urlencode",
                        "Account_Type=\(type)", url
                    ).output
                }
                #expect(
                    try ask(account, "testApp123456") == #"{"accountBeingOrNotFlag":"1","loginOKOrNotFlag":"1"}"#)
                #expect(try ask(account, "wrong") == #"{"accountBeingOrNotFlag":"1","loginOKOrNotFlag":"0"}"#)
                #expect(try ask("x\(account)", "wrong") == #"{"accountBeingOrNotFlag":"0","loginOKOrNotFlag":"0"}"#)
            }
        }
        #expect(!service.log.contains("testApp123456"))
        #expect(try service.end(by: SIGTERM) == 0)
    }

    @Test func `document 001's client keeps its cookie and asks for its counters (6.3)`() throws {
        let service = try Vestibuled(["--contracts", "native,xml"] + Vestibuled.cheapHashes)
        #expect(try service.register("ada", Self.password).status == 200)
        let url = "http://\(try service.host)/action/api/"
        let jar = service.folder.path + "/cookies"
        let login = try ProgramResult(
            of: "curl", "--silent", "--cookie-jar", jar, "--data", "username=ada&pwd=\(Self.password)&keep_login=1",
            url + "login_validate")
        #expect(login.output.contains("<errorCode>1</errorCode>"))
        let notice = try ProgramResult(of: "curl", "--silent", "--cookie", jar, url + "user_notice?uid=1")
        #expect(notice.output.contains("<atmeCount>0</atmeCount>"))
        let other = try ProgramResult(of: "curl", "--silent", "--cookie", jar, url + "user_notice?uid=2")
        #expect(!other.output.contains("<notice>"))
    }

    @Test func `a Unix socket is served`() throws {
        let service = try Vestibuled(listen: "unix:FOLDER/socket")
        let reply = try ProgramResult(
            of: "curl", "--silent", "--unix-socket", service.folder.path + "/socket", "http://a/healthz")
        #expect(reply.output == "ok\n")
        #expect(try service.request("GET", "/v1/service").status == 200)
        // What a killed service leaves does not keep the next from starting.
        #expect(try service.end(by: SIGKILL) == 128 + SIGKILL)
        try service.start()
        #expect(try service.request("GET", "/healthz").status == 200)
        #expect(try service.end(by: SIGINT) == 0)
        #expect(!FileManager.default.fileExists(atPath: service.folder.path + "/socket"))
    }

    @Test func `TLS proves who the service is, in a version of today, and its cookies are for TLS only`() throws {
        let service = try Vestibuled(
            [
                "--contracts", "native,xml", "--tls-certificate", "FOLDER/certificate.pem", "--tls-key",
                "FOLDER/key.pem",
            ] + Vestibuled.cheapHashes, prepare: { try Certificate.good.make(in: $0.path) })
        let url = "https://localhost:\(try service.host.drop { $0 != ":" }.dropFirst())"
        let authority = ["--silent", "--show-error", "--cacert", service.folder.path + "/certificate.pem"]
        func curl(_ words: String...) throws -> ProgramResult { try ProgramResult(of: "curl", authority + words) }
        #expect(try curl(url + "/healthz").output == "ok\n")
        #expect(try curl("--tlsv1.2", "--tls-max", "1.2", url + "/healthz").output == "ok\n")
        #expect(try curl("--tlsv1.0", "--tls-max", "1.1", url + "/healthz").status != 0)
        #expect(try ProgramResult(of: "curl", "--silent", url + "/healthz").status == 60)
        let json = "Content-Type: application/json"
        #expect(
            try curl("--header", json, "--data", Vestibuled.credentials("ada", Self.password), url + "/v1/register")
                .output.contains("token"))
        let login = try curl(
            "--include", "--data", "username=ada&pwd=\(Self.password)", url + "/action/api/login_validate")
        #expect(login.output.contains("SameSite=Strict; Secure"))
        let refused = try curl("--include", "--header", "Content-Length: -5", "--data", "", url + "/v1/login")
        #expect(refused.status == 0 && refused.output.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
        #expect(refused.output.hasSuffix(#""detail":"the body's length is no number"}"#))
        #expect(refused.output.split(separator: "HTTP/1.1 ").count == 1, "\(refused.output)")
        #expect(try service.end(by: SIGTERM) == 0)
    }

    @Test func `a certificate that is none keeps the service from starting`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("vestibuled-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("no certificate".utf8).write(to: folder.appendingPathComponent("x"))
        let run = try ProgramResult(
            of: Vestibuled.path, "serve", "--listen", "0.0.0.0:0", "--store", "sqlite:\(folder.path)/a",
            "--tls-certificate",
            folder.path + "/x", "--tls-key", folder.path + "/x")
        #expect(run.status == 3)
        #expect(run.errors.contains("the certificate and the key do not fit, or are none"))
        let missing = try ProgramResult(
            of: Vestibuled.path, "serve", "--listen", "0.0.0.0:0", "--store", "sqlite:\(folder.path)/a",
            "--tls-certificate",
            folder.path + "/y", "--tls-key", folder.path + "/x")
        #expect(missing.status == 2)
        #expect(missing.errors.contains("cannot read \(folder.path)/y: No such file or directory"))
    }
}

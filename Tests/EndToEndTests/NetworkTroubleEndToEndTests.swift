import ServerTesting
import TerminalCore
import TerminalTesting
import Testing

/// What the front end shows of a service that misbehaves (L12); the README has a table of it.
@Suite("Services in trouble", .timeLimit(.minutes(5)))
struct NetworkTroubleEndToEndTests {
    private static func broken(_ reason: String) -> String { "Error: the service\(reason)" }
    private static let nonsense = broken("'s answer makes no sense; try again, or ask whoever runs it")
    private static let moved = broken(" has moved, and nobody here follows it unasked; ask whoever set this up")
    private static let failed = broken(" failed; try again")
    private static let busy = broken(" is busy; try again in a moment")
    private static let lost = "Error: the connection to the service broke; try again"
    private static let missing =
        "Error: there is no account service at the address that is set; ask whoever set this up"
    private static let title = "\u{1B}]0;title\u{7}"

    @Test(
        "L12: what a service should not do is told in plain words, and the form is kept",
        arguments: [
            (ScriptedServer.Step.reply(301, "", fields: ["Location: https://elsewhere.example/"]), moved),
            (.reply(404, "<h1>\(title)Not found</h1>", type: "text/html"), missing),
            (.reply(500, "<h1>\(title)</h1>", type: "text/html"), failed),
            (.reply(503, "", fields: ["Retry-After: 9"]), busy), (.send(""), lost), (.reply(200, ""), nonsense),
            (.reply(200, title), nonsense), (.reply(200, "<html></html>", type: "text/html"), nonsense),
            (.reply(200, #"{"accountBeingOrNotFlag":1,"loginOKOrNotFlag":1}"#), nonsense),
            (.reply(200, #"{"accountBeingOrNotFlag":"1"}"#), nonsense), (.flood(byteCount: 100 << 20), nonsense),
            (.reset(after: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"), lost),
        ])
    func flags(_ step: ScriptedServer.Step, _ words: String) throws {
        let server = try ScriptedServer(step)
        let run = try FrontEndRun.onService("php+http://127.0.0.1:\(server.port)/login.php")
        try run.fillIn()
        try run.expectTrouble(words)
        #expect(!run.hasWritten("]0;title"))
    }

    @Test(
        "6.3, L12: documents that could do harm, or are none, make no sense",
        arguments: [
            "<!DOCTYPE oschina><oschina/>",
            #"<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><oschina>&b;</oschina>"#,
            #"<!DOCTYPE a [<!ENTITY b "lol"><!ENTITY c "&b;&b;&b;&b;">]><oschina>&c;</oschina>"#,
            #"<?xml version="1.0" encoding="utf-16"?><oschina/>"#, "<oschina>",
        ])
    func xml(_ document: String) throws {
        let server = try ScriptedServer(.reply(200, document, type: "text/xml"))
        let run = try FrontEndRun.onService("oschina+http://127.0.0.1:\(server.port)/")
        try run.fillIn()
        try run.expectTrouble(Self.nonsense)
    }

    @Test("L12: 429 says when to come back")
    func tooMany() throws {
        let server = try ScriptedServer(.reply(429, "", fields: ["Retry-After: 90"]))
        let run = try FrontEndRun.onService("php+http://127.0.0.1:\(server.port)/login.php")
        try run.fillIn()
        try run.program.press(.enter)
        let frame = try run.waitForAlert("login-failed")
        #expect(frame.alert?.text?.hasPrefix("Too many failed attempts. Try again in 1 min ") == true, "\(frame)")
        #expect(frame.node("account")?.value == "ada" && frame.node("password")?.length == 13)
    }

    @Test("L12: a host that nobody knows")
    func unknownHost() throws {
        let run = try FrontEndRun.onService("php+https://no-such-host.invalid/login.php")
        try run.fillIn()
        try run.expectTrouble("Error: the service's host is not known; check the network")
    }

    @Test(
        "5: a certificate for another host, or an expired one, is not trusted",
        arguments: [
            Certificate.forAnotherHost, .expired,
        ])
    func certificates(_ certificate: Certificate) throws {
        let server = try TLSServer(certificate, body: #"{"accountBeingOrNotFlag":"1","loginOKOrNotFlag":"1"}"#)
        let run = try FrontEndRun.onService("php+https://localhost:\(server.port)/login.php") {
            $0.environment["SSL_CERT_FILE"] = server.certificateFile
        }
        try run.fillIn()
        try run.expectTrouble("Error: the service could not prove who it is, so nothing was sent; ask whoever runs it")
    }

    @Test("5: encryption is verified; SSL_CERT_FILE names the authorities to trust")
    func encryption() throws {
        let server = try TLSServer(.good, body: #"{"accountBeingOrNotFlag":"1","loginOKOrNotFlag":"1"}"#)
        let service = "php+https://localhost:\(server.port)/login.php"
        let untrusting = try FrontEndRun.onService(service)
        try untrusting.fillIn()
        try untrusting.expectTrouble("could not prove who it is")
        let trusting = try FrontEndRun.onService(service) { $0.environment["SSL_CERT_FILE"] = server.certificateFile }
        try trusting.fillIn()
        try trusting.program.press(.enter)
        try trusting.waitForScreen("home")
    }

    @Test("5: a broken handshake, and a file of authorities that is not there, do not put the service in doubt")
    func handshake() throws {
        let server = try ScriptedServer(greeting: .reset(after: ""), .reply(200, ""))
        let service = "php+https://localhost:\(server.port)/login.php"
        let broken = try FrontEndRun.onService(service)
        try broken.fillIn()
        try broken.expectTrouble(Self.lost)
        let bare = try FrontEndRun.onService(service) { $0.environment["SSL_CERT_FILE"] = "/nonexistent" }
        try bare.fillIn()
        try bare.expectTrouble("Error: this machine's file of trusted certificates (SSL_CERT_FILE) cannot be read; ask")
    }

    @Test("5: --timeout ends a call that takes longer")
    func timeout() throws {
        let server = try ScriptedServer(.hold(after: ""))
        let run = try FrontEndRun.onService("php+http://127.0.0.1:\(server.port)/login.php", "--timeout", "1")
        try run.fillIn()
        try run.expectTrouble("Error: the service took too long to answer; try again")
    }
}

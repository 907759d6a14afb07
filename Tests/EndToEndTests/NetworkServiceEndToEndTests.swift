import Foundation
import ProgramTesting
import ServerTesting
import TerminalCore
import TerminalTesting
import Testing

/// Services on the network, through `vestibule-connect` (sections 5 and 6).
@Suite("Services on the network")
struct NetworkServiceEndToEndTests {
    // MARK: - 6.1

    private static let declaration =
        #"{"vestibule":1,"calls":["login","logout","resume","user","notices"],"policy":{"password":{"minimum":4,"maximum":13}}}"#

    /// A service of contract 6.1 that logs everybody in.
    private func nativeServer(path: String? = nil) throws -> ScriptedServer {
        try ScriptedServer(path: path) { request in
            switch request.line.split(separator: " ")[1] {
            case "/v1/service": .reply(200, Self.declaration)
            case "/v1/login", "/v1/resume":
                .reply(200, #"{"token":"t0k3n","user":{"account":"Ada Lovelace","id":"1815"}}"#)
            case "/v1/notices": .reply(200, #"{"mentions":11,"messages":22,"comments":33,"followers":44}"#)
            default: .send("HTTP/1.1 204 No Content\r\n\r\n")
            }
        }
    }

    @Test("6.1: the service's own rule, a login, home with its counters, a log-out")
    func native() throws {
        let server = try nativeServer()
        // A proxy would read the password, so none is asked.
        let run = try FrontEndRun.onService("http://127.0.0.1:\(server.port)") {
            for name in ["http_proxy", "all_proxy"] { $0.environment[name] = "http://127.0.0.1:9" }
        }
        try run.program.waitForText("4-13 characters")
        try run.fillIn()
        try run.program.press(.enter)
        try run.waitForScreen("home")
        try run.program.waitForText("44")
        #expect(run.program.screen.text.contains("Ada Lovelace") && run.program.screen.text.contains("1815"))
        try run.moveFocus(to: "log-out")
        try run.program.press(.enter)
        try run.waitForScreen("login")
        try run.program.waitFor("the log-out at the service") { _ in server.requests.count >= 4 }
        let logOut = try #require(server.requests.last)
        #expect(logOut.line == "POST /v1/logout HTTP/1.1" && logOut.field("Authorization") == "Bearer t0k3n")
        try run.program.press(.control("c"))
        #expect(try run.program.waitForExit() == .exited(1))
        try run.expectRestored()
    }

    @Test("T6: nothing that a service says commands the terminal, wherever it shows")
    func escapes() throws {
        let bad = #"\u001b]0;title\u0007\u001b[2J\u009b2J\u202e\u007f"#
        let server = try ScriptedServer { request in
            switch request.line.split(separator: " ")[1] {
            case "/v1/service":
                .reply(
                    200,
                    #"{"vestibule":1,"calls":["login","logout","notices","sessions","session-end","sessions-end"],"#
                        + #""info":{"register":"\#(bad)Register1","reset":"\#(bad)Reset1","help":"\#(bad)Help1"}}"#)
            case "/v1/login":
                .reply(
                    200,
                    #"{"token":"t","user":{"account":"\#(bad)Ada1","id":"\#(bad)Id1","#
                        + #""lastVisit":{"time":1,"peer":"\#(bad)Peer1"}}}"#)
            case "/v1/sessions":
                .reply(
                    200,
                    #"{"sessions":[{"id":"\#(bad)","start":1,"lastUse":2,"peer":"\#(bad)Peer2","current":false}]}"#)
            case "/v1/notices":
                .reply(403, #"{"type":"/problems/refused","detail":"\#(bad)"}"#, type: "application/problem+json")
            default: .send("HTTP/1.1 204 No Content\r\n\r\n")
            }
        }
        let run = try FrontEndRun.onService("http://127.0.0.1:\(server.port)")
        try run.program.press(.function(1), .tab)
        try run.program.waitForText("Help1")
        try run.program.press(.escape)
        try run.program.waitForFrame("no help") { $0.help == nil }
        for (link, text) in [("register", "Register1"), ("reset", "Reset1")] {
            try run.waitForScreen("login")
            try run.moveFocus(to: link)
            try run.program.press(.enter)
            try run.waitForAlert("not-offered")
            #expect(run.program.screen.text.contains(text))
            try run.program.press(.enter)
        }
        try run.waitForScreen("login")
        try run.moveFocus(to: "account")
        try run.fillIn()
        try run.program.press(.enter)
        for text in ["Ada1", "Id1", "Peer1"] { try run.program.waitForText(text) }
        try run.program.press(.enter)
        try run.waitForScreen("settings")
        try run.moveFocus(to: "sessions")
        try run.program.press(.enter)
        try run.program.waitForText("Peer2")
        for bytes in ["\u{1B}]0;title", "\u{9B}", "\u{202E}", "\u{7F}"] { #expect(!run.hasWritten(bytes)) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: run.folder.file("state"))).range(of: Data([0x1B])) == nil)
    }

    @Test("5: over a Unix socket, in front of a command")
    func socket() throws {
        let folder = try TemporaryFolder()
        let server = try nativeServer(path: folder.file("socket"))
        let run = try FrontEndRun.onService(
            "unix:" + folder.file("socket"), "--", "/bin/sh", "-c", "echo \"in=$VESTIBULE_ACCOUNT/$VESTIBULE_USER_ID\"",
            in: folder)
        try run.fillIn()
        try run.program.press(.enter)
        try run.program.waitForText("in=Ada Lovelace/1815")
        #expect(server.requests.map(\.line).contains("POST /v1/login HTTP/1.1"))
    }

    @Test("L8: a cancelled call's connection is closed at once")
    func cancelling() throws {
        let server = try ScriptedServer { request in
            request.line.hasPrefix("GET") ? .reply(200, Self.declaration) : .hold(after: "")
        }
        let run = try FrontEndRun.onService("http://127.0.0.1:\(server.port)")
        try run.fillIn()
        try run.program.press(.enter)
        try run.waitForCall()
        try run.program.waitFor("the call at the service") { _ in server.requests.count == 2 }
        try run.program.press(.escape)
        let form = try run.waitForScreen("login")
        #expect(form.toast == nil && form.node("password")?.length == 13)
        try run.program.waitFor("the end of its connection") { _ in server.closedCount == 1 }
    }

    // MARK: - 6.2

    private static func flags(_ account: String, _ login: String) -> ScriptedServer.Step {
        .reply(200, #"{"accountBeingOrNotFlag":"\#(account)","loginOKOrNotFlag":"\#(login)"}"#, type: "text/html")
    }

    @Test("6.2, L9, L10: unknown, wrong, a picture of the client's own after the third failure, right")
    func flagContract() throws {
        let server = try ScriptedServer { request in
            if request.body.contains("User_Account=nobody") { return Self.flags("0", "0") }
            return Self.flags("1", request.body.contains("User_Account=13542138562") ? "1" : "0")
        }
        let run = try FrontEndRun.onService("php+http://127.0.0.1:\(server.port)/testApp/Login/login.php")
        try run.fillIn(account: "nobody")
        try run.program.press(.enter)
        try run.waitForAlert("account-missing")
        try run.program.press(.escape)
        try run.waitForScreen("login")

        try run.retype("ada", in: "account")
        try run.failThrice()
        try run.send()
        try run.program.waitForFrame("the picture") { $0.node("captcha") != nil && !$0.busy }
        #expect(server.requests.count == 4, "nothing goes out without the picture's characters")
        try run.program.press(.escape)
        try run.waitForScreen("login")

        try run.retype("+86 135-4213-8562", in: "account")
        try run.send()
        try run.waitForScreen("home")
    }

    // MARK: - 6.3

    private static let notice =
        "<notice><atmeCount>11</atmeCount><msgCount>22</msgCount><reviewCount>33</reviewCount><newFansCount>44</newFansCount></notice>"

    /// A service of contract 6.3 that refuses the account `eve` with words that would command a terminal.
    private func xmlServer() throws -> ScriptedServer {
        try ScriptedServer { request in
            if request.body.contains("username=eve") {
                return .reply(
                    200,
                    "<oschina><result><errorCode>0</errorCode><errorMessage>No,&#x9b;2J&#x202e; never</errorMessage></result></oschina>"
                )
            }
            if request.line.hasPrefix("POST") {
                return .reply(
                    200,
                    "<oschina><result><errorCode>1</errorCode></result><user><uid>7</uid><name>Ada&#x9d;0;t</name></user></oschina>",
                    fields: ["Set-Cookie: oscid=s3cr3t; Path=/; Max-Age=3600"])
            }
            guard request.field("Cookie") == "oscid=s3cr3t" else {
                return .reply(200, "<oschina><result><errorCode>-1</errorCode></result></oschina>")
            }
            return .reply(200, "<oschina>\(Self.notice)</oschina>")
        }
    }

    @Test("6.3, T6: the service's own words, harmless; a login, counters by cookie, and the next start goes on (H1)")
    func xmlContract() throws {
        let server = try xmlServer()
        let folder = try TemporaryFolder()
        let service = "oschina+http://127.0.0.1:\(server.port)/"
        let first = try FrontEndRun.onService(service, in: folder)
        try first.fillIn(account: "eve", password: "1")
        try first.program.press(.enter)
        let refused = try first.program.waitForFrame("the refusal") { $0.toast?.contains("never") == true }
        #expect(refused.toast?.hasPrefix("Error: No,") == true)

        try first.retype("ada", in: "account")
        try first.moveFocus(to: "remember")
        try first.program.type(" ")
        try first.moveFocus(to: "submit")
        try first.program.press(.enter)
        try first.waitForScreen("home")
        try first.program.waitForText("44")
        for bytes in ["\u{9B}", "\u{9D}", "\u{202E}"] { #expect(!first.hasWritten(bytes)) }
        try first.program.press(.control("c"))
        #expect(try first.program.waitForExit() == .exited(0))

        let second = try FrontEndRun.onService(service, in: folder)
        #expect(try second.frame.node("password")?.remembered == true)
        try second.program.press(.enter)
        try second.waitForScreen("home")
        try second.program.waitForText("44")
        #expect(server.requests.filter { $0.line.hasPrefix("POST") }.count == 2, "the cookies did, not the password")
        let vault = try Data(contentsOf: URL(fileURLWithPath: folder.file("data/vault")))
        #expect(vault.range(of: Data("s3cr3t".utf8)) == nil)
    }

    // MARK: - Trouble

    @Test("L12: a service that is down keeps a kiosk running, and works once it is up")
    func down() throws {
        let folder = try TemporaryFolder()
        let run = try FrontEndRun.onService("unix:" + folder.file("socket"), in: folder)
        try run.program.waitForFrame("trouble") { $0.toast?.contains("does not take connections") == true }
        try run.fillIn()
        try run.expectTrouble("does not take connections")
        let server = try nativeServer(path: folder.file("socket"))
        try run.program.press(.enter)
        try run.waitForScreen("home")
        #expect(!server.requests.isEmpty)
    }
}

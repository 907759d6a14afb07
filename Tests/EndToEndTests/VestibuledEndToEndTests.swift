import Foundation
import ProgramTesting
import ServerTesting
import TerminalCore
import TerminalTesting
import Testing

/// The front end on the project's own service, through `vestibule-connect` (sections 5 and 6).
@Suite("The front end and the service")
struct VestibuledEndToEndTests {
    private static let password = "corr3ct-horse-bat"

    @Test("H6, L9, L10: register over a Unix socket, log out, fail until a picture is asked for; an unknown account")
    func native() throws {
        let server = try Vestibuled(listen: "unix:FOLDER/socket")
        let run = try FrontEndRun.onService(try server.host)
        try run.register("adalove", password: Self.password)
        try run.program.waitForText("adalove")
        try run.moveFocus(to: "log-out")
        try run.program.press(.enter)
        try run.waitForScreen("login")

        try run.moveFocus(to: "password")
        try run.typeSecret("wr0ng-horse-bat")
        for _ in 0..<3 {
            try run.moveFocus(to: "submit")
            try run.program.press(.enter)
            try run.waitForAlert("login-failed")
            try run.program.press(.enter)
            try run.waitForScreen("login")
        }
        try run.moveFocus(to: "submit")
        try run.program.press(.enter)
        try run.program.waitForFrame("the service's picture") { $0.node("captcha") != nil && !$0.busy }
        try run.program.press(.escape)
        try run.waitForScreen("login")
        try run.moveFocus(to: "account")
        try run.program.press(.control("u"))
        try run.program.type("nobody")
        try run.moveFocus(to: "submit")
        try run.program.press(.enter)
        try run.waitForAlert("account-missing")
        #expect(try server.end(by: SIGTERM) == 0)
    }

    @Test("H1, L12: a remembered token outlives the front end and a restart of the service")
    func remembered() throws {
        let server = try Vestibuled(listen: "unix:FOLDER/socket")
        #expect(try server.register("adalove", Self.password).status == 200)
        let folder = try ScratchFolder()
        let first = try FrontEndRun.onService(try server.host, in: folder)
        try first.fillIn(account: "adalove", password: Self.password)
        try first.logInRemembered()

        let service = try server.host
        #expect(try server.end(by: SIGTERM) == 0)
        let second = try FrontEndRun.onService(service, in: folder)
        #expect(try second.frame.node("password")?.remembered == true)
        try second.program.press(.enter)
        try second.program.waitForFrame("trouble") {
            $0.toast?.contains("does not take connections") == true && !$0.busy
        }
        try server.start()
        try second.program.press(.enter)
        try second.waitForScreen("home")
    }

    @Test("6.1-6.3: one account, three contracts, encrypted")
    func contracts() throws {
        let server = try Vestibuled(
            Vestibuled.cheapHashes + [
                "--contracts", "native,flags,xml", "--tls-certificate", "FOLDER/certificate.pem", "--tls-key",
                "FOLDER/key.pem",
            ]
        ) { try Certificate.good.make(in: $0.path) }
        let host = try server.host
        let trusting: (inout TerminalProgram.Options) -> Void = {
            $0.environment["SSL_CERT_FILE"] = server.folder.path + "/certificate.pem"
        }
        let native = try FrontEndRun.onService("https://\(host)", change: trusting)
        try native.register("adalove", password: Self.password)
        let services = ["php+https://\(host)/testApp/Login/login.php", "oschina+https://\(host)/"]
        for service in services {
            let run = try FrontEndRun.onService(service, change: trusting)
            try run.fillIn(account: "adalove", password: Self.password)
            try run.program.press(.enter)
            try run.waitForScreen("home")
            #expect(run.program.screen.text.contains("adalove"))
        }
    }
}

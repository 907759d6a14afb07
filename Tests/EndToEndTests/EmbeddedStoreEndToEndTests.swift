import Foundation
import ProgramTesting
import TerminalCore
import TerminalTesting
import Testing

@Suite("Accounts in the embedded store", .timeLimit(.minutes(3)))
struct EmbeddedStoreEndToEndTests {
    private static let password = "tangerine gravel 42"

    @Test("L9: Backspace empties a selected password, moving deselects it")
    func selection() throws {
        let run = try FrontEndRun.demo()
        try run.fillIn(password: "wrong password")
        try run.program.press(.enter)
        try run.waitForAlert("login-failed")
        try run.program.press(.enter)
        try run.waitForScreen("login")
        try run.program.press(.left)
        try run.program.waitFor("nothing selected") { screen in
            screen.cells(ofRow: screen.cursor.row).allSatisfy {
                $0.text != "•" || !$0.style.attributes.contains(.reverse)
            }
        }
        try run.program.press(.enter)
        try run.waitForAlert("login-failed")
        try run.program.press(.enter)
        try run.waitForScreen("login")
        try run.program.press(.backspace)
        try run.program.waitForFrame("an empty password") { $0.node("password")?.length ?? 0 == 0 }
    }

    @Test("L9: cancel and Escape return from the alert to the account", arguments: [Key.enter, .escape])
    func cancelledRegistration(key: Key) throws {
        let run = try FrontEndRun.embedded()
        try run.fillIn(account: "nobody")
        try run.program.press(.enter)
        try run.waitForAlert("account-missing")
        try run.program.press(key)
        let login = try run.waitForScreen("login")
        #expect(login.node("account")?.value == "nobody" && login.focus == "account")
        #expect(login.node("password")?.length == FrontEndRun.password.count)
    }

    @Test("H6: an account that exists is said so, in whatever case it is typed")
    func takenAccount() throws {
        let run = try FrontEndRun.embedded("--password-length", "8-32")
        try run.register("newcomer", password: Self.password)
        try run.program.press(.tab, .enter)
        try run.waitForScreen("login")
        try run.moveFocus(to: "register")
        try run.program.press(.enter)
        try run.waitForScreen("register")
        try run.retype("NEWCOMER", in: "account")
        try run.sendNewPassword("another gravel 43")
        #expect(try run.waitForAlert("register-failed").alert?.text?.hasPrefix("That account exists") == true)
    }

    @Test("H2: home tells who is logged in, and of the login before by the name of this machine's user")
    func lastLogin() throws {
        let run = try FrontEndRun.embedded("--password-length", "8-32")
        try run.register("newcomer", password: Self.password)
        let first = try run.frame
        #expect(first.node("user")?.value == "newcomer")
        #expect(first.node("last-login")?.value == "None before this one")
        try run.logOut()
        try run.retype("newcomer", in: "account")
        try run.retype(Self.password, in: "password")
        try run.send()
        let second = try run.waitForScreen("home")
        let name = try #require(getpwuid(getuid())).pointee.pw_name.map { String(cString: $0) }
        #expect(second.node("user")?.value == "newcomer")
        #expect(second.node("last-login")?.value?.hasSuffix("from this machine (\(name ?? ""))") == true)
    }

    @Test("A10: an account outlives the program", arguments: ["newcomer", "Ада.Л"])
    func secondRun(account: String) throws {
        let first = try FrontEndRun.embedded("--password-length", "8-32")
        try first.register(account, password: Self.password)
        first.program.send(signal: 9)
        try first.program.waitForExit()
        let second = try FrontEndRun.embedded("--password-length", "8-32", in: first.folder)
        try second.fillIn(account: account, password: Self.password)
        try second.program.press(.enter)
        try second.waitForScreen("home")
    }

    @Test("A2: of two programs that register one name at once, one succeeds and the other is told")
    func race() throws {
        let folder = try TemporaryFolder()
        let runs = try (1...2).map { number in
            let run = try FrontEndRun.embedded(in: folder) { $0.stateLog = folder.file("state\(number)") }
            try run.moveFocus(to: "register")
            try run.program.press(.enter)
            try run.waitForScreen("register")
            try run.program.type("newcomer")
            try run.moveFocus(to: "password")
            try run.typeSecret("tangerine gravel")
            try run.program.press(.tab)
            try run.typeSecret("tangerine gravel")
            try run.program.waitForFrame("a judged password") {
                $0.node("strength")?.value != nil && $0.node("submit")?.enabled == true
            }
            return run
        }
        for run in runs { try run.program.press(.enter) }
        let ends = try runs.map { run in
            try run.program.waitForFrame("an end") { $0.screen == "home" || $0.alert != nil }
        }
        #expect(ends.count { $0.screen == "home" } == 1)
        #expect(ends.count { $0.alert?.id == "register-failed" } == 1)
    }

    @Test("A10: the data directory and its files are their owner's only, whatever the umask is")
    func modes() throws {
        let folder = try TemporaryFolder()
        let run = try FrontEndRun(
            ["--data-dir", folder.file("deep/data")], launcher: ["sh", "-c", "umask 0; exec \"$@\"", "sh"], in: folder)
        try run.waitForScreen("login")
        try run.program.press(.control("c"))
        #expect(try run.program.waitForExit() == .exited(1))
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.file("deep/data"))
        #expect(files.contains("accounts.sqlite"))
        for path in ["deep", "deep/data"] { #expect(try mode(of: folder.file(path)) == 0o700, "\(path)") }
        for file in files { #expect(try mode(of: folder.file("deep/data/" + file)) == 0o600, "\(file)") }
        #expect(try mode(of: folder.file("state")) == 0o600)
    }

    private func mode(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
}

import Foundation
import TerminalCore
import TerminalTesting
import Testing

@Suite("The whole way on the embedded store", .timeLimit(.minutes(3)))
struct EmbeddedFlowEndToEndTests {
    /// What a language's screens say on the way.
    struct Words: CustomTestStringConvertible {
        let locale: String
        let account: String, register: String, logIn: String, logOut: String, first: String
        let missing: String, missingText: String, cancel: String
        let failed: String, wrong: String

        var testDescription: String { locale }

        static let english = Words(
            locale: "en_US.UTF-8", account: "Account", register: "Go register", logIn: "Log in", logOut: "Log out",
            first: "This is the first", missing: "Account not found",
            missingText: "Sorry, that account does not exist. Go and register?", cancel: "Cancel",
            failed: "Login failed", wrong: "Wrong account or password")
        static let chinese = Words(
            locale: "zh_CN.UTF-8", account: "账号", register: "去注册", logIn: "登录", logOut: "退出登录", first: "首次登录",
            missing: "账号不存在", missingText: "对不起，您输入的账号不存在，是否前去注册？", cancel: "取消",
            failed: "登录失败", wrong: "账号或密码错误")
    }

    private static let password = "tangerine gravel 42"

    @Test(
        "L9, L7, H2, H4, H6: from an unknown account by registration to home, out, and in again",
        arguments: [Words.english, .chinese], [Size(columns: 80, rows: 24), Size(columns: 40, rows: 12)])
    func wholeWay(words: Words, size: Size) throws {
        // Its password is longer than the rule of the documents.
        let run = try FrontEndRun.embedded("--password-length", "8-32") { options in
            options.size = size
            options.environment["LC_ALL"] = words.locale
        }
        try askForRegistration(run, words)
        try run.sendNewPassword(Self.password)
        let home = try run.waitForScreen("home")
        #expect(home.node("user")?.value == "newcomer")
        #expect(home.node("last-login")?.value == words.first)
        #expect(run.program.screen.contains("newcomer") && run.program.screen.contains(words.logOut))

        try run.program.press(.enter)
        let login = try run.waitForScreen("login")
        #expect(login.node("account")?.value == "newcomer" && login.focus == "password")
        #expect(login.node("password")?.length ?? 0 == 0)

        try failOnce(run, words)
        try run.typeSecret(Self.password)
        try run.program.press(.enter)
        let again = try run.waitForScreen("home")
        #expect(again.node("last-login")?.value != words.first)

        try run.program.press(.control("c"))
        #expect(try run.program.waitForExit() == .exited(0))
        try run.expectRestored()
        #expect(!run.hasWritten(Self.password))
    }

    /// Tries an account that does not exist, and goes on to its registration.
    private func askForRegistration(_ run: FrontEndRun, _ words: Words) throws {
        try run.program.type("newcomer")
        try run.program.press(.enter)
        try run.program.waitForFrame("the focus on the password") { $0.focus == "password" }
        try run.typeSecret(Self.password)
        try run.program.press(.enter)
        let alert = try run.waitForAlert("account-missing")
        #expect(alert.alert?.title == words.missing && alert.alert?.text == words.missingText)
        #expect(alert.focus == "cancel")
        #expect(alert.alert?.buttons?.map(\.id) == ["cancel", "go-register"])
        for text in [words.missing, words.cancel, words.register] { #expect(run.program.screen.contains(text)) }
        try run.program.press(.right)
        try run.program.waitForFrame("the other button") { $0.focus == "go-register" }
        try run.program.press(.enter)
        let form = try run.waitForScreen("register")
        #expect(form.node("account")?.value == "newcomer" && form.focus == "password")
    }

    /// Sends a wrong password: the card shakes, the alert opens, and the password is selected behind it.
    private func failOnce(_ run: FrontEndRun, _ words: Words) throws {
        try run.typeSecret("not the password")
        let label = try #require(run.program.screen.position(of: words.account))
        let count = run.program.receivedByteCount
        try run.program.press(.enter)
        let alert = try run.waitForAlert("login-failed")
        #expect(alert.alert?.title == words.failed && alert.alert?.text == words.wrong && alert.focus == "ok")
        #expect(run.program.screen.contains(words.wrong))
        let columns = run.columns(of: words.account, inRow: label.row, since: count)
        #expect(columns.contains(label.column + 2), "the card has been to the right")
        // In a narrow window the edge clips it.
        #expect(columns.contains(label.column - 2) || label.column < 2, "the card has been to the left")
        #expect(columns.isSubset(of: [label.column - 2, label.column, label.column + 2]))

        try run.program.press(.enter)
        let login = try run.waitForScreen("login")
        #expect(login.focus == "password" && login.node("password")?.length == 16)
        let selected = run.program.screen.cells(ofRow: run.program.screen.cursor.row).filter { $0.text == "•" }
        #expect(selected.count == 16 && selected.allSatisfy { $0.style.attributes.contains(.reverse) })
    }

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
        try run.program.press(.enter)
        try run.waitForScreen("login")
        try run.moveFocus(to: "register")
        try run.program.press(.enter)
        try run.waitForScreen("register")
        try run.moveFocus(to: "account")
        try run.program.press(.control("u"))
        try run.program.type("NEWCOMER")
        try run.moveFocus(to: "password")
        try run.sendNewPassword("another gravel 43")
        #expect(try run.waitForAlert("register-failed").alert?.text?.hasPrefix("That account exists") == true)
    }

    @Test("A10: an account outlives the program", arguments: ["newcomer", "13900001111", "Ada.L@Example.COM"])
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

    @Test("A8: concealed, an unknown account is answered like a wrong password")
    func concealedAccounts() throws {
        let run = try FrontEndRun.embedded("--conceal-accounts")
        try run.fillIn(account: "nobody")
        try run.program.press(.enter)
        #expect(try run.waitForAlert("login-failed").alert?.text == "Wrong account or password")
        #expect(!run.program.frames.contains { $0.alert?.id == "account-missing" })
    }

    @Test("A10: the data directory and its files are their owner's only, whatever the umask is")
    func modes() throws {
        let folder = try ScratchFolder()
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

import OwnThreads
import ProgramTesting
import TerminalCore
import TerminalTesting
import Testing

/// All that a person does with an account, by the front end on the built service, on each store (sections 3, 4 and 6).
@Suite("An account's life on the network", .ownThreads(), .timeLimit(.minutes(5)))
struct AccountLifeEndToEndTests {
    typealias Store = AdministrationRun.Store
    typealias Way = ServedAccounts.Way

    private static let phone = "13542138562"
    private static let password = "corr3ct-horse-bat", newPassword = "an0ther-gravel-43"
    private static let wrongPassword = "wr0ng-horse-bat"

    // MARK: - What a person does

    /// Answers the picture that is on the screen.
    private func answerPicture(_ accounts: ServedAccounts, _ run: FrontEndRun) async throws {
        try run.program.waitForFrame("the picture") {
            $0.screen == "captcha" && !$0.busy && $0.node("submit")?.label == "OK"
        }
        try await accounts.setAnswers()
        try run.moveFocus(to: "captcha")
        try run.typeSecret(ServedAccounts.answer)
        try run.program.press(.enter)
    }

    /// Types the code that was sent to the phone number.
    private func enterCode(_ accounts: ServedAccounts, _ run: FrontEndRun, digitCount: Int) throws {
        let frame = try run.program.waitForFrame("the code sent") { $0.toast != nil && !$0.busy }
        #expect(frame.toast?.hasPrefix("Error") == false && frame.focus == "code", "\(frame.toast ?? "")")
        try run.typeSecret(try accounts.takeCode(digitCount: digitCount))
    }

    /// Has a code sent to the phone number, behind a picture, and types it.
    private func getCode(_ accounts: ServedAccounts, _ run: FrontEndRun) async throws {
        try run.retype(Self.phone, in: "account")
        try run.moveFocus(to: "get-code")
        try run.program.press(.enter)
        try await answerPicture(accounts, run)
        try enterCode(accounts, run, digitCount: 6)
    }

    // MARK: - The tests

    @Test(
        "6.1-6.3, L9, L12: refused, not known, and logged in",
        arguments: Store.allCases, ServedAccounts.Contract.allCases)
    func contracts(store: Store, contract: ServedAccounts.Contract) async throws {
        let accounts = try await ServedAccounts(store, .encrypted)
        try await accounts.add("adalove", Self.password)
        let run = try accounts.open(contract)
        for (account, alert, message) in [
            ("adalove", "login-failed", "账号或密码错误"), ("nobody", "account-missing", "账号不存在"),
        ] {
            try run.retype(account, in: "account")
            try run.retype(Self.wrongPassword, in: "password")
            try run.send()
            if contract == .xml {
                // The contract has a message of the service's, and no more.
                try run.program.waitForFrame("the refusal") { $0.toast == "Error: \(message)" && !$0.busy }
            } else {
                try run.waitForAlert(alert)
                try run.program.press(.escape)
                try run.waitForScreen("login")
            }
        }
        try run.retype("adalove", in: "account")
        try run.retype(Self.password, in: "password")
        try run.send()
        try run.waitForScreen("home")
        try run.program.waitForText("adalove")
    }

    @Test(
        "H6, H4, L9, L10, A5: registered, logged out, refused, asked for a picture's characters, and logged in",
        arguments: Store.allCases, Way.allCases)
    func userName(store: Store, way: Way) async throws {
        let accounts = try await ServedAccounts(store, way)
        let run = try accounts.open()
        try run.register("adalove", password: Self.password)
        try run.logOut()
        try run.failThrice(Self.wrongPassword)
        try run.retype(Self.password, in: "password")
        try run.send()
        try await answerPicture(accounts, run)
        try run.waitForScreen("home")
        try run.program.waitForText("adalove")
    }

    @Test(
        "H6, L10, A4: a phone number is registered by a code behind a picture, and logs in by one after failures",
        arguments: Store.allCases, Way.allCases)
    func phone(store: Store, way: Way) async throws {
        let accounts = try await ServedAccounts(store, way)
        let run = try accounts.open()
        try run.open("register", as: "register")
        try await getCode(accounts, run)
        try run.sendNewPassword(Self.password)
        try run.waitForScreen("home")

        try run.logOut()
        try run.failThrice(Self.wrongPassword)
        try await accounts.forgetSends()
        try run.retype(Self.password, in: "password")
        try run.moveFocus(to: "get-code")
        try run.program.press(.enter)
        try enterCode(accounts, run, digitCount: 4)
        try run.send()
        try run.waitForScreen("home")
    }

    @Test(
        "H1, H3, H5: remembered and resumed; another session ended; another password; logged out everywhere",
        arguments: Store.allCases, Way.allCases)
    func inside(store: Store, way: Way) async throws {
        let (accounts, folder) = (try await ServedAccounts(store, way), try TemporaryFolder())
        try await accounts.add("adalove", Self.password)
        let first = try accounts.open(in: folder)
        try first.fillIn(account: "adalove", password: Self.password)
        try first.logInRemembered()
        let run = try accounts.open(in: folder)
        #expect(try run.frame.node("password")?.remembered == true)
        try run.program.press(.enter)
        try run.waitForScreen("home")

        let other = try accounts.open()
        try other.fillIn(account: "adalove", password: Self.password)
        try other.program.press(.enter)
        try other.waitForScreen("home")
        try run.open("settings", as: "settings")
        try run.open("sessions", as: "sessions")
        try run.program.waitForFrame("both sessions") { $0.node("session-2")?.current == false }
        try run.moveFocus(to: "session-2")
        try run.program.press(.enter)
        try run.waitForAlert("end-session")
        try run.program.press(.right, .enter)
        try run.program.waitForFrame("one session") { $0.node("session-2") == nil && $0.node("session-1") != nil }
        try other.open("settings", as: "settings")
        try other.moveFocus(to: "sessions")
        try other.program.press(.enter)
        #expect(try other.waitForScreen("login").toast?.hasPrefix("You were logged out") == true)

        try run.open("back", as: "settings")
        try run.open("change-password", as: "change-password")
        try run.typeSecret(Self.password)
        try run.sendNewPassword(Self.newPassword)
        #expect(try run.waitForScreen("settings").toast?.hasPrefix("Password changed") == true)
        try run.moveFocus(to: "log-out-everywhere")
        try run.program.press(.enter)
        try run.waitForAlert("log-out-everywhere")
        try run.program.press(.right, .enter)
        try run.waitForScreen("login")
        try run.retype(Self.newPassword, in: "password")
        try run.send()
        try run.waitForScreen("home")
    }

    @Test("H7, A4: a forgotten password is set by a code", arguments: Store.allCases, Way.allCases)
    func forgotten(store: Store, way: Way) async throws {
        let accounts = try await ServedAccounts(store, way)
        try await accounts.add(Self.phone, Self.password, as: "--phone")
        let run = try accounts.open()
        try run.open("reset", as: "reset")
        try await getCode(accounts, run)
        try run.sendNewPassword(Self.newPassword)
        #expect(try run.waitForScreen("login").toast?.hasPrefix("The new password is set") == true)
        try run.retype(Self.newPassword, in: "password")
        try run.send()
        try run.waitForScreen("home")
    }

    @Test("A3: a lock that another contract's failures led to is told", arguments: Store.allCases, Way.allCases)
    func lock(store: Store, way: Way) async throws {
        let accounts = try await ServedAccounts(store, way)
        try await accounts.add("adalove", Self.password)
        for _ in 0..<3 {
            let reply = try accounts.curl(
                "/testApp/Login/login.php", "--data",
                "User_Account=adalove&User_Password=\(Self.wrongPassword)&Account_Type=NormalName")
            #expect(reply == #"{"accountBeingOrNotFlag":"1","loginOKOrNotFlag":"0"}"#)
        }
        let run = try accounts.open()
        try run.fillIn(account: "adalove", password: Self.password)
        try run.program.press(.enter)
        let alert = try run.waitForAlert("login-failed").alert
        #expect(alert?.text?.hasPrefix("Too many failed attempts. Try again in ") == true)
    }
}

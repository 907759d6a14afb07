import Foundation
import ProgramTesting
import TerminalCore
import TerminalTesting
import Testing

@Suite("Remembered logins", .timeLimit(.minutes(3)))
struct MemoryEndToEndTests {
    private static let password = "tangerine gravel"

    /// A folder in which newcomer is registered and was logged in last with these boxes checked.
    private func folder(checking boxes: String..., variables: [String: String] = [:]) throws -> TemporaryFolder {
        let run = try FrontEndRun.embedded { $0.environment.merge(variables) { $1 } }
        try run.register("newcomer", password: Self.password)
        try run.moveFocus(to: "log-out")
        try run.program.press(.enter)
        try run.waitForScreen("login")
        try logIn(run, checking: boxes)
        return run.folder
    }

    /// Checks boxes, types the password, logs in and leaves from home.
    private func logIn(_ run: FrontEndRun, checking boxes: [String]) throws {
        for box in boxes {
            try run.moveFocus(to: box)
            try run.program.type(" ")
            try run.program.waitForFrame("\(box) checked") { $0.node(box)?.checked == true }
        }
        try run.moveFocus(to: "password")
        try run.typeSecret(Self.password)
        try run.program.press(.enter)
        try run.waitForScreen("home")
        try run.program.press(.control("c"))
        #expect(try run.program.waitForExit() == .exited(0))
    }

    private func mode(of path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    @Test("Section 3, L3, H1: remember, leave, start: filled in with eight bullets, and Enter is enough")
    func remembered() throws {
        let folder = try folder(checking: "remember")
        #expect(try mode(of: folder.file("data/vault")) == 0o600 && mode(of: folder.file("data/vault.key")) == 0o600)
        let run = try FrontEndRun.embedded(in: folder)
        let frame = try run.waitForScreen("login")
        #expect(frame.node("account")?.value == "newcomer" && frame.node("password")?.remembered == true)
        #expect(frame.node("password")?.length == nil && frame.node("submit")?.enabled == true)
        #expect(frame.node("remember")?.checked == true && frame.focus == "submit")
        #expect(run.program.screen.contains("••••••••") && !run.program.screen.contains("•••••••••"))
        try run.program.press(.enter)
        try run.waitForScreen("home")
        #expect(!run.hasWritten(Self.password))
    }

    @Test("H1: with 自动登录 the next start goes home after its notice; a key stops it")
    func automatic() throws {
        let folder = try folder(checking: "auto-login")
        do {
            let run = try FrontEndRun(["--data-dir", folder.file("data")], in: folder)
            let notice = try run.program.waitForFrame("the notice") { $0.toast != nil }
            #expect(notice.screen == "login" && notice.toast?.contains("newcomer") == true)
            try run.waitForScreen("home")
            try run.program.press(.control("c"))
            #expect(try run.program.waitForExit() == .exited(0))
        }
        let run = try FrontEndRun(["--data-dir", folder.file("data")], in: folder)
        try run.program.waitForFrame("the notice") { $0.toast != nil }
        try run.program.type("x")
        try run.program.waitForFrame("no notice") { $0.toast == nil && $0.screen == "login" && !$0.busy }
        try run.wait(.milliseconds(1500))
        let frame = try run.frame
        #expect(frame.screen == "login" && frame.node("password")?.remembered == true)
    }

    @Test("H4: log out keeps the account, the next start asks for the password")
    func logOut() throws {
        let folder = try folder(checking: "remember")
        do {
            let run = try FrontEndRun.embedded(in: folder)
            try run.program.press(.enter)
            try run.waitForScreen("home")
            try run.moveFocus(to: "log-out")
            try run.program.press(.enter)
            try run.waitForScreen("login")
            try run.program.press(.control("c"))
            #expect(try run.program.waitForExit() == .exited(1))
        }
        let frame = try FrontEndRun.embedded(in: folder).waitForScreen("login")
        #expect(frame.node("account")?.value == "newcomer" && frame.node("password")?.length == 0)
        #expect(frame.node("remember")?.checked == true && frame.focus == "password")
    }

    @Test("Section 3, L11: a login with 记住密码 off forgets everything")
    func forgotten() throws {
        let folder = try folder(checking: "remember")
        do {
            let run = try FrontEndRun.embedded(in: folder)
            try run.moveFocus(to: "remember")
            try run.program.type(" ")
            try run.moveFocus(to: "submit")
            try run.program.press(.enter)
            try run.waitForScreen("home")
            try run.program.press(.control("c"))
            #expect(try run.program.waitForExit() == .exited(0))
        }
        let frame = try FrontEndRun.embedded(in: folder).waitForScreen("login")
        #expect(frame.node("account")?.value == "" && frame.node("remember")?.checked == false)
        #expect(!FileManager.default.fileExists(atPath: folder.file("data/vault")))
    }

    @Test("H1, A7: a remembered login that was ended elsewhere says so and asks for the password")
    func expired() throws {
        let folder = try folder(checking: "remember")
        let other = try FrontEndRun.embedded(in: folder)
        try other.moveFocus(to: "password")
        try other.typeSecret(Self.password)
        try other.moveFocus(to: "submit")
        let waiting = try FrontEndRun.embedded(in: folder)
        try other.program.press(.enter)
        try other.waitForScreen("home")
        try other.moveFocus(to: "settings")
        try other.program.press(.enter)
        try other.waitForScreen("settings")
        try other.moveFocus(to: "log-out-everywhere")
        try other.program.press(.enter)
        try other.waitForAlert("log-out-everywhere")
        try other.program.press(.right, .enter)
        try other.waitForScreen("login")
        try waiting.program.press(.enter)
        let frame = try waiting.program.waitForFrame("the notice") { $0.toast != nil && !$0.busy }
        #expect(frame.screen == "login" && frame.focus == "password" && frame.node("password")?.length == 0)
        #expect(frame.toast == "What was remembered is no longer good; enter your password")
        #expect(frame.node("account")?.value == "newcomer")
    }

    /// What can happen to a vault.
    enum Damage: String, CaseIterable {
        case cutInHalf, bitFlipped, empty, folder
    }

    @Test("Section 3: a damaged vault is set aside, said so, and login goes on", arguments: Damage.allCases)
    func damaged(_ damage: Damage) throws {
        let folder = try folder(checking: "remember")
        let vault = folder.file("data/vault")
        var bytes = try Data(contentsOf: URL(fileURLWithPath: vault))
        switch damage {
        case .cutInHalf: bytes.removeLast(bytes.count / 2)
        case .bitFlipped: bytes[bytes.count * 3 / 4] ^= 4
        case .empty: bytes = Data()
        case .folder: try FileManager.default.removeItem(atPath: vault)
        }
        if damage == .folder {
            try FileManager.default.createDirectory(atPath: vault, withIntermediateDirectories: false)
        } else {
            try bytes.write(to: URL(fileURLWithPath: vault))
        }
        let run = try FrontEndRun.embedded(in: folder)
        let frame = try run.waitForScreen("login")
        #expect(frame.toast?.hasPrefix("What was remembered could not be used and now lies at ") == true)
        #expect(frame.node("account")?.value == "")
        #expect(FileManager.default.fileExists(atPath: vault + ".set-aside-1"))
        try run.program.type("newcomer")
        try logIn(run, checking: [])
    }

    @Test("Section 3: a vault that others could read is made private, and said so")
    func exposed() throws {
        let folder = try folder(checking: "remember")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.file("data/vault"))
        let frame = try FrontEndRun.embedded(in: folder).waitForScreen("login")
        #expect(frame.toast == "Others could read what is remembered; only you can now")
        #expect(frame.node("password")?.remembered == true)
        #expect(try mode(of: folder.file("data/vault")) == 0o600)
    }

    @Test("Section 3: with VESTIBULE_VAULT_KEY there is no key file; without it the vault stays closed")
    func givenKey() throws {
        let key = String(repeating: "0123456789abcdef", count: 4)
        let folder = try folder(checking: "remember", variables: ["VESTIBULE_VAULT_KEY": key])
        #expect(!FileManager.default.fileExists(atPath: folder.file("data/vault.key")))
        let without = try FrontEndRun.embedded(in: folder).waitForScreen("login")
        #expect(without.node("account")?.value == "")
        #expect(without.toast == "What was remembered cannot be used here; nothing was changed")
        let with = try FrontEndRun.embedded(in: folder) { $0.environment["VESTIBULE_VAULT_KEY"] = key }
        #expect(try with.waitForScreen("login").node("password")?.remembered == true)
    }

    @Test(
        "Section 3: a key that is none is one clear line, status 2",
        arguments: ["", "abc", String(repeating: "g", count: 64)])
    func malformedKey(_ key: String) throws {
        let folder = try TemporaryFolder()
        let run = try FrontEndRun(["--data-dir", folder.file("data")], in: folder) {
            $0.environment["VESTIBULE_VAULT_KEY"] = key
        }
        #expect(try run.program.waitForExit() == .exited(2))
        #expect(run.hasWritten("VESTIBULE_VAULT_KEY must be 64 hexadecimal digits, or not be set"))
        #expect(key.count < 10 || !run.hasWritten(key))
    }

    @Test("Section 1: in front of a command nothing is remembered unless allowed", arguments: [false, true])
    func command(isAllowed: Bool) throws {
        let folder = try folder()
        let allow = isAllowed ? ["--allow", "remember"] : []
        let run = try FrontEndRun(["--data-dir", folder.file("data")] + allow + ["--", "/bin/true"], in: folder)
        let frame = try run.waitForScreen("login")
        #expect((frame.node("remember") != nil) == isAllowed)
        try run.program.type("newcomer")
        if isAllowed {
            try run.moveFocus(to: "remember")
            try run.program.type(" ")
        }
        try run.moveFocus(to: "password")
        try run.typeSecret(Self.password)
        try run.program.press(.enter)
        #expect(try run.program.waitForExit() == .exited(0))
        #expect(FileManager.default.fileExists(atPath: folder.file("data/vault")) == isAllowed)
    }

    @Test("Section 3: neither password nor token lies open in the data directory")
    func nothingOpen() throws {
        let folder = try folder(checking: "remember")
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.file("data"))
        #expect(files.contains("vault") && files.contains("accounts.sqlite"))
        for file in files {
            let bytes = FileManager.default.contents(atPath: folder.file("data/" + file)) ?? Data()
            #expect(bytes.range(of: Data(Self.password.utf8)) == nil, "\(file)")
            #expect(file != "vault" || bytes.range(of: Data("newcomer".utf8)) == nil)
        }
    }
}

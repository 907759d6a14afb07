import Foundation
import MariaDBTesting
import ProgramTesting
import Testing

/// `vestibuled account` and `vestibuled migrate` as scripts use them (section 6).
@Suite("Administration of accounts", .timeLimit(.minutes(5)))
struct AdministrationEndToEndTests {
    typealias Store = AdministrationRun.Store

    @Test("Section 6: an account is added, listed, shown, shut, opened, unlocked and reset", arguments: Store.allCases)
    func account(kind: Store) async throws {
        let service = try await AdministrationRun(kind)
        let added = try await service.run(
            "account", "add", "--phone", "+86 135-4213-8562", "--email", "Ada@EXAMPLE.com", "--name", "Ada",
            "--password-stdin", input: "k3jf9XqLw2\n")
        let id = added.output.trimmingCharacters(in: .newlines)
        #expect(added.status == 0 && Int(id) != nil && added.errors.isEmpty)

        func line() async throws -> [String] {
            let list = try await service.run("account", "list")
            #expect(list.status == 0 && list.errors.isEmpty)
            return AdministrationRun.table(list.output).first ?? []
        }
        let first = try await line()
        try #require(first.count == 7)
        #expect(first[0..<5] == [id, "13542138562", "Ada@example.com", "ada", "active"])
        #expect(first[5].wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil)
        #expect(first[6] == "-")

        for (command, account, state) in [
            ("disable", "ada", "disabled"), ("enable", "13542138562", "active"),
            ("unlock", "Ada@example.com", "active"), ("reset", id, "reset"), ("disable", id, "disabled,reset"),
        ] {
            #expect(try await service.run("account", command, account) == .init())
            #expect(try await line()[4] == state)
        }
        let shown = AdministrationRun.table(try await service.run("account", "show", "ada").output)
        #expect(
            shown.compactMap(\.first) == [
                "id", "phone", "email", "name", "state", "created", "last-login", "last-peer", "sessions",
            ])
        #expect(shown.compactMap(\.last).prefix(5) == [id, "13542138562", "Ada@example.com", "ada", "disabled,reset"])
    }

    @Test("Section 6: what cannot be done is refused in one line, with status 1", arguments: Store.allCases)
    func refusals(kind: Store) async throws {
        let service = try await AdministrationRun(kind)
        #expect(
            try await service.run("account", "add", "--name", "ada", "--password-stdin", input: "k3jf9XqLw2\n").status
                == 0)
        func refusal(_ answer: ProgramResult) -> String? {
            #expect(answer.output.isEmpty)
            #expect(answer.errors.hasPrefix("vestibuled: ") && answer.errors.filter { $0 == "\n" }.count == 1)
            return answer.status == 1 ? answer.errors : nil
        }
        let taken = try await service.run("account", "add", "--name", "ADA", "--password-stdin", input: "t7Rk2pWz9q\n")
        #expect(refusal(taken)?.contains("belongs to an account") == true)
        for (password, words) in [("short", "8 to 20"), ("password1", "guessed"), ("", "empty")] {
            let answer = try await service.run(
                "account", "add", "--name", "eve", "--password-stdin", input: password + "\n")
            #expect(refusal(answer)?.contains(words) == true)
            #expect(password.isEmpty || !answer.errors.contains(password))
        }
        #expect(refusal(try await service.run("account", "show", "nobody"))?.contains("'nobody'") == true)
        #expect(refusal(try await service.run("account", "disable", "99"))?.contains("'99'") == true)
        #expect(refusal(try await service.run("account", "reset", "ada"))?.contains("no phone number") == true)
        #expect(AdministrationRun.table(try await service.run("account", "list").output).map { $0[4] } == ["active"])
    }

    @Test("A1, L4: a password that nobody could type is refused, and so is more than one line")
    func untypablePassword() async throws {
        let service = try await AdministrationRun(.sqlite)
        let words = ["account", "add", "--name", "ada", "--password-stdin", "--store", service.store]
        func answer(toOutputOf command: String) async throws -> ProgramResult {
            let pipe = "(\(command)) | \"$0\" \"$@\""
            return try await apart {
                try ProgramResult(of: "/bin/sh", ["-c", pipe, AdministrationRun.path] + words, isAlone: true)
            }
        }
        let (untypable, notAlone) = ("control character or is no UTF-8", "more than one line")
        for (input, reason) in [
            ("k3jf9\\000XqLw2\\n", untypable), ("k3jf9\\tXqLw2\\n", untypable), ("k3jf9\\033XqLw2", untypable),
            ("k3jf9\\177XqLw2\\n", untypable), ("k3jf9\\302\\205XqLw2\\n", untypable),
            ("k3jf9\\377XqLw2\\n", untypable), ("k3jf9XqLw2\\r\\r\\n", untypable),
            ("k3jf9XqLw2\\nt7Rk2pWz9q\\n", notAlone), ("k3jf9XqLw2\\n\\n", notAlone),
        ] {
            let answer = try await answer(toOutputOf: "printf '\(input)'")
            #expect(answer.status == 1 && answer.output.isEmpty, "\(input)")
            #expect(answer.errors.contains(reason) && !answer.errors.contains("XqLw2"), "\(answer.errors)")
        }
        // The second line comes in a write of its own.
        let late = try await answer(toOutputOf: "echo k3jf9XqLw2; echo more")
        #expect(late.status == 1 && late.errors.contains(notAlone), "\(late.errors)")
        #expect(try await answer(toOutputOf: "printf '密码 k3jf9XqLw2\\r\\n'").output == "1\n")
    }

    @Test(
        "Section 1: wrong usage is one line that names it, and status 2",
        arguments: [
            (["account"], "needs one of"), ([], "command is missing"), (["acount"], "'acount'"),
            (["account", "delete"], "'account delete'"), (["account", "list"], "--store is missing"),
            (["account", "list", "--store", "postgres://h/d"], "'postgres://h/d'"),
            (["account", "list", "--store", "sqlite:"], "needs a path"),
            (["account", "list", "--store", "mysql://a:b@h/d"], "VESTIBULE_DATABASE_PASSWORD"),
            (["account", "list", "--store"], "'--store' needs a value"),
            (["account", "list", "--stroe=x"], "'--stroe=x'"),
            (["account", "add", "--store", "sqlite:/a", "--name", "ada"], "--password-stdin"),
            (["account", "add", "--store", "sqlite:/a", "--password-stdin"], "--phone, --email or --name"),
            (["account", "add", "--store", "sqlite:/a", "--phone", "12", "--password-stdin"], "no phone number"),
            (["account", "show", "--store", "sqlite:/a"], "account is missing"),
            (["account", "show", "--store", "sqlite:/a", "ada", "eve"], "'eve'"),
            (["account", "import", "--store", "sqlite:/a"], "--from is missing"),
            (["account", "import", "--store", "sqlite:/a", "--from", "dump.xls"], "'dump.xls' ends with neither"),
            (["account", "import", "--store", "sqlite:/a", "--from", "a.csv", "--format", "xls"], "'xls'"),
            (["migrate", "--store", "sqlite:/a", "now"], "'now'"),
        ])
    func usage(words: [String], message: String) async throws {
        let answer = try await AdministrationRun.run(words)
        #expect(answer.status == 2)
        #expect(answer.output.isEmpty)
        #expect(answer.errors.contains(message), "\(answer.errors)")
        #expect(answer.errors.filter { $0 == "\n" }.count == 1)
    }

    @Test("Section 1: help and version are plain text, status 0")
    func help() async throws {
        #expect(try await AdministrationRun.run(["--version"]) == .init(output: "vestibuled 0.1.0\n"))
        let help = try await AdministrationRun.run(["--help"])
        #expect(help.status == 0 && help.output.contains("account import") && help.errors.isEmpty)
        #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 120 })
        for words in [["serve", "--help"], ["account", "list", "--store", "nowhere", "--help"]] {
            #expect(try await AdministrationRun.run(words) == help)
        }
    }

    @Test("Section 1: a store that cannot be opened is status 3, and said how to mend")
    func unopenable() async throws {
        for store in ["sqlite:/proc/none/accounts.sqlite", "mysql://root@localhost/d?socket=/nowhere"] {
            let answer = try await AdministrationRun.run(["migrate", "--store", store])
            #expect(answer.status == 3)
            #expect(answer.errors.contains("check"))
        }
        let file = try await AdministrationRun.run(["migrate", "--store", "mysql://root@h/d?password-file=/nowhere/p"])
        #expect(file.status == 3 && file.errors.contains("/nowhere/p"))
    }

    @Test("A10: a store in a folder where others could replace it is refused", arguments: [0o777, 0o775, 0o757])
    func foreignFolder(mode: Int) async throws {
        let service = try await AdministrationRun(.sqlite)
        #expect(try await service.run("migrate") == .init())
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: service.folder)
        let header = "userID,UserTelephoneNumber,UserEmailAddress,UserNormalName,UserPassword\n"
        for (words, input) in [
            (["migrate"], ""), (["account", "list"], ""), (["account", "show", "ada"], ""),
            (["account", "add", "--name", "ada", "--password-stdin"], "k3jf9XqLw2\n"),
            (["account", "import", "--from", "-", "--format", "csv"], header),
            (["serve", "--listen", "127.0.0.1:0"], ""),
        ] {
            let answer = try await AdministrationRun.run(words + ["--store", service.store], input: input)
            #expect(answer.status == 3 && answer.output.isEmpty, "\(words) \(answer.errors)")
            #expect(answer.errors.contains("others can write the account store's folder \(service.folder);"))
            #expect(answer.errors.filter { $0 == "\n" }.count == 1)
        }
        // Sticky, as /tmp is: others can add files there, and not replace these.
        try FileManager.default.setAttributes([.posixPermissions: 0o1777], ofItemAtPath: service.folder)
        #expect(try await service.run("account", "list") == .init())
    }

    @Test("A10: a store in another system user's folder is opened", .enabled(if: geteuid() == 0, "needs root"))
    func otherOwner() async throws {
        let service = try await AdministrationRun(.sqlite)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755, .ownerAccountID: 1, .groupOwnerAccountID: 1], ofItemAtPath: service.folder)
        #expect(try await service.run("migrate") == .init())
        #expect(try await service.run("account", "list") == .init())
    }

    @Test("Section 6: a store that is not there is status 3, and is not made by asking for accounts")
    func missing() async throws {
        let service = try await AdministrationRun(.sqlite)
        let path = service.folder + "/typo/accounts.sqlite"
        for words in [["list"], ["show", "1"], ["disable", "1"], ["enable", "1"], ["unlock", "1"], ["reset", "1"]] {
            let answer = try await AdministrationRun.run(["account"] + words + ["--store", "sqlite:" + path])
            #expect(answer.status == 3 && answer.output.isEmpty)
            #expect(answer.errors.hasPrefix("vestibuled: there is no account store \(path);"), "\(answer.errors)")
            #expect(answer.errors.contains("vestibuled migrate") && answer.errors.filter { $0 == "\n" }.count == 1)
        }
        #expect(!FileManager.default.fileExists(atPath: service.folder + "/typo"))
        #expect(try await AdministrationRun.run(["migrate", "--store", "sqlite:" + path]) == .init())
        #expect(try await AdministrationRun.run(["account", "list", "--store", "sqlite:" + path]) == .init())
    }

    @Test("Section 6: migrate makes a store, and does nothing to one of this version", arguments: Store.allCases)
    func migrate(kind: Store) async throws {
        let service = try await AdministrationRun(kind)
        for _ in 0..<2 { #expect(try await service.run("migrate") == .init()) }
        #expect(try await service.run("account", "list") == .init())
    }

    @Test("Section 6: the database's password comes from the environment or a file, never from the command line")
    func password() async throws {
        let server = try await MariaDBServer.shared()
        try server.query("CREATE USER IF NOT EXISTS gate IDENTIFIED BY 'open sesame'; GRANT ALL ON *.* TO gate")
        let url = try server.url(of: "passwords").replacing("root@", with: "gate@")
        let words = ["migrate", "--store", url]
        #expect(try await AdministrationRun.run(words).status == 3)
        let environment = ["VESTIBULE_DATABASE_PASSWORD": "open sesame"]
        #expect(try await AdministrationRun.run(words, environment: environment) == .init())
        let service = try await AdministrationRun(.sqlite)
        let file = service.folder + "/password"
        try "open sesame\r\n".write(toFile: file, atomically: false, encoding: .utf8)
        #expect(try await AdministrationRun.run(["migrate", "--store", url + "&password-file=" + file]) == .init())
    }
}

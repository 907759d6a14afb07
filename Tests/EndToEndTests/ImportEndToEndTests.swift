import Foundation
import MariaDBTesting
import Testing

/// Document 000's table, taken over by `vestibuled account import` (section 6).
@Suite("Import of accounts", .timeLimit(.minutes(5)))
struct ImportEndToEndTests {
    typealias Store = AdministrationRun.Store

    private let csv = """
        \u{FEFF}userID,UserTelephoneNumber,UserEmailAddress,UserNormalName,UserPassword
        1,13542138562,N/A,N/A,testApp123456
        2,13240132824,b@example.com,bob,l19880226

        3,13542138562,N/A,carol,testApp123456
        4,12345,N/A,N/A,testApp123456
        5,N/A,N/A,N/A,testApp123456
        6,N/A,d@example.com,N/A,short
        7,N/A,N/A,erin,N/A
        8,N/A,N/A,"mallory"
        9,N/A,N/A,"o""hara",testApp123456
        10,N/A,f@example.com,N/A,"pass,""word
        two"

        """

    @Test("Section 6: every row of a CSV file is taken over or reported", arguments: Store.allCases)
    func file(kind: Store) async throws {
        let service = try await AdministrationRun(kind)
        let file = service.folder + "/dump.csv"
        try csv.write(toFile: file, atomically: false, encoding: .utf8)
        let answer = try await service.run("account", "import", "--from", file)
        let report = AdministrationRun.table(answer.output)
        let accounts = Dictionary(
            AdministrationRun.table(try await service.run("account", "list").output).map { ($0[0], Array($0[1..<5])) },
            uniquingKeysWith: { $1 })
        #expect(
            report.map { Array($0.prefix(3)) } == [
                ["2", "1", "imported"], ["3", "2", "imported"], ["5", "3", "duplicate"], ["6", "4", "malformed"],
                ["7", "5", "malformed"], ["8", "6", "reset"], ["9", "7", "reset"], ["10", "-", "malformed"],
                ["11", "9", "malformed"], ["12", "10", "reset"], ["total", "imported=2", "reset=3"],
            ])
        #expect(report.last?.suffix(2) == ["duplicate=1", "malformed=4"])
        try #require(report.count == 11)
        #expect(accounts[report[0][3]] == ["13542138562", "-", "-", "active"])
        #expect(accounts[report[1][3]] == ["13240132824", "b@example.com", "bob", "active"])
        #expect(report[2][3] == "UserTelephoneNumber belongs to account \(report[0][3])")
        #expect(accounts[report[5][3]] == ["-", "d@example.com", "-", "reset"])
        #expect(accounts[report[6][3]] == ["-", "-", "erin", "reset"])
        // Nobody could type the line end (L4).
        #expect(accounts[report[9][3]] == ["-", "f@example.com", "-", "reset"])
        #expect(accounts.count == 5)
        #expect(answer.status == 1)
        #expect(answer.errors.contains("5 of 10 rows"))
        #expect(answer.errors.contains("1 of the accounts marked for a reset have no phone number"))
        for secret in ["testApp123456", "l19880226", "short", "pass,"] {
            #expect(!answer.output.contains(secret) && !answer.errors.contains(secret))
        }

        let again = AdministrationRun.table(try await service.run("account", "import", "--from", file).output)
        #expect(again.last == ["total", "imported=0", "reset=0", "duplicate=6", "malformed=4"])
    }

    @Test("Section 6: a file as the mysql program prints it, from standard input")
    func tabs() async throws {
        let service = try await AdministrationRun(.sqlite)
        let input = """
            UserPassword\tUserNormalName\tuserID\tUserEmailAddress\tusertelephonenumber\tmore
            testApp\\\\1\tada\t1\tNULL\tN/A\tx
            testApp123456\t\\N\t2\tN/A\t13542138562\tNULL
            test\\tApp1234\tbob\t3\tb@example.com\tN/A\tx
            test\\0App1234\tcarol\t4\tc@example.com\tN/A\tx
            test\u{1}App1234\tdora\t5\td@example.com\tN/A\tx

            """
        let words = ["account", "import", "--from", "-", "--format", "tsv", "--store", service.store]
        let answer = try await AdministrationRun.run(words, input: input)
        #expect(answer.status == 0 && answer.errors.isEmpty)
        #expect(
            answer.output
                == "2\t1\timported\t1\n3\t2\timported\t2\n4\t3\treset\t3\n5\t4\treset\t4\n6\t5\treset\t5\n"
                + "total\timported=2\treset=3\tduplicate=0\tmalformed=0\n")
        #expect(try await AdministrationRun.run(words, input: "").errors.contains("first line must name"))
        #expect(
            try await AdministrationRun.run(words, input: "userID\tUserPassword\n").errors.contains(
                "UserTelephoneNumber"))
    }

    @Test(
        "Section 6: where nothing tells the format, it is asked for",
        arguments: [
            ("-", "--format csv or --format tsv is needed with --from -"),
            ("/tmp/table", "--format csv or --format tsv is needed: '/tmp/table' ends with neither .csv nor .tsv"),
            ("/tmp/a.csv/table.txt", "--format csv or --format tsv is needed: '/tmp/a.csv/table.txt' ends with"),
        ])
    func formatMissing(_ source: String, _ words: String) async throws {
        let service = try await AdministrationRun(.sqlite)
        let answer = try await service.run("account", "import", "--from", source)
        #expect(answer.status == 2)
        #expect(answer.errors.contains(words), "\(answer.errors)")
        let wrong = try await service.run("account", "import", "--from", source, "--format", "xls")
        #expect(wrong.status == 2 && wrong.errors.contains("--format is csv or tsv, not 'xls'"))
    }

    @Test(
        "Section 6: the table itself is read from its database, whatever the case of its name",
        arguments: Store.allCases)
    func database(kind: Store) async throws {
        let server = try await MariaDBServer.shared()
        let source = "testAppDatabase" + UUID().uuidString.prefix(8)
        let url = try server.url(of: source)
        try server.query(
            """
            CREATE TABLE userinformationtable (
                userID INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
                UserTelephoneNumber VARCHAR(20) NOT NULL DEFAULT 'N/A', UserEmailAddress VARCHAR(50) NOT NULL DEFAULT 'N/A',
                UserNormalName VARCHAR(50) NOT NULL DEFAULT 'N/A', UserPassword VARCHAR(50) NOT NULL
            ) ENGINE = InnoDB DEFAULT CHARACTER SET = utf8;
            INSERT INTO userinformationtable VALUES
                (7, '13542138562', 'N/A', 'N/A', 'testApp123456'), (9, 'N/A', 'N/A', '甲乙丙', '密码密码密码密码'),
                (8, 'N/A', 'b@example.com', 'N/A', 'x')
            """, in: source)
        let service = try await AdministrationRun(kind)
        let answer = try await service.run("account", "import", "--from", url)
        #expect(answer.status == 0)
        let report = AdministrationRun.table(answer.output)
        #expect(
            report.map { Array($0.prefix(3)) } == [
                ["1", "7", "imported"], ["2", "8", "reset"], ["3", "9", "imported"],
                ["total", "imported=2", "reset=1"],
            ])
        let names = AdministrationRun.table(try await service.run("account", "list").output).map { $0[1..<4].joined() }
        #expect(names.sorted() == ["-b@example.com-", "--甲乙丙", "13542138562--"].sorted())

        let none = try await service.run("account", "import", "--from", try server.url(of: "empty"))
        #expect(none.status == 1 && none.errors.contains("userInformationTable"))
    }

    @Test("Section 6: who was taken over logs in at the front end with the password of old")
    func logIn() async throws {
        let service = try await AdministrationRun(.sqlite)
        let file = service.folder + "/dump.csv"
        try csv.write(toFile: file, atomically: false, encoding: .utf8)
        _ = try await service.run("account", "import", "--from", file)
        let run = try ProgramRun(.init(arguments: ["--service", service.store]))
        try run.logIn(account: "bob", password: "l19880226")
        try run.waitForScreen("home")
    }
}

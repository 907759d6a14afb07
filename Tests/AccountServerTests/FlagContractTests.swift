import AccountEngine
import Accounts
import EngineTesting
import OwnThreads
import Testing

@testable import AccountServer

/// The contract of document 000 (6.2).
@Suite(.ownThreads())
struct FlagContractTests {
    static func form(
        _ account: String, _ password: String = TestService.password, type: String = "NormalName"
    ) -> String {
        "User_Account=\(account)&User_Password=\(password)&Account_Type=\(type)"
    }

    private static func flags(_ isKnown: Int, _ isRight: Int) -> String {
        #"{"accountBeingOrNotFlag":"\#(isKnown)","loginOKOrNotFlag":"\#(isRight)"}"#
    }

    @Test(arguments: [
        ("13542138562", "Telephone"), ("ada%40example.com", "EmailAddress"), ("ada", "NormalName"),
    ])
    func `the three account types log in, by GET and by POST`(_ account: String, _ type: String) async throws {
        let service = try await TestService()
        for (account, password, reply) in [
            (account, TestService.password, Self.flags(1, 1)), (account, "wrongPassword", Self.flags(1, 0)),
            ("x" + account, TestService.password, Self.flags(0, 0)),
        ] {
            let form = Self.form(account, password, type: type)
            let posted = try service.post(Contract.flagsPath, form)
            #expect(posted.status == 200)
            #expect(posted.text == reply)
            #expect(posted.field("Content-Type") == "application/json")
            #expect(try service.request("GET", "\(Contract.flagsPath)?\(form)").text == reply)
            try await service.forgetFailures()
        }
    }

    @Test func `the account's shape decides its kind, whatever type a client of 2014 tells (L1)`() async throws {
        let service = try await TestService()
        #expect(
            try service.post(Contract.flagsPath, Self.form("13542138562", type: "NormalName")).text == Self.flags(1, 1))
    }

    @Test func `no session is opened`() async throws {
        let service = try await TestService()
        #expect(try service.post(Contract.flagsPath, Self.form("ada")).text == Self.flags(1, 1))
        let sessions = try await service.store.read { store throws(StoreError) in
            try store.sessions(of: AccountID(number: 1))
        }
        #expect(sessions.isEmpty)
        #expect(try await service.attempts.first?.outcome == .granted)
    }

    @Test func `the third failure locks, on this contract and all others, and locked is 1/0 (A3)`() async throws {
        let service = try await TestService()
        for _ in 0..<3 {
            #expect(try service.post(Contract.flagsPath, Self.form("ada", "wrong")).text == Self.flags(1, 0))
        }
        #expect(try service.post(Contract.flagsPath, Self.form("ada")).text == Self.flags(1, 0))
        #expect(try service.logIn("13542138562").status == 429)
        #expect(
            try service.post(Contract.xmlLoginPath, "username=ada&pwd=testApp123456").text.contains("1分钟后再试"))
    }

    @Test func `where accounts are concealed, unknown is 1/0 as well (A8)`() async throws {
        let service = try await TestService(settings: { $0.concealsAccounts = true })
        #expect(try service.post(Contract.flagsPath, Self.form("bob")).text == Self.flags(1, 0))
    }

    @Test(arguments: [
        "User_Account=ada&User_Password=x", "User_Account=ada&Account_Type=NormalName",
        "User_Password=x&Account_Type=NormalName",
        "User_Account=&User_Password=x&Account_Type=NormalName",
        "User_Account=ada&User_Password=&Account_Type=NormalName",
        "User_Account=ada&User_Password=x&Account_Type=Other",
        "User_Account=ada&User_Account=bob&User_Password=x&Account_Type=NormalName",
        "User_Account=a%00&User_Password=x&Account_Type=NormalName",
        "User_Account=a%4&User_Password=x&Account_Type=NormalName",
        "User_Account=%FF&User_Password=x&Account_Type=NormalName",
    ])
    func `a form that breaks the contract is 400`(_ form: String) async throws {
        let service = try await TestService()
        #expect(try service.post(Contract.flagsPath, form).status == 400)
        #expect(try service.request("GET", "\(Contract.flagsPath)?\(form)").status == 400)
    }

    @Test func `a field both in the query and in the body is there twice`() async throws {
        let service = try await TestService()
        #expect(try service.post(Contract.flagsPath + "?User_Account=bob", Self.form("ada")).status == 400)
    }

    @Test func `the path is there only where it is asked for`() async throws {
        let service = try await TestService(contracts: [.native])
        #expect(try service.post(Contract.flagsPath, Self.form("ada")).status == 404)
        #expect(try service.post(Contract.xmlLoginPath, "username=ada&pwd=x").status == 404)
    }

    @Test func `passwords in the query are not logged (section 6)`() async throws {
        let service = try await TestService()
        _ = try service.request("GET", "\(Contract.flagsPath)?\(Self.form("ada"))")
        _ = try service.request("GET", "/nowhere?\(Self.form("ada"))")
        #expect(await eventually { service.logText.split(separator: "\n").count == 2 })
        #expect(!service.logText.contains(TestService.password))
        #expect(!service.logText.contains("User_Account"))
        #expect(service.logText.contains(#""event":"request","route":"flags","method":"GET","status":200,"#))
    }
}

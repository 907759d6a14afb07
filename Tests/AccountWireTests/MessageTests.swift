import Accounts
import Cryptography
import Testing

@testable import AccountWire

@Suite("Messages of contract 6.1")
struct MessageTests {
    // MARK: - Round trips

    @Test(
        "A login comes back as it was sent",
        arguments: [
            nil, .captcha(CaptchaAnswer(id: "7", text: Secret("x8Kq2"))),
            .code(try! OneTimeCode(Secret("1234"), for: .logIn)),
        ] as [ChallengeAnswer?], [true, false])
    func login(_ answer: ChallengeAnswer?, _ isRemembered: Bool) throws {
        let login = try Credentials(
            account: "张三@例子 ", password: Secret(" pass\u{7}\"\\密码 "), isRemembered: isRemembered, answer: answer,
            policy: .notEmpty)
        #expect(try login.sentAndRead() == login)
    }

    @Test("A session comes back as it was sent")
    func session() throws {
        let visit = User.Visit(time: Timestamp(seconds: 1_700_000_000), peer: "2001:db8::1")
        for session in [
            Session(token: Secret("t0ken"), user: User(account: "ada", id: "7", earlierVisit: .last(visit))),
            Session(token: nil, user: User(account: "ada")),
            Session(token: nil, user: User(account: "ada", earlierVisit: .never)),
        ] {
            #expect(try session.sentAndRead() == session)
        }
    }

    @Test("A registration, a reset and a change come back as they were sent")
    func newPasswords() throws {
        for code in [nil, Secret("123456")] {
            let registration = try Registration(
                name: AccountName("ada@example.com"), password: Secret("päss"), repeated: Secret("päss"), code: code,
                isWeak: false,
                isRemembered: code == nil, policy: .notEmpty)
            #expect(try registration.sentAndRead() == registration)
        }
        let name = try #require(AccountName("13542138562"))
        for endsSessions in [true, false] {
            let reset = PasswordReset(
                name: name, code: try OneTimeCode(Secret("654321"), for: .reset),
                password: NewPassword(unchecked: Secret("next one")), endsSessions: endsSessions)
            #expect(try reset.sentAndRead() == reset)
        }
        let change = PasswordChange(current: Secret("old"), password: NewPassword(unchecked: Secret("new")))
        #expect(try change.sentAndRead() == change)
    }

    @Test("What concerns codes comes back as it was sent", arguments: OneTimeCode.Purpose.allCases)
    func codes(_ purpose: OneTimeCode.Purpose) throws {
        let name = try #require(AccountName("ada"))
        for captcha in [nil, CaptchaAnswer(id: "id", text: Secret("abc"))] {
            let request = CodeRequest(name: name, purpose: purpose, captcha: captcha)
            #expect(try request.sentAndRead() == request)
        }
        for route: CodeDispatch.Route in [.message, .directory("/var/out box")] {
            let dispatch = CodeDispatch(route: route, resendDelay: 60)
            #expect(try dispatch.sentAndRead() == dispatch)
        }
        let picture = try #require(BitPicture(text: "#..#\n.##."))
        let challenge = try #require(CaptchaChallenge(id: "5f", picture: picture))
        #expect(try challenge.sentAndRead() == challenge)
    }

    @Test("What is asked inside comes back as it was sent")
    func inside() throws {
        let notices = Notices(mentions: 1, messages: 2, comments: 3, followers: 9_007_199_254_740_991)
        #expect(try notices.sentAndRead() == notices)
        let summaries = (0..<300).map { number in
            SessionSummary(
                id: String(number), start: Timestamp(seconds: 1), lastUse: Timestamp(seconds: 2), peer: "root",
                isCurrent: number == 0)
        }
        let list = SessionListMessage(summaries)
        #expect(list.sessions == Array(summaries.prefix(256)))
        #expect(try list.sentAndRead() == list)
        #expect(try SessionListMessage([]).sentAndRead() == SessionListMessage([]))
        for reference in [
            SessionReference(token: Secret("t"), session: "7"), SessionReference(token: nil, session: nil),
        ] {
            #expect(try reference.sentAndRead() == reference)
        }
        #expect(EmptyMessage().json.seenText == "{}")
    }

    @Test("A declaration comes back as it was sent, whatever it offers", arguments: 0..<32)
    func declaration(_ bits: UInt8) throws {
        for kinds: AccountName.Kinds in [[], [.telephone], [.telephone, .emailAddress]] {
            let declaration = ServiceDeclaration(
                calls: ServiceDeclaration.Calls(rawValue: bits), codeKinds: kinds,
                passwordPolicy: bits % 2 == 0 ? .standard : .notEmpty, concealsAccounts: bits % 3 == 0,
                information: bits % 2 == 0
                    ? [:] : [.register: "ask Bob", .reset: "ask Eve", .help: "https://example.com"])
            #expect(try declaration.sentAndRead() == declaration)
        }
    }

    @Test("Section 5: the least that a program has to say of itself")
    func leastDeclaration() throws {
        let declaration = try ServiceDeclaration(text: #"{"vestibule":1,"calls":["login","teleport"]}"#)
        #expect(declaration == ServiceDeclaration(calls: [], passwordPolicy: .standard))
        let any = try ServiceDeclaration(
            text: #"{"vestibule":1,"calls":["sessions"],"policy":{"password":{"minimum":1}},"info":{"tip":1}}"#)
        #expect(any == ServiceDeclaration(calls: [], passwordPolicy: .notEmpty))
    }

    @Test("Nothing but what the contract names is sent")
    func text() throws {
        let login = try Credentials(account: " ada ", password: Secret("pw"), policy: .notEmpty)
        #expect(login.json.seenText == #"{"account":"ada","password":"pw","remember":false}"#)
        #expect(
            ServiceDeclaration(calls: .register, codeKinds: [.emailAddress], passwordPolicy: .standard).json.seenText
                == #"{"vestibule":1,"calls":["login","logout","resume","user","register","code","captcha"],"#
                + #""policy":{"password":{"minimum":8,"maximum":20},"codes":["EmailAddress"],"concealed":false},"info":{}}"#
        )
    }

    @Test("Unknown keys are ignored")
    func unknownKeys() throws {
        let login = try Credentials(text: #"{"x":{"y":[1]},"account":"ada","password":"pw","id":7}"#)
        #expect(login == (try Credentials(account: "ada", password: Secret("pw"), policy: .notEmpty)))
    }

    @Test("T1: no message shows its secrets")
    func descriptions() throws {
        let session = Session(token: Secret("correct horse"), user: User(account: "ada"))
        let login = try Credentials(account: "ada", password: Secret("correct horse"), policy: .notEmpty)
        for value in [session.json, login.json, SessionReference(token: Secret("correct horse")).json] {
            #expect(value.seenText.contains("horse") && !"\(value) \(value.text)".contains("horse"))
        }
        #expect(!"\(session) \(login)".contains("horse"))
    }

    @Test("The registration of a name that none may have is refused with the reason, not malformed")
    func refusedNames() {
        #expect(throws: MessageFault(.refused(.registrationRefused(.account(.nameStart))))) {
            try Registration(text: #"{"account":"7up","password":"pw"}"#)
        }
        #expect(throws: MessageFault(.refused(.registrationRefused(.password(.missing))))) {
            try Registration(text: #"{"account":"ada","password":""}"#)
        }
        #expect(throws: MessageFault(.refused(.registrationRefused(.code(.malformed(digitCount: 6)))))) {
            try Registration(text: #"{"account":"ada","password":"pw","code":"12"}"#)
        }
    }
}

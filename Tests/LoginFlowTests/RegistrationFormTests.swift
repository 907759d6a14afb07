import Accounts
import Cryptography
import LoginFlow
import PasswordStrength
import Testing

@Suite("Registration")
struct RegistrationFormTests {
    private static let weak = PasswordEstimate(bits: 5, weakness: .common)
    private static let strong = PasswordEstimate(bits: 40, weakness: nil)

    /// A registration whose fields were filled in through the keys.
    private func form(
        account: String = "lin", password: String = "correct horse", again: String = "correct horse",
        estimate: PasswordEstimate? = strong, isJudged: Bool = true, reducesMotion: Bool = false
    ) -> FlowFixture {
        var fixture = FlowFixture(reducesMotion: reducesMotion)
        fixture.click(.register)
        fixture.type(account)
        fixture.press(.next)
        fixture.type(password)
        if isJudged, let id = fixture.estimate { fixture.handle(.estimated(id, estimate)) }
        fixture.press(.next)
        fixture.type(again)
        return fixture
    }

    // MARK: - Faults

    /// What was typed, and the first thing wrong with it, field by field.
    static let faults: [(String, String, String, PasswordEstimate, Message, ElementID)] = [
        ("", "", "", strong, .accountMissing, .account), ("  ", "x", "y", weak, .accountMissing, .account),
        ("a", "", "", strong, .accountFault(.nameLength), .account),
        ("1a", "", "", strong, .accountFault(.nameStart), .account),
        ("a b", "", "", strong, .accountFault(.nameCharacters), .account),
        ("1354213856", "", "", strong, .accountMalformed(.telephone), .account),
        ("admin@例子.com", "", "", strong, .accountMalformed(.emailAddress), .account),
        ("lin", "", "x", strong, .passwordMissing, .password),
        ("lin", "1234567", "x", weak, .passwordLength(.standard), .password),
        ("lin", "password", "x", weak, .passwordWeak(.common), .password),
        ("lin", "correct horse", "correct hors", strong, .passwordsDiffer, .passwordAgain),
        ("lin", "correct horse", "", strong, .passwordsDiffer, .passwordAgain),
    ]

    @Test("H6: the first fault, in the order of the fields, is said after a shake", arguments: faults)
    func fault(
        _ account: String, _ password: String, _ again: String, _ estimate: PasswordEstimate, _ message: Message,
        _ focus: ElementID
    ) {
        var fixture = form(account: account, password: password, again: again, estimate: estimate)
        #expect(fixture.registration?.isComplete(under: fixture.flow.declaration) == false)
        fixture.press(.activate)
        #expect(fixture.effects == [.shakeStep] && fixture.call == nil)
        fixture.finishShake()
        #expect(fixture.flow.alert?.id == .registerFailed && fixture.flow.alert?.message == message)
        fixture.press(.activate)
        #expect(fixture.flow.focus == focus && fixture.registration?.phase == .editing && fixture.effects.isEmpty)
        #expect(fixture.registration?.passwords.password.bytes.text == password)
    }

    @Test("H6: a phone number and an address need no name's form", arguments: ["13912345678", "lin@example.com", "林二"])
    func goodAccounts(_ account: String) {
        let fixture = form(account: account)
        #expect(fixture.registration?.isComplete(under: fixture.flow.declaration) == true)
    }

    // MARK: - Sending

    @Test("H6: a complete form is sent once, and success is in")
    func send() throws {
        var fixture = form()
        fixture.press(.activate)
        let password = Secret("correct horse".utf8)
        let call = try #require(fixture.call)
        let registration = try Registration(
            name: AccountName("lin"), password: password, repeated: password, isWeak: false, policy: .standard)
        #expect(fixture.effects == [.call(call, .register(registration)), .spinnerStep])
        fixture.press(.activate)
        #expect(fixture.effects.isEmpty)
        fixture.answer(.entered(.of("lin")))
        #expect(fixture.home?.session == .of("lin") && fixture.effects.isEmpty)
    }

    @Test("H6: passwords that are the same after NFC are the same")
    func normalization() {
        var fixture = form(password: "correct caf\u{E9}", again: "correct cafe\u{301}")
        #expect(fixture.registration?.isComplete(under: fixture.flow.declaration) == true)
        fixture.press(.activate)
        #expect(fixture.flow.isBusy)
    }

    /// Refusals of a registration, what is said, and where the focus is afterwards.
    static let refusals: [(ServiceError, Message, ElementID)] = [
        (.accountTaken, .accountTaken, .account),
        (.registrationRefused(.password(.weak)), .passwordWeak(.guessable), .password),
        (.registrationRefused(.account(.nameStart)), .accountFault(.nameStart), .account),
        (.registrationRefused(.password(.length(.standard))), .passwordLength(.standard), .password),
        (.registrationRefused(.password(.different)), .passwordsDiffer, .passwordAgain),
        (.registrationRefused(.password(.missing)), .passwordMissing, .password),
        (.registrationRefused(.accountMissing), .accountMissing, .account),
    ]

    @Test("H6: a taken account, or what the service refuses, is said after a shake", arguments: refusals)
    func refused(_ error: ServiceError, _ message: Message, _ focus: ElementID) {
        var fixture = form()
        fixture.press(.activate)
        fixture.answer(.failed(error))
        #expect(fixture.effects == [.shakeStep] && !fixture.flow.isBusy)
        fixture.finishShake()
        #expect(fixture.flow.alert?.id == .registerFailed && fixture.flow.alert?.message == message)
        fixture.press(.cancel)
        #expect(fixture.flow.focus == focus && fixture.registration?.account.text == "lin")
    }

    @Test("L12: trouble is a notice, and the form stays filled")
    func trouble() {
        var fixture = form()
        let before = fixture.flow.screen
        fixture.press(.activate)
        fixture.answer(.failed(.trouble(.estimatorMissing)))
        #expect(fixture.flow.notice == .serviceFailed(.trouble(.estimatorMissing)) && fixture.flow.screen == before)
    }

    @Test("L8: a registration that is cancelled is not answered any more")
    func cancelled() throws {
        var fixture = form()
        fixture.press(.activate)
        let call = try #require(fixture.call)
        fixture.press(.cancel)
        #expect(fixture.effects == [.cancel(call)])
        let before = fixture.flow
        fixture.answer(.entered(.of("lin")))
        #expect(fixture.flow == before && fixture.effects.isEmpty)
    }

    // MARK: - Going back

    @Test("L9: going back finds the login as it was")
    func back() {
        var fixture = FlowFixture()
        fixture.fill()
        fixture.click(.remember)
        let login = fixture.login
        fixture.click(.register)
        #expect(fixture.registration?.account.text == "ada" && fixture.flow.focus == .password)
        fixture.type("something else")
        fixture.click(.back)
        #expect(fixture.effects.isEmpty && fixture.login?.account == login?.account)
        #expect(fixture.login?.password == login?.password && fixture.login?.isRemembered == true)
        #expect(fixture.flow.focus == .register && fixture.login?.phase == .editing)
    }

    // MARK: - Estimates

    @Test("H6: every change of the password or of the account asks for an estimate")
    func asks() throws {
        var fixture = FlowFixture()
        fixture.click(.register)
        fixture.type("lin")
        #expect(fixture.estimate == nil, "nothing to judge yet")
        fixture.press(.next)
        fixture.type("ab")
        let first = try #require(fixture.estimate)
        #expect(fixture.effects == [.estimate(first, Secret("ab".utf8), account: "lin")])
        fixture.press(.previous)
        fixture.type("k")
        let second = try #require(fixture.estimate)
        #expect(second != first && fixture.effects == [.estimate(second, Secret("ab".utf8), account: "link")])
        fixture.press(.left, .start, .end)
        #expect(fixture.effects.isEmpty, "a move changes nothing")
        fixture.focus(.passwordAgain)
        fixture.type("ab")
        #expect(fixture.effects.isEmpty && fixture.estimate == second)
    }

    @Test("H6: an estimate that is out of date is ignored")
    func outOfDate() throws {
        var fixture = FlowFixture()
        fixture.click(.register)
        fixture.press(.next)
        fixture.type("a")
        let first = try #require(fixture.estimate)
        fixture.type("b")
        let second = try #require(fixture.estimate)
        fixture.handle(.estimated(first, Self.weak))
        #expect(fixture.registration?.passwords.strength == nil)
        fixture.handle(.estimated(second, Self.strong))
        #expect(fixture.registration?.passwords.strength == Self.strong)
        // An answer counts once.
        fixture.handle(.estimated(second, Self.weak), .estimated(first, Self.weak))
        #expect(fixture.registration?.passwords.strength == Self.strong)
        fixture.press(.clear)
        #expect(fixture.registration?.passwords.strength == nil && fixture.effects.isEmpty)
        fixture.handle(.estimated(second, Self.strong))
        #expect(fixture.registration?.passwords.strength == nil)
    }

    @Test("H6: an estimate that comes while the form is locked, or shows an alert, is kept")
    func estimateWhileBusy() throws {
        var fixture = form(isJudged: false)
        let estimate = try #require(fixture.estimate)
        fixture.focus(.submit)
        fixture.press(.activate)
        #expect(fixture.flow.isBusy)
        fixture.handle(.estimated(estimate, Self.weak))
        #expect(fixture.flow.isBusy && fixture.registration?.passwords.strength == Self.weak)
    }

    @Test("H6: where no estimate can be made, the service decides")
    func noEstimate() {
        var fixture = form(isJudged: false)
        let estimate = fixture.estimate
        #expect(
            fixture.registration?.isComplete(under: fixture.flow.declaration) == false, "the first one may still come")
        if let estimate { fixture.handle(.estimated(estimate, nil)) }
        #expect(fixture.registration?.passwords.strength == nil)
        #expect(fixture.registration?.isComplete(under: fixture.flow.declaration) == true)
        fixture.press(.activate)
        #expect(fixture.flow.isBusy)
    }

    @Test("H6: an estimate is nothing to the other screens")
    func elsewhere() throws {
        var fixture = form()
        let estimate = try #require(fixture.estimate)
        fixture.click(.back)
        let before = fixture.flow
        fixture.handle(.estimated(estimate, Self.weak))
        #expect(fixture.flow == before && fixture.effects.isEmpty)
    }

    @Test("L3: Ctrl-R shows both passwords; Space, arrows and paste edit the second one too")
    func editing() {
        var fixture = form(again: "a c")
        fixture.press(.left)
        fixture.paste("b\n")
        #expect(fixture.registration?.passwords.passwordAgain.bytes.text == "a bc")
        fixture.press(.reveal)
        #expect(fixture.registration?.passwords.isRevealed == true)
        fixture.paste("x\ny")
        #expect(fixture.flow.notice == .refused(.controls))
    }

    @Test("L7: with reduced motion there is no shake")
    func reducedMotion() {
        var fixture = form(again: "", reducesMotion: true)
        fixture.press(.activate)
        #expect(fixture.flow.alert?.message == .passwordsDiffer && fixture.effects.isEmpty)
    }
}

@Suite("Registration with a code (H6)")
struct RegistrationCodeTests {
    private func form(_ account: String) -> FlowFixture {
        var fixture = FlowFixture(codeKinds: [.telephone, .emailAddress], reducesMotion: true)
        fixture.click(.register)
        fixture.type(account)
        fixture.press(.next)
        fixture.type("correct horse")
        if let id = fixture.estimate { fixture.handle(.estimated(id, PasswordEstimate(bits: 50, weakness: nil))) }
        fixture.press(.next)
        fixture.type("correct horse")
        return fixture
    }

    @Test(
        "H6: phone numbers and addresses need a code, user names none",
        arguments: [("13912345678", true), ("lin@example.com", true), ("lin", false)])
    func field(_ account: String, _ isNeeded: Bool) {
        let fixture = form(account)
        #expect((fixture.registration?.code != nil) == isNeeded)
        #expect(fixture.registration?.order.contains(.getCode) == isNeeded)
        #expect(fixture.registration?.isComplete(under: fixture.flow.declaration) == !isNeeded)
    }

    /// What a service can send to, and what it asks for instead of a user name.
    static let reachable: [AccountName.Kinds] = [[.telephone, .emailAddress], [.telephone], [.emailAddress]]

    @Test("A8, H6: where accounts are concealed, a user name is refused at once and never sent", arguments: reachable)
    func concealed(_ kinds: AccountName.Kinds) {
        var fixture = FlowFixture(codeKinds: kinds, concealsAccounts: true, reducesMotion: true)
        fixture.click(.register)
        fixture.type("lin")
        let declaration = fixture.flow.declaration
        #expect(fixture.registration?.accountFault(under: declaration) == .addressNeeded(kinds))
        fixture.press(.next)
        fixture.type("correct horse")
        if let id = fixture.estimate { fixture.handle(.estimated(id, PasswordEstimate(bits: 50, weakness: nil))) }
        fixture.press(.next)
        fixture.type("correct horse")
        #expect(fixture.registration?.isComplete(under: declaration) == false)
        fixture.click(.submit)
        #expect(fixture.call == nil && fixture.flow.alert?.id == .registerFailed)
        #expect(fixture.flow.alert?.message == .addressNeeded(kinds))
        fixture.press(.activate)
        #expect(fixture.flow.focus == .account)
        for (account, kind) in [("13912345678", AccountName.Kinds.telephone), ("lin@example.com", .emailAddress)] {
            fixture.press(.clear)
            fixture.type(account)
            let fault = fixture.registration?.accountFault(under: declaration)
            #expect(fault == (kinds.contains(kind) ? nil : .addressNeeded(kinds)))
        }
    }

    @Test("H6: where the service cannot send to that kind, none is asked for")
    func noSender() {
        var fixture = FlowFixture(codeKinds: [.emailAddress])
        fixture.click(.register)
        fixture.type("13912345678")
        #expect(fixture.registration?.code == nil)
    }

    @Test("H6: an account that comes from the login has the field from the start")
    func fromLogin() {
        var fixture = FlowFixture(codeKinds: [.telephone])
        fixture.type("13912345678")
        fixture.click(.register)
        #expect(fixture.registration?.code?.purpose == .register)
    }

    @Test("H6: the six digits go with the registration; without them nothing does")
    func sends() throws {
        var fixture = form("13912345678")
        fixture.click(.submit)
        #expect(fixture.flow.alert?.message == .codeNotRequested && fixture.flow.alert?.id == .registerFailed)
        fixture.press(.activate)
        #expect(fixture.flow.focus == .getCode)
        fixture.focus(.code)
        fixture.type("123456")
        fixture.press(.activate)
        guard case .register(let registration) = fixture.request else {
            Issue.record("nothing was sent")
            return
        }
        #expect(registration.code?.digits == Secret("123456".utf8))
        fixture.answer(.failed(.codeWrong))
        #expect(fixture.flow.alert?.message == .codeWrong)
    }

    @Test("A4: a code for another number is of no use")
    func otherNumber() {
        var fixture = form("13912345678")
        fixture.focus(.code)
        fixture.type("123456")
        fixture.focus(.account)
        fixture.press(.deleteBackward)
        #expect(fixture.registration?.code == nil)
        fixture.type("9")
        #expect(fixture.registration?.code?.text.isEmpty == true)
    }
}

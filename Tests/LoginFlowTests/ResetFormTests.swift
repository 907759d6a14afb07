import Accounts
import Cryptography
import LoginFlow
import PasswordStrength
import Testing

@Suite("A forgotten password (H7)")
struct ResetFormTests {
    private static let strong = PasswordEstimate(bits: 50, weakness: nil)
    private static let weak = PasswordEstimate(bits: 3, weakness: .common)

    /// The form filled in; the focus is on the second password.
    private func form(
        code: String = "123456", password: String = "correct horse", again: String = "correct horse",
        estimate: PasswordEstimate? = strong
    ) -> FlowFixture {
        var fixture = FlowFixture(codeKinds: [.telephone], reducesMotion: true)
        fixture.type("13912345678")
        fixture.click(.reset)
        fixture.focus(.code)
        fixture.type(code)
        fixture.focus(.password)
        fixture.type(password)
        if let id = fixture.estimate { fixture.handle(.estimated(id, estimate)) }
        fixture.focus(.passwordAgain)
        fixture.type(again)
        return fixture
    }

    @Test("L9: a service without resets says so, in its own words where it has some")
    func notOffered() {
        var fixture = FlowFixture(calls: [], information: [.reset: "Ask Lin"])
        fixture.click(.reset)
        #expect(fixture.reset == nil && fixture.flow.alert?.message == .notOffered("Ask Lin"))
    }

    @Test("H7: the account comes along; without one the focus is there")
    func opens() {
        var fixture = FlowFixture()
        fixture.click(.reset)
        #expect(fixture.reset?.account.text == "" && fixture.flow.focus == .account)
        #expect(form().reset?.account.text == "13912345678")
    }

    @Test("H7: the six digits, the new password and the wish to end other sessions are sent")
    func sends() throws {
        var fixture = form(code: "１２３ 456")
        #expect(fixture.reset?.isComplete(for: .standard) == true)
        fixture.press(.activate)
        guard case .reset(let reset) = fixture.request else {
            Issue.record("nothing was sent")
            return
        }
        #expect(reset.name.key == "13912345678" && reset.endsSessions)
        #expect(reset.code.digits == Secret("123456".utf8) && reset.password.secret == Secret("correct horse".utf8))
    }

    @Test("H7: the check box keeps the other sessions")
    func keepsSessions() {
        var fixture = form()
        fixture.click(.endSessions)
        fixture.click(.submit)
        guard case .reset(let reset) = fixture.request else {
            Issue.record("nothing was sent")
            return
        }
        #expect(!reset.endsSessions)
    }

    @Test("H7: success leads to the login with the account filled in and a line that says so")
    func success() {
        var fixture = form()
        fixture.press(.activate)
        fixture.answer(.passwordReset)
        #expect(fixture.login?.account.text == "13912345678" && fixture.login?.password.isEmpty == true)
        #expect(fixture.flow.focus == .password && fixture.flow.notice == .passwordReset)
    }

    /// What is typed, what is said, and where the focus is then.
    static let faults: [(String, String, String, PasswordEstimate, Message, ElementID)] = [
        ("", "correct horse", "correct horse", strong, .codeNotRequested, .getCode),
        ("1234", "correct horse", "correct horse", strong, .codeMalformed(digitCount: 6), .code),
        ("123456", "", "", strong, .passwordMissing, .password),
        ("123456", "1234567", "1234567", strong, .passwordLength(.standard), .password),
        ("123456", "password", "password", weak, .passwordWeak(.common), .password),
        ("123456", "correct horse", "correct hors", strong, .passwordsDiffer, .passwordAgain),
    ]

    @Test("L6, H7: what cannot be sent is said, field by field", arguments: faults)
    func fault(
        _ code: String, _ password: String, _ again: String, _ estimate: PasswordEstimate, _ message: Message,
        _ focus: ElementID
    ) {
        var fixture = form(code: code, password: password, again: again, estimate: estimate)
        #expect(fixture.reset?.isComplete(for: .standard) == false)
        fixture.click(.submit)
        #expect(fixture.flow.alert?.id == .resetFailed && fixture.flow.alert?.message == message)
        #expect(!fixture.flow.isBusy)
        fixture.press(.activate)
        #expect(fixture.flow.focus == focus)
    }

    /// What the service refuses, and what is said.
    static let refusals: [(ServiceError, Message)] = [
        (.codeWrong, .codeWrong), (.passwordRefused(.weak), .passwordWeak(.guessable)),
        (.passwordRefused(.length(.standard)), .passwordLength(.standard)), (.locked(seconds: 9), .locked(seconds: 9)),
    ]

    @Test("H7: a refusal keeps everything that was typed", arguments: refusals)
    func refusal(_ error: ServiceError, _ message: Message) {
        var fixture = form()
        fixture.press(.activate)
        fixture.answer(.failed(error))
        #expect(fixture.flow.alert?.message == message)
        fixture.press(.activate)
        #expect(fixture.reset?.code?.text.bytes == Secret("123456".utf8))
        #expect(fixture.reset?.passwords.password.bytes == Secret("correct horse".utf8))
    }

    @Test("H7: another account is another code")
    func otherAccount() {
        var fixture = form()
        fixture.focus(.account)
        fixture.type("0")
        #expect(fixture.reset?.code?.text.isEmpty == true)
    }

    @Test("The link leads back to the login as it was")
    func back() {
        var fixture = form()
        fixture.click(.back)
        #expect(fixture.login?.account.text == "13912345678")
    }
}

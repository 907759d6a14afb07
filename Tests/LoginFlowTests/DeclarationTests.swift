import Accounts
import Cryptography
import LoginFlow
import Testing

@Suite("Services that have to be asked what they offer (section 5)")
struct DeclarationTests {
    static let declared = ServiceDeclaration(
        calls: [.register, .notices], passwordPolicy: .notEmpty, information: [.reset: "ask Bob"])

    /// A login form over a service that has said nothing yet, and has been asked.
    private func fixture(
        restrictions: Flow.Restrictions = Flow.Restrictions(), remembered: RememberedLogin? = nil
    ) throws -> (FlowFixture, first: CallID) {
        let fixture = FlowFixture(calls: [], isDeclared: false, restrictions: restrictions, remembered: remembered)
        return (fixture, try #require(fixture.call))
    }

    @Test("The service is asked at the start, and the form is there already")
    func start() throws {
        let (fixture, first) = try fixture()
        #expect(fixture.effects == [.call(first, .declare)])
        #expect(fixture.flow.phase == .editing && !fixture.flow.isBusy && fixture.flow.notice == nil)
        #expect(fixture.flow.declaration == ServiceDeclaration(calls: [], passwordPolicy: .standard))
        #expect(FlowFixture().effects.isEmpty)
    }

    @Test("L2: what it offers and asks for holds as soon as it is there")
    func arrival() throws {
        var (fixture, first) = try fixture()
        fixture.type("ada")
        fixture.handle(.answered(first, .declared(Self.declared)))
        #expect(fixture.flow.declaration == Self.declared)
        #expect(fixture.login?.account.text == "ada" && fixture.effects.isEmpty)
        fixture.press(.next)
        fixture.type("p")
        fixture.press(.activate)
        #expect(
            fixture.request == .logIn(try Credentials(account: "ada", password: Secret("p".utf8), policy: .notEmpty)))
    }

    @Test("1: what is withheld here stays so, and the length rule that was chosen")
    func restrictions() throws {
        let rule = PasswordPolicy(minimum: 3, maximum: 4)
        var (fixture, first) = try fixture(
            restrictions: Flow.Restrictions(passwordPolicy: rule, withheldCalls: [.register, .reset]))
        #expect(fixture.flow.declaration.passwordPolicy == rule)
        fixture.handle(.answered(first, .declared(Self.declared)))
        #expect(fixture.flow.declaration.calls == .notices && fixture.flow.declaration.passwordPolicy == rule)
    }

    @Test("L12: trouble at the start is a notice; the form stays as it is and can be filled in")
    func trouble() throws {
        var (fixture, first) = try fixture()
        fixture.type("ada")
        fixture.handle(.answered(first, .failed(.trouble(.connectionRefused))))
        #expect(fixture.flow.notice == .serviceFailed(.trouble(.connectionRefused)))
        #expect(fixture.login?.account.text == "ada" && fixture.flow.phase == .editing)
        fixture.type("x")
        #expect(fixture.flow.notice == nil && fixture.login?.account.text == "adax")
    }

    @Test("Sending asks again, then sends by the service's own rule: one submit")
    func submission() throws {
        var (fixture, first) = try fixture()
        fixture.handle(.answered(first, .failed(.trouble(.timedOut))))
        fixture.submit(password: "p")
        let second = try #require(fixture.call)
        #expect(second != first && fixture.request == .declare)
        #expect(fixture.flow.phase == .asking(second, spinnerStep: 0) && fixture.flow.isBusy)
        #expect(fixture.effects == [.call(second, .declare), .spinnerStep])
        fixture.handle(.timerFired(.spinner), .typed("x"))
        #expect(fixture.flow.phase == .asking(second, spinnerStep: 1))
        #expect(fixture.login?.password.bytes.text == "p", "L8: the form is locked")
        fixture.answer(.declared(Self.declared))
        let call = try #require(fixture.call)
        #expect(fixture.flow.phase == .submitting(call, spinnerStep: 0))
        #expect(
            fixture.request == .logIn(try Credentials(account: "ada", password: Secret("p".utf8), policy: .notEmpty)))
    }

    @Test("L6: what the service's rule refuses is not sent")
    func incomplete() throws {
        var (fixture, _) = try fixture()
        fixture.submit(password: "p")
        fixture.answer(.declared(ServiceDeclaration(calls: [], passwordPolicy: .standard)))
        fixture.finishShake()
        #expect(fixture.flow.alert?.message == .passwordLength(.standard))
    }

    @Test("L12: trouble again is a notice, the form is kept, and the next try asks once more")
    func again() throws {
        var (fixture, _) = try fixture()
        fixture.submit()
        fixture.answer(.failed(.trouble(.programEnded)))
        #expect(fixture.flow.notice == .serviceFailed(.trouble(.programEnded)))
        #expect(fixture.login?.password.bytes.text == "correct horse" && fixture.flow.phase == .editing)
        fixture.press(.activate)
        #expect(fixture.request == .declare)
    }

    @Test("L8: Escape gives up, and a late answer sends nothing")
    func cancelled() throws {
        var (fixture, first) = try fixture()
        fixture.submit()
        let call = try #require(fixture.call)
        fixture.press(.cancel)
        #expect(fixture.effects == [.cancel(call)] && fixture.flow.phase == .editing)
        fixture.handle(.answered(call, .declared(Self.declared)), .answered(first, .declared(Self.declared)))
        #expect(fixture.effects.isEmpty && fixture.flow.phase == .editing)
        #expect(fixture.flow.declaration == Self.declared, "but what it says is as good as ever")
    }

    @Test("The answer to the first question while the second is awaited sends nothing by itself")
    func both() throws {
        var (fixture, first) = try fixture()
        fixture.submit()
        let second = try #require(fixture.call)
        fixture.handle(.answered(first, .declared(Self.declared)))
        #expect(fixture.flow.phase == .asking(second, spinnerStep: 0) && fixture.effects.isEmpty)
        fixture.handle(.answered(second, .declared(Self.declared)))
        #expect(fixture.effects.count == 2)
    }

    @Test("L9: registration and reset wait for what the service offers, or says instead")
    func links() throws {
        var (fixture, _) = try fixture()
        fixture.click(.register)
        #expect(fixture.request == .declare && fixture.flow.isBusy)
        fixture.answer(.declared(Self.declared))
        #expect(fixture.registration != nil)

        var other = try self.fixture().0
        other.click(.reset)
        other.answer(.declared(Self.declared))
        #expect(other.flow.alert?.message == .notOffered("ask Bob"))
    }

    @Test("H1: a remembered login that goes on by itself asks first")
    func remembered() throws {
        let login = RememberedLogin(
            account: "ada", logsInAutomatically: true, proof: .token(Secret("t".utf8)))
        var (fixture, first) = try fixture(remembered: login)
        #expect(fixture.effects == [.schedule(.autoLogin, after: .seconds(1)), .call(first, .declare)])
        fixture.handle(.timerFired(.autoLogin))
        #expect(fixture.request == .declare && fixture.flow.isBusy)
        fixture.answer(.declared(Self.declared))
        #expect(fixture.request == .resume(Secret("t".utf8), account: "ada"))
    }
}

import Accounts
import LoginApp
import LoginFlow
import TerminalCore
import Testing

@Suite("The loop over services that have to be asked what they offer")
struct DeclarationTests {
    private func contains(_ lines: [String]?, _ text: String) -> Bool {
        lines?.contains { $0.contains(text) } == true
    }

    @Test("5: the first picture does not wait for what the service offers, which the next one shows")
    func declaration() async {
        let gate = Gate()
        let terminal = ScriptedTerminal([.open(gate), .until("8-20 characters"), .keys(.control("c"))])
        let service = ScriptedService(.success(.of("ada")), gate: gate)
        let ending = await terminal.run(service, isDeclared: false)
        #expect(ending == .left(.withoutLogin) && service.calls == [.declare])
        #expect(contains(terminal.picture(0), "> User name, e-mail or phone"))
        #expect(!contains(terminal.picture(0), "8-20 characters"))
    }

    @Test("L12: a service that cannot say what it offers is trouble, and asked again by the next submit")
    func noDeclaration() async {
        let terminal = ScriptedTerminal([
            .until("the service took too long"), .submit, .until("the service took too long"), .keys(.control("c")),
        ])
        let service = ScriptedService(.failure(.trouble(.timedOut)))
        _ = await terminal.run(service, isDeclared: false)
        #expect(service.calls == [.declare, .declare])
        #expect(contains(terminal.pictures.last, "ada") && contains(terminal.pictures.last, "•••"))
    }
}

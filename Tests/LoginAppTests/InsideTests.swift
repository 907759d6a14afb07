import Accounts
import Cryptography
import LoginApp
import LoginFlow
import TerminalCore
import Testing

@Suite("The loop, for somebody who is logged in")
struct InsideTests {
    private static let everything: ServiceDeclaration.Calls = [.changePassword, .notices, .sessions]

    private func contains(_ lines: [String]?, _ text: String) -> Bool {
        lines?.contains { $0.contains(text) } == true
    }

    private func service(_ calls: ServiceDeclaration.Calls = everything) -> ScriptedService {
        ScriptedService(calls: calls) { () throws(ServiceError) in .of("ada") }
    }

    private static let logIn = ScriptedService.Call.logIn(account: "ada", password: Secret("correct horse".utf8))

    @Test("H2: what waits comes on the screen; the next count is a minute off, and none once home is left")
    func notices() async throws {
        let service = service()
        let terminal = ScriptedTerminal([
            .submit, .until("Mentions  3"), .keys(.enter), .keys(.control("c")),
        ])
        let started = ContinuousClock.now
        #expect(await terminal.run(service) == .left(.fromHome))
        #expect(service.calls == [Self.logIn, .notices] && contains(terminal.pictures.last, "─ Settings ─"))
        let dates = terminal.deadlines.compactMap { $0 }
        let date = try #require(dates.first)
        // One date, whatever else happened at home.
        #expect(Set(dates).count == 1 && terminal.deadlines.last == .some(nil))
        #expect(date - started >= .seconds(60) && date - .now <= .seconds(60))
    }

    @Test("H2, T8: without counters nothing is timed at home")
    func noNotices() async {
        let service = service([])
        let terminal = ScriptedTerminal([.submit, .until("─ Home ─"), .keys(.control("c"))])
        #expect(await terminal.run(service) == .left(.fromHome))
        #expect(service.calls == [Self.logIn] && terminal.deadlines.allSatisfy { $0 == nil })
    }

    @Test("H3: another password, with both passwords told to the service, and a word afterwards")
    func changePassword() async {
        let service = service([.changePassword])
        let terminal = ScriptedTerminal([
            .submit, .until("─ Home ─"), .keys(.enter, .enter), .text("old secret", .tab), .text("correct horse", .tab),
            .text("correct horse", .enter), .until("Password changed"), .keys(.control("c")),
        ])
        _ = await terminal.run(service)
        let change = ScriptedService.Call.changePassword(
            from: Secret("old secret".utf8), to: Secret("correct horse".utf8))
        #expect(service.calls == [Self.logIn, change])
    }

    @Test("H3: the sessions are listed and one of them ended")
    func endSession() async {
        let service = service([.sessions])
        let terminal = ScriptedTerminal([
            .submit, .until("─ Home ─"), .keys(.enter, .enter), .until("> peer of id-1"), .keys(.down, .enter),
            .keys(.right, .enter), .until("The session has ended"), .keys(.control("c")),
        ])
        _ = await terminal.run(service)
        #expect(service.calls == [Self.logIn, .sessions, .endSession("id-2")])
        #expect(!contains(terminal.pictures.last, "peer of id-2") && contains(terminal.pictures.last, "peer of id-1"))
    }

    @Test("H3: logging out everywhere ends all sessions and opens login")
    func endAllSessions() async {
        let service = service([.sessions])
        let terminal = ScriptedTerminal([
            .submit, .until("─ Home ─"), .keys(.enter, .tab, .enter), .keys(.tab, .enter),
            .until("Logged out everywhere"), .keys(.control("c")),
        ])
        #expect(await terminal.run(service) == .left(.withoutLogin))
        #expect(service.calls == [Self.logIn, .endAllSessions] && contains(terminal.pictures.last, "  ada "))
    }

    @Test("H5: a session that ended elsewhere leads to login, and logging in again back to where it was")
    func sessionEnded() async {
        let isOver = Gate()
        let service = ScriptedService(calls: [.sessions]) { () throws(ServiceError) in
            if isOver.isOpen { throw .sessionEnded }
            return .of("ada")
        }
        let gone = ScriptedTerminal([
            .submit, .until("─ Home ─"), .open(isOver), .keys(.enter, .enter), .until("You were logged out"),
            .keys(.control("c")),
        ])
        #expect(await gone.run(service) == .left(.withoutLogin))
        #expect(service.calls == [Self.logIn, .sessions] && contains(gone.pictures.last, "  ada "))
    }
}

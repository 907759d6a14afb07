import Accounts
import Cryptography
import LoginApp
import LoginFlow
import PasswordStrength
import TerminalCore
import Testing

@Suite("The loop")
struct LoginAppTests {
    private func contains(_ lines: [String]?, _ text: String) -> Bool {
        lines?.contains { $0.contains(text) } == true
    }

    // MARK: - Keys and pictures

    @Test("The first picture is shown before anything is waited for, and each batch of keys makes one more")
    func pictures() async {
        let terminal = ScriptedTerminal([.text("ad"), .text("a"), .keys(.control("c"))])
        let ending = await terminal.run(ScriptedService(.failure(.busy)))
        #expect(ending == .left(.withoutLogin))
        #expect(terminal.pictures.count == 3)
        #expect(contains(terminal.picture(0), "> User name, e-mail or phone"))
        #expect(contains(terminal.picture(1), "> ad ") && contains(terminal.picture(2), "> ada "))
    }

    @Test("Section 9: the first picture is shown before a store is opened; where that fails, nothing follows")
    func preparation() {
        struct Fault: Error {}
        let terminal = ScriptedTerminal([.submit])
        let service = ScriptedService(.failure(.busy))
        let app = terminal.app(service, flow: Flow(configuration: Flow.Configuration(declaration: service.declaration)))
        var shown = 0
        #expect(throws: Fault.self) {
            try app.run { () throws(Fault) in
                shown = terminal.pictures.count
                throw Fault()
            }
        }
        #expect(shown == 1 && terminal.pictures.count == 1 && terminal.deadlines.isEmpty && service.calls.isEmpty)
    }

    @Test("L8: keys that came before the first picture are taken in order, in one batch")
    func typeAhead() async {
        let gate = Gate()
        let terminal = ScriptedTerminal([.submit, .open(gate), .ring, .keys(.tab, .enter), .ring, .keys(.control("c"))])
        let service = ScriptedService(.success(.of("ada")), gate: gate)
        let ending = await terminal.run(service)
        #expect(ending == .left(.withoutLogin))
        #expect(
            service.calls == [
                .logIn(account: "ada", password: Secret("correct horse".utf8)), .logOut(account: "ada"),
            ])
        #expect(contains(terminal.picture(1), "Logging in"))
        #expect(contains(terminal.picture(3), "─ Home ─"))
        #expect(contains(terminal.pictures.last, "─ Log in ─") && contains(terminal.pictures.last, "  ada "))
    }

    @Test("L8: what is typed behind a submit is dropped; what is typed behind the key that leaves is not ours")
    func typedBehind() async {
        let gate = Gate()
        let terminal = ScriptedTerminal([
            .submit, .text("zzz", .enter, .tab), .open(gate), .ring,
            .events([.input(.key(.control("c"))), .input(.key(.enter))]),
        ])
        let service = ScriptedService(.failure(.credentialsWrong(next: nil)), gate: gate)
        let ending = await terminal.run(service)
        #expect(ending == .left(.withoutLogin))
        #expect(service.calls.count == 1)
        #expect(contains(terminal.pictures.last, "Wrong account or password"))
    }

    @Test("Status 0: Ctrl-C at home leaves from home, whatever is typed behind it")
    func leaveHome() async {
        let keys: [Key] = [.control("c"), .enter, .control("c")]
        let terminal = ScriptedTerminal([.submit, .ring, .events(keys.map { .input(.key($0)) })])
        let ending = await terminal.run(ScriptedService(.success(.of("ada"))))
        #expect(ending == .left(.fromHome))
    }

    @Test("In front of a command the login ends the loop by itself")
    func intoCommand() async {
        let gate = Gate()
        let terminal = ScriptedTerminal([.submit, .open(gate), .ring])
        let ending = await terminal.run(ScriptedService(.success(.of("ada")), gate: gate), guardsCommand: true)
        #expect(ending == .left(.intoCommand(.of("ada"))))
        #expect(contains(terminal.pictures.last, "Logging in"))
    }

    // MARK: - Calls

    @Test("L8: Esc cancels the call, and its late answer changes nothing")
    func cancel() async {
        let gate = Gate()
        let service = ScriptedService { () throws(ServiceError) in
            await gate.pass()
            return .of("ada")
        }
        let terminal = ScriptedTerminal([
            .submit, .keys(.escape),
            .open(gate), .ring, .text("!"), .keys(.control("c")),
        ])
        let ending = await terminal.run(service)
        #expect(ending == .left(.withoutLogin))
        #expect(service.calls.suffix(1) == [.cancelled])
        #expect(contains(terminal.picture(1), "Logging in") && !contains(terminal.picture(2), "Logging in"))
        #expect(terminal.picture(3) == terminal.picture(2) && terminal.picture(4) == terminal.picture(2))
        #expect(contains(terminal.picture(5), "> •••••••••••••• "))
    }

    @Test("L8: Ctrl-C while a call is under way cancels it and leaves")
    func closeWhileBusy() async {
        let gate = Gate()
        let done = Gate()
        let service = ScriptedService { () throws(ServiceError) in
            await gate.pass()
            done.open()
            throw .cancelled
        }
        let terminal = ScriptedTerminal([.submit, .keys(.control("c"))])
        let ending = await terminal.run(service)
        #expect(ending == .left(.withoutLogin))
        gate.open()
        await done.pass()
    }

    @Test(
        "L9: the answers of a service come on the screen in words",
        arguments: [
            (ServiceError.accountUnknown, "Account not found"),
            (.credentialsWrong(next: nil), "Wrong account or password"),
            (.busy, "Error: the service is busy"), (.trouble(.storeFull), "Error: the disk is full"),
        ])
    func answers(_ error: ServiceError, _ text: String) async {
        let terminal = ScriptedTerminal([.submit, .ring, .keys(.control("c"))])
        _ = await terminal.run(ScriptedService(.failure(error)))
        #expect(contains(terminal.pictures.last, text))
    }

    /// Keys that fill in a registration, up to the second password.
    private static var registration: [ScriptedTerminal.Step] {
        [
            .click(row: 17, column: 20), .text("lin", .tab), .text("correct hors", .tab), .text("correct hors"),
        ]
    }

    @Test("H6: a registration asks the service and leads home")
    func register() async {
        let terminal = ScriptedTerminal(
            Self.registration + [.keys(.enter), .until("─ Home ─"), .keys(.control("c"))])
        let service = ScriptedService(.success(.of("lin")))
        let ending = await terminal.run(service)
        #expect(ending == .left(.fromHome) && service.calls == [.register(account: "lin")])
        #expect(contains(terminal.picture(1), "─ Register ─"))
    }

    @Test("H6: what the estimator says comes on the screen")
    func estimate() async {
        let terminal = ScriptedTerminal(Self.registration + [.until("□□□□ very weak"), .keys(.control("c"))])
        let weak = FixedEstimator(estimate: PasswordEstimate(bits: 3, weakness: .common))
        let ending = await terminal.run(ScriptedService(.failure(.busy)), estimator: weak)
        #expect(ending == .left(.withoutLogin))
    }

    @Test("H6: of the estimates that wait for a slow one only the last is made")
    func slowEstimates() async {
        let estimator = SlowEstimator()
        let answer = ScriptedTerminal.Step.seen { _ in
            estimator.bolt.open(for: 2)
            return []
        }
        let terminal = ScriptedTerminal(
            [.click(row: 17, column: 20), .text("lin", .tab), .text("correct hors"), answer]
                + [.until("□□□□ very weak"), .keys(.control("c"))])
        let ending = await terminal.run(ScriptedService(.failure(.busy)), estimator: estimator)
        #expect(ending == .left(.withoutLogin))
        #expect(estimator.asked.count <= 2 && estimator.asked.last == Secret("correct hors".utf8))
    }

    @Test("H4: a log-out that the service could not be told of is said")
    func logOutFailed() async {
        let isFirst = Gate()
        let service = ScriptedService { () throws(ServiceError) in
            if isFirst.isOpen { throw .busy }
            isFirst.open()
            return .of("ada")
        }
        let terminal = ScriptedTerminal([.submit, .ring, .keys(.tab, .enter), .ring, .keys(.control("c"))])
        let ending = await terminal.run(service)
        #expect(ending == .left(.withoutLogin))
        #expect(contains(terminal.pictures.last, "Error: logged out here, but the service could not be told"))
    }

    /// A service that answers a login at once, and a log-out once `gate` is open.
    private func slowLogOut(_ gate: Gate) -> ScriptedService {
        let isIn = Gate()
        return ScriptedService { () throws(ServiceError) in
            if isIn.isOpen { await gate.pass() }
            isIn.open()
            return .of("ada")
        }
    }

    @Test("H4: Ctrl-C behind a log-out waits for the service, and says so")
    func closeBehindLogOut() async {
        let gate = Gate()
        let service = slowLogOut(gate)
        let terminal = ScriptedTerminal([
            .submit, .until("─ Home ─"), .keys(.tab, .enter, .control("c")), .text("x"), .open(gate),
            .until("nothing that is ever shown"),
        ])
        let ending = await terminal.run(service)
        #expect(ending == .left(.withoutLogin))
        #expect(service.calls.last == .logOut(account: "ada"))
        #expect(contains(terminal.pictures.last, "Logging out") && terminal.deadlines.last != .some(nil))
    }

    @Test("H4: a second Ctrl-C leaves without the service, and so does a hang-up", arguments: [false, true])
    func closeTwiceBehindLogOut(isHangUp: Bool) async {
        let gate = Gate()
        let end: TerminalEvent = isHangUp ? .hungUp : .input(.key(.control("c")))
        let terminal = ScriptedTerminal([
            .submit, .until("─ Home ─"), .keys(.tab, .enter, .control("c")), .events([end]),
        ])
        let ending = await terminal.run(slowLogOut(gate))
        #expect(ending == (isHangUp ? .hungUp : .left(.withoutLogin)))
        gate.open()
    }

    @Test("H4: a log-out that keeps its thread holds up no login")
    func blockingLogOut() async {
        let bolt = Bolt()
        let service = ScriptedService(logOut: { bolt.pass() }) { () throws(ServiceError) in .of("ada") }
        let end = ScriptedTerminal.Step.seen { _ in
            bolt.open()
            return [.input(.key(.control("c"))), .input(.key(.control("c")))]
        }
        let terminal = ScriptedTerminal([
            .submit, .until("─ Home ─"), .keys(.tab, .enter), .text("correct horse", .enter), .until("─ Home ─"), end,
        ])
        let ending = await terminal.run(service)
        #expect(ending == .left(.fromHome) && service.calls.count == 3)
    }

    // MARK: - Time

    @Test("L7: the shake goes by the clock, picture by picture")
    func shake() async {
        let steps = Array(repeating: ScriptedTerminal.Step.deadline, count: 8)
        let terminal = ScriptedTerminal([.keys(.backTab, .backTab, .backTab, .enter)] + steps + [.keys(.control("c"))])
        let started = ContinuousClock.now
        _ = await terminal.run(ScriptedService(.failure(.busy)), reducesMotion: false)
        #expect(ContinuousClock.now - started >= .milliseconds(300))
        // A machine under load may be too late for the first step, which looks like the card at rest.
        var columns: [Int] = []
        for lines in terminal.pictures {
            let column = lines[4].prefix { $0 == " " }.count
            if column != columns.last { columns.append(column) }
        }
        #expect(columns == [18, 16, 20, 18, 16, 20, 18])
        #expect(contains(terminal.pictures.last, "Enter your account"))
        #expect(terminal.deadlines.first == .some(nil) && terminal.deadlines.last == .some(nil))
    }

    @Test("L8: the spinner turns by the clock until the answer is there")
    func spinner() async {
        let gate = Gate()
        let service = ScriptedService { () throws(ServiceError) in
            await gate.pass()
            throw .credentialsWrong(next: nil)
        }
        let terminal = ScriptedTerminal([
            .submit, .deadline, .deadline,
            .open(gate), .ring, .keys(.control("c")),
        ])
        _ = await terminal.run(service, reducesMotion: false)
        #expect(contains(terminal.picture(1), "⠋ Logging in") && contains(terminal.picture(2), "⠙ Logging in"))
        #expect(contains(terminal.picture(3), "⠹ Logging in"))
    }

    @Test("T8: with reduced motion nothing is timed, not even a call")
    func idle() async {
        let terminal = ScriptedTerminal([
            .keys(.enter, .enter), .keys(.escape), .submit, .ring, .keys(.control("c")),
        ])
        _ = await terminal.run(ScriptedService(.failure(.busy)))
        #expect(contains(terminal.picture(1), "Enter your account") && contains(terminal.pictures.last, "busy"))
        #expect(terminal.deadlines.allSatisfy { $0 == nil } && terminal.deadlines.count == 5)
    }

    @Test("T8: a shake cut short by a key, and a call given up by Esc, leave no date behind", arguments: [false, true])
    func cutShort(isCall: Bool) async {
        let gate = Gate()
        let start = isCall ? ScriptedTerminal.Step.submit : .keys(.backTab, .backTab, .backTab, .enter)
        let terminal = ScriptedTerminal([start, .keys(.escape), .keys(.control("c"))])
        _ = await terminal.run(ScriptedService(.success(.of("ada")), gate: gate), reducesMotion: false)
        gate.open()
        #expect(terminal.deadlines.map { $0 == nil } == [true, false, true])
    }

    @Test("T8: an answer leaves no date behind")
    func answered() async {
        let gate = Gate()
        let terminal = ScriptedTerminal([.submit, .open(gate), .ring, .keys(.control("c"))])
        _ = await terminal.run(ScriptedService(.failure(.busy), gate: gate), reducesMotion: false)
        // The answer may be there before the ring is waited for.
        #expect(terminal.deadlines.prefix(2).map { $0 == nil } == [true, false])
        #expect(terminal.deadlines.count == 4 && terminal.deadlines.last == .some(nil))
    }

    // MARK: - The terminal

    @Test("L5: a click is aimed at the newest picture, also within one batch")
    func clicks() async {
        let link = TerminalEvent.input(.click(Click(position: Position(row: 17, column: 21))))
        let terminal = ScriptedTerminal([
            // The same cells are the link to registration, then the one back, then the first again.
            .events([link, link, .input(.key(.character("x")))]), .events([link]),
            .seen { buffer in
                // The button's own place, read off the picture.
                let row = buffer.lines.firstIndex { $0.contains("Back to log in") } ?? 0
                return [.input(.click(Click(position: Position(row: row, column: 30))))]
            }, .keys(.control("c")),
        ])
        _ = await terminal.run(ScriptedService(.failure(.busy)))
        #expect(contains(terminal.picture(1), "─ Log in ─") && contains(terminal.picture(2), "─ Register ─"))
        #expect(contains(terminal.picture(3), "─ Log in ─"))
    }

    @Test("T2: a resize is redrawn at once, with the text and the focus")
    func resize() async {
        var terminal: ScriptedTerminal?
        let scripted = ScriptedTerminal([
            .text("ada", .tab),
            .seen { _ in
                terminal?.size = Size(columns: 40, rows: 12)
                return [.resized]
            },
            .seen { _ in
                terminal?.size = Size(columns: 10, rows: 3)
                return [.resized]
            },
            .seen { _ in
                terminal?.size = Size(columns: 80, rows: 24)
                return [.resized]
            }, .keys(.control("c")),
        ])
        terminal = scripted
        _ = await scripted.run(ScriptedService(.failure(.busy)))
        #expect(scripted.pictures.map(\.count) == [24, 24, 12, 3, 24])
        #expect(contains(scripted.picture(2), "Account   ada") && contains(scripted.picture(2), "Password >"))
        #expect(scripted.picture(4) == scripted.picture(1))
    }

    /// Events, and what happens between the first picture and the next.
    static let repaints: [([TerminalEvent], [ScriptedTerminal.Entry])] = [
        ([.input(.key(.control("l")))], [.invalidated]),
        ([.input(.key(.control("z")))], [.suspended, .invalidated]), ([.resumed], [.invalidated]), ([.woken], []),
        ([], []),
    ]

    @Test("T1: Ctrl-Z stops, and then, as after Ctrl-L and `fg`, everything is painted anew", arguments: repaints)
    func repaint(_ events: [TerminalEvent], _ entries: [ScriptedTerminal.Entry]) async {
        let terminal = ScriptedTerminal([.events(events), .keys(.control("c"))])
        _ = await terminal.run(ScriptedService(.failure(.busy)))
        #expect(terminal.entries.count == 2 + entries.count)
        #expect(Array(terminal.entries.dropFirst().dropLast()) == entries)
        #expect(terminal.entries.first == terminal.entries.last)
    }

    @Test("In front of a command Ctrl-Z does nothing")
    func noSuspend() async {
        let terminal = ScriptedTerminal([.keys(.control("z")), .keys(.control("c"))])
        _ = await terminal.run(ScriptedService(.failure(.busy)), guardsCommand: true)
        #expect(terminal.entries.count == 2 && !terminal.entries.contains(.suspended))
    }

    @Test("T1: a terminal that is gone ends the loop, the call that is under way cancelled, nothing more is shown")
    func hangUp() async {
        let gate = Gate()
        let done = Gate()
        let service = ScriptedService { () throws(ServiceError) in
            await gate.pass()
            defer { done.open() }
            guard !Task.isCancelled else { throw .cancelled }
            return .of("ada")
        }
        let terminal = ScriptedTerminal([.submit, .events([.hungUp, .input(.key(.control("c")))])])
        let ending = await terminal.run(service)
        #expect(ending == .hungUp)
        #expect(terminal.pictures.count == 2)
        gate.open()
        await done.pass()
    }
}

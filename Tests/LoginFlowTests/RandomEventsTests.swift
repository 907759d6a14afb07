import Accounts
import Cryptography
import LoginFlow
import PasswordStrength
import Testing

@Suite("Random events")
struct RandomEventsTests {
    private static let password = "Geheim9-Losung"

    @Test(
        "L8, T6, T8: a million random events: no trap, one call at a time, no timer for nothing, no secret told",
        arguments: UInt64(1)...20)
    func run(seed: UInt64) {
        var walk = RandomWalk(seed: seed, password: Self.password)
        var tellsAccount = false
        for index in 0..<50_000 {
            let (event, effects) = walk.step()
            #expect(walk.callsUnderWay <= 1, "seed \(seed), event \(index): \(event)")
            #expect(walk.backgroundCallsUnderWay <= 1, "seed \(seed), event \(index): \(event)")
            guard walk.timers == walk.awaitedTimers else {
                Issue.record("seed \(seed), event \(index): \(event) leaves the timers \(walk.timers)")
                return
            }
            var described = String(describing: effects) + String(describing: event) + String(reflecting: effects)
            if index % 500 == 0 {
                dump((walk.flow, event, effects), to: &described)
                described += String(describing: walk.flow) + String(reflecting: walk.flow)
            }
            if described.contains("13542138562") { tellsAccount = true }
            if described.contains(Self.password) {
                Issue.record("seed \(seed), event \(index) tells the password")
                return
            }
        }
        let still: Set = [
            "login", "register", "reset", "picture", "home", "settings", "sessions", "rows", "password-change", "busy",
            "fetching", "alerting", "interrupted", "help", "leaving", "left", "announcing", "announcing",
        ]
        let moving: Set = walk.flow.configuration.reducesMotion ? [] : ["shaking"]
        let asking: Set = walk.flow.configuration.isDeclared ? [] : ["asking"]
        #expect(walk.visited == still.union(moving).union(asking))
        #expect(tellsAccount, "what may be seen is found the same way")
    }
}

/// A person, a clock and a service that do anything at all, by a seed.
private struct RandomWalk {
    private(set) var flow: Flow
    /// Calls that were made and neither answered nor cancelled, and that lock the form.
    private(set) var callsUnderWay = 0
    /// Those that home and the list of sessions make beside; log-outs and declarations are counted nowhere.
    private(set) var backgroundCallsUnderWay = 0
    /// The kinds of states that have been seen.
    private(set) var visited: Set<String> = []
    /// The timers that have a date.
    private(set) var timers: Set<TimerID> = []
    private var pending: [CallID] = []
    private var calls: [CallID: Effect.Call] = [:]
    /// Those of ``calls`` that are still counted.
    private var counted: Set<CallID> = []
    private var estimates: [CallID] = []
    /// What a program that is started again finds remembered.
    private var memory: RememberedLogin?
    private var generator: Generator
    private let password: String

    init(seed: UInt64, password: String) {
        generator = Generator(state: seed)
        self.password = password
        flow = Flow(configuration: Self.configuration(seed))
    }

    /// Lets one thing happen.
    mutating func step() -> (Event, [Effect]) {
        let event = makeEvent()
        if case .answered(let id, _) = event { finish(id) }
        if case .timerFired(let timer) = event { timers.remove(timer) }
        let effects = flow.handle(event)
        for effect in effects { note(effect) }
        visit()
        // One that leaves at once is as good as ever, and a longer walk sees more.
        let hasLeft = effects.contains { if case .leave = $0 { true } else { false } }
        if hasLeft, flow.isLeaving || generator.next(below: 4) == 0 { start() }
        return (event, effects)
    }

    /// Begins anew, as a program that was left and is started again.
    private mutating func start() {
        // Hardly anybody checks a box, logs in and leaves, all by chance.
        if memory == nil, generator.next(below: 4) == 0 {
            memory = RememberedLogin(
                account: "ada", logsInAutomatically: true, proof: .password(Secret(password.utf8)))
        }
        flow = Flow(configuration: flow.configuration, remembered: memory)
        (callsUnderWay, backgroundCallsUnderWay, timers, pending, estimates) = (0, 0, [], [], [])
        (calls, counted) = ([:], [])
        for effect in flow.start() { note(effect) }
        visit()
    }

    /// The timers that the state waits for.
    var awaitedTimers: Set<TimerID> {
        var awaited: Set<TimerID> = flow.isLeaving ? [.departure] : []
        if case .locked(let seconds) = flow.alert?.message, seconds > 0 { awaited.insert(.lock) }
        if let delay = code?.delay, delay > 0 { awaited.insert(.resend) }
        if case .home = flow.screen { awaited.insert(.refresh) }
        if flow.phase == .announcing { awaited.insert(.autoLogin) }
        guard !flow.configuration.reducesMotion else { return awaited }
        if case .submitting = flow.phase { awaited.insert(.spinner) }
        if case .fetching = flow.phase { awaited.insert(.spinner) }
        if case .asking = flow.phase { awaited.insert(.spinner) }
        if case .shaking = flow.phase { awaited.insert(.shake) }
        return awaited
    }

    /// The field for a code of the open form, or of the one beneath a picture.
    private var code: CodeEntry? {
        var screen = flow.screen
        if case .picture(_, over: let below) = screen { screen = below }
        return switch screen {
        case .login(let login): login.code
        case .register(let form, over: _): form.code
        case .reset(let form, over: _): form.code
        case .picture, .home, .settings, .sessions, .passwordChange: nil
        }
    }

    private static let declaration = ServiceDeclaration(
        calls: [.register, .reset, .changePassword, .notices, .sessions], codeKinds: [.telephone, .emailAddress],
        passwordPolicy: .standard)

    /// Every third service has to be asked what it offers.
    private static func configuration(_ seed: UInt64) -> Flow.Configuration {
        let isDeclared = !seed.isMultiple(of: 3)
        return Flow.Configuration(
            declaration: isDeclared ? declaration : ServiceDeclaration(calls: [], passwordPolicy: .standard),
            isDeclared: isDeclared, guardsCommand: false, reducesMotion: seed.isMultiple(of: 4))
    }

    private mutating func note(_ effect: Effect) {
        switch effect {
        case .call(let id, let call):
            pending.append(id)
            calls[id] = call
            counted.insert(id)
            count(1, of: call)
        case .cancel(let id): finish(id, keeping: true)
        case .estimate(let id, _, account: _): estimates = estimates.suffix(3) + [id]
        case .leave: visited.insert("left")
        case .schedule(let timer, after: _): timers.insert(timer)
        case .cancelTimer(let timer): timers.remove(timer)
        case .remember(.remember(let login, _)): memory = login
        case .remember(.forgetLogin): memory?.proof = nil
        case .remember(.forget): memory = nil
        case .suspend, .repaint: break
        }
    }

    /// A cancelled call may still be answered, too late.
    private mutating func finish(_ id: CallID, keeping: Bool = false) {
        guard pending.contains(id) else { return }
        if counted.remove(id) != nil, let call = calls[id] { count(-1, of: call) }
        if !keeping { pending.removeAll { $0 == id } }
    }

    private mutating func count(_ change: Int, of call: Effect.Call) {
        switch call {
        case .logIn, .resume, .register, .requestCode, .requestCaptcha, .reset, .changePassword, .endSession,
            .endAllSessions:
            callsUnderWay += change
        case .notices, .sessions: backgroundCallsUnderWay += change
        case .logOut, .declare: break
        }
    }

    private mutating func visit() {
        if flow.notice == .sessionEnded { visited.insert("interrupted") }
        switch flow.screen {
        case .login: visited.insert("login")
        case .register: visited.insert("register")
        case .reset: visited.insert("reset")
        case .picture: visited.insert("picture")
        case .home: visited.insert("home")
        case .settings: visited.insert("settings")
        case .sessions(let list, over: _):
            visited.insert(list.selection > 0 ? "rows" : "sessions")
            #expect(list.selection == 0 || list.selection < list.summaries.count)
        case .passwordChange: visited.insert("password-change")
        }
        switch flow.phase {
        case .submitting: visited.insert("busy")
        case .fetching: visited.insert("fetching")
        case .asking: visited.insert("asking")
        case .shaking: visited.insert("shaking")
        case .alerting: visited.insert("alerting")
        case .announcing: visited.insert("announcing")
        case .editing, nil: break
        }
        if flow.helpPage != nil { visited.insert("help") }
        if flow.isLeaving { visited.insert("leaving") }
    }

    // MARK: - Events

    private mutating func makeEvent() -> Event {
        // By chance alone hardly anybody leaves while a log-out is under way.
        if let last = pending.last, case .logOut? = calls[last], generator.next(below: 4) == 0 {
            return .pressed(.close)
        }
        // Nor does anybody stay long in the list of sessions.
        if case .sessions(let list, over: _) = flow.screen, generator.next(below: 2) == 0 {
            if case .asked(let call) = list.progress { return .answered(call, makeAnswer(to: calls[call])) }
            return .pressed([.end, .next, .activate][generator.next(below: 3)])
        }
        switch generator.next(below: 22) {
        case 0...1: return .typed(["a", " ", "密", "\u{301}", "\u{202E}", "\u{7}"][generator.next(below: 6)])
        case 2...4: return .pasted(makePaste(), isTruncated: generator.next(below: 20) == 0)
        case 5: return generator.next(below: 2) == 0 ? .malformedInputReceived : .remarked([.unusable])
        case 6...11: return .pressed(Command.allCases[generator.next(below: Command.allCases.count)])
        case 12: return .clicked(.element(ElementID.allCases[generator.next(below: ElementID.allCases.count)]))
        case 13:
            return .clicked(.alertButton(Alert.Button.allCases[generator.next(below: Alert.Button.allCases.count)]))
        case 14: return [.clicked(.background), .pressed(.clear)][generator.next(below: 2)]
        case 15...16:
            let set = [TimerID.shake, .spinner, .departure, .resend, .lock, .refresh, .autoLogin].filter(
                timers.contains)
            return .timerFired(set.randomElement(using: &generator) ?? .shake)
        case 17: return .estimated(estimates.last ?? Self.strayCall, makeEstimate())
        case 18: return .clicked(.session(generator.next(below: 5)))
        case 19: return .pressed(.activate)
        default:
            let id = pending.randomElement(using: &generator) ?? Self.strayCall
            return .answered(id, makeAnswer(to: calls[id]))
        }
    }

    /// The first call's number, which is out of date most of the time.
    private static let strayCall: CallID = {
        var fixture = FlowFixture()
        fixture.submit()
        guard let call = fixture.call else { fatalError("a filled form makes no call") }
        return call
    }()

    /// The secret goes into password fields only; an account may be seen.
    private mutating func makePaste() -> Secret {
        if flow.focus == .code { return Secret((generator.next(below: 2) == 0 ? "1234" : "123456").utf8) }
        let isSecret = [.password, .passwordAgain, .currentPassword, .captcha].contains(flow.focus)
        let good = isSecret ? password : ["lin", "ada@example.com", "13542138562"][generator.next(below: 3)]
        let bad = [Array("a\nb".utf8), [0xC3], Array(repeating: 0x61, count: 600), []]
        return generator.next(below: 6) == 0 ? Secret(bad[generator.next(below: 4)]) : Secret(good.utf8)
    }

    private mutating func makeEstimate() -> PasswordEstimate? {
        [nil, PasswordEstimate(bits: 3, weakness: .guessable), PasswordEstimate(bits: 50, weakness: nil)][
            generator.next(below: 3)]
    }

    /// Most answers fit their call; without them nobody would ever get far.
    private mutating func makeAnswer(to call: Effect.Call?) -> Answer {
        if generator.next(below: 3) > 0, let answer = makeFittingAnswer(to: call) { return answer }
        let answers: [Answer] = [
            .failed(.accountUnknown), .failed(.credentialsWrong(next: nil)), .failed(.accountTaken),
            .failed(.registrationRefused(.password(.weak))),
            .failed(.busy), .failed(.trouble(.storeFull)), .failed(.cancelled), .loggedOut, .logOutFailed(.busy),
            .failed(.credentialsWrong(next: .code)), .failed(.credentialsWrong(next: .captcha(acceptsCode: true))),
            .failed(.challengeRequired(.code)), .failed(.challengeRequired(.captcha(acceptsCode: true))),
            .failed(.challengeRequired(.captcha(acceptsCode: false))), .failed(.challengeFailed(next: .code)),
            .failed(.challengeFailed(next: .captcha(acceptsCode: false))), .failed(.locked(seconds: 60)),
            .failed(.codeTooSoon(seconds: 2)), .failed(.codesExhausted), .failed(.codeWrong), .failed(.sessionEnded),
            .failed(.passwordRefused(.weak)), .codeSent(CodeDispatch(route: .message, resendDelay: 60)),
            .codeSent(CodeDispatch(route: .directory("/o"), resendDelay: 0)), .pictureDrawn(.of("p1")), .passwordReset,
            makeEntered(), .counted(Notices(mentions: 1)), .done, .listed([]), .listed((0..<2).map(makeSummary)),
        ]
        return answers[generator.next(below: answers.count)]
    }

    private mutating func makeFittingAnswer(to call: Effect.Call?) -> Answer? {
        switch call {
        case .resume: return isOver() ? .failed(.sessionEnded) : makeEntered()
        case .logIn, .register:
            let isAsked = generator.next(below: 6) == 0
            return isAsked ? .failed(.challengeRequired(.captcha(acceptsCode: true))) : makeEntered()
        case .notices: return isOver() ? .failed(.sessionEnded) : .counted(Notices(mentions: 1))
        case .sessions: return isOver() ? .failed(.sessionEnded) : .listed((0..<4).map(makeSummary))
        case .changePassword, .endSession, .endAllSessions: return isOver() ? .failed(.sessionEnded) : .done
        case .logOut: return .loggedOut
        case .requestCode: return .codeSent(CodeDispatch(route: .message, resendDelay: 60))
        case .requestCaptcha: return .pictureDrawn(.of("p1"))
        case .reset: return .passwordReset
        case .declare: return .declared(Self.declaration)
        case nil: return nil
        }
    }

    /// Whether the session has ended elsewhere; one in six has.
    private mutating func isOver() -> Bool {
        generator.next(below: 6) == 0
    }

    private func makeEntered() -> Answer {
        .entered(Session(token: Secret(password.utf8), user: User(account: "ada")))
    }

    private func makeSummary(_ number: Int) -> SessionSummary {
        let time = Timestamp(seconds: Int64(number))
        return SessionSummary(id: String(number), start: time, lastUse: time, peer: "peer", isCurrent: number == 1)
    }
}

/// SplitMix64: the same numbers everywhere.
private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func next(below bound: Int) -> Int { Int(next() % UInt64(bound)) }
}

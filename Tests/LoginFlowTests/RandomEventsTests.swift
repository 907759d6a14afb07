import Accounts
import Cryptography
import LoginFlow
import PasswordStrength
import Testing

@Suite("Random events")
struct RandomEventsTests {
    private static let password = "Geheim9-Losung"

    @Test(
        "L8, T6, T8: 200,000 random events: no trap, one call at a time, no secret told, no timer but for home's",
        arguments: [UInt64(1), 2, 3, 4])
    func run(seed: UInt64) {
        var walk = RandomWalk(seed: seed, password: Self.password)
        var tellsAccount = false
        for index in 0..<50_000 {
            let (event, effects) = walk.step()
            #expect(walk.callsUnderWay <= 1, "seed \(seed), event \(index): \(event)")
            #expect(walk.backgroundCallsUnderWay <= 1, "seed \(seed), event \(index): \(event)")
            #expect(walk.isRefreshing == walk.isHome, "seed \(seed), event \(index): \(event)")
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
            "login", "register", "home", "settings", "sessions", "password-change", "busy", "alerting", "help", "left",
            "rows", "interrupted",
        ]
        #expect(walk.visited == (walk.flow.configuration.reducesMotion ? still : still.union(["shaking"])))
        #expect(tellsAccount, "what may be seen is found the same way")
    }
}

/// A person, a clock and a service that do anything at all, by a seed.
private struct RandomWalk {
    private(set) var flow: Flow
    /// Calls that were made and neither answered nor cancelled, and that lock the form.
    private(set) var callsUnderWay = 0
    /// Those that home and the list of sessions make beside; log-outs are counted nowhere.
    private(set) var backgroundCallsUnderWay = 0
    /// Whether the timer of home's counters is set (H2).
    private(set) var isRefreshing = false
    /// The kinds of states that have been seen.
    private(set) var visited: Set<String> = []
    private var pending: [CallID] = []
    private var calls: [CallID: Effect.Call] = [:]
    private var kinds: [CallID: Kind] = [:]
    private var estimates: [CallID] = []
    private var generator: Generator
    private let password: String

    init(seed: UInt64, password: String) {
        generator = Generator(state: seed)
        self.password = password
        flow = Flow(configuration: Self.configuration(seed))
    }

    private enum Kind {
        case locking, background, other
    }

    /// Whether home is open.
    var isHome: Bool {
        if case .home = flow.screen { true } else { false }
    }

    /// Lets one thing happen.
    mutating func step() -> (Event, [Effect]) {
        let event = makeEvent()
        if case .answered(let id, _) = event { finish(id) }
        if event == .timerFired(.refresh) { isRefreshing = false }
        let effects = flow.handle(event)
        for effect in effects { note(effect) }
        visit()
        return (event, effects)
    }

    private static func configuration(_ seed: UInt64) -> Flow.Configuration {
        Flow.Configuration(
            declaration: ServiceDeclaration(
                calls: [.register, .changePassword, .notices, .sessions], passwordPolicy: .standard),
            guardsCommand: false, reducesMotion: seed.isMultiple(of: 4))
    }

    private mutating func note(_ effect: Effect) {
        switch effect {
        case .call(let id, let call):
            pending.append(id)
            calls[id] = call
            kinds[id] = Self.kind(of: call)
            count(1, of: kinds[id])
        case .schedule(.refresh, after: let time):
            isRefreshing = true
            #expect(time == .seconds(60))
        case .cancelTimer(.refresh): isRefreshing = false
        case .cancel(let id): finish(id, keeping: true)
        case .estimate(let id, _, account: _): estimates = estimates.suffix(3) + [id]
        case .leave: visited.insert("left")
        case .schedule, .cancelTimer, .suspend, .repaint: break
        }
    }

    /// A cancelled call may still be answered, too late.
    private mutating func finish(_ id: CallID, keeping: Bool = false) {
        guard pending.contains(id) else { return }
        count(-1, of: kinds.updateValue(.other, forKey: id))
        if !keeping { pending.removeAll { $0 == id } }
    }

    private static func kind(of call: Effect.Call) -> Kind {
        switch call {
        case .logIn, .register, .changePassword, .endSession, .endAllSessions: .locking
        case .notices, .sessions: .background
        case .logOut: .other
        }
    }

    private mutating func count(_ change: Int, of kind: Kind?) {
        switch kind {
        case .locking: callsUnderWay += change
        case .background: backgroundCallsUnderWay += change
        case .other, nil: break
        }
    }

    private mutating func visit() {
        if flow.notice == .sessionEnded { visited.insert("interrupted") }
        switch flow.screen {
        case .login: visited.insert("login")
        case .register: visited.insert("register")
        case .home: visited.insert("home")
        case .settings: visited.insert("settings")
        case .sessions(let list, over: _):
            visited.insert(list.selection > 0 ? "rows" : "sessions")
            #expect(list.selection == 0 || list.selection < list.summaries.count)
        case .passwordChange: visited.insert("password-change")
        }
        switch flow.phase {
        case .submitting: visited.insert("busy")
        case .shaking: visited.insert("shaking")
        case .alerting: visited.insert("alerting")
        case .editing, nil: break
        }
        if flow.helpPage != nil { visited.insert("help") }
    }

    // MARK: - Events

    private mutating func makeEvent() -> Event {
        switch generator.next(below: 22) {
        case 0...1: return .typed(["a", " ", "密", "\u{301}", "\u{202E}", "\u{7}"][generator.next(below: 6)])
        case 2...4: return .pasted(makePaste(), isTruncated: generator.next(below: 20) == 0)
        case 5: return .malformedInputReceived
        case 6...11: return .pressed(Command.allCases[generator.next(below: Command.allCases.count)])
        case 12: return .clicked(.element(ElementID.allCases[generator.next(below: ElementID.allCases.count)]))
        case 13:
            return .clicked(.alertButton(Alert.Button.allCases[generator.next(below: Alert.Button.allCases.count)]))
        case 14: return [.clicked(.background), .pressed(.clear)][generator.next(below: 2)]
        case 15...16: return .timerFired([.shake, .spinner, .refresh][generator.next(below: 3)])
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
        let isSecret = [.password, .passwordAgain, .currentPassword].contains(flow.focus)
        let good = isSecret ? password : ["lin", "ada@example.com", "13542138562"][generator.next(below: 3)]
        let bad = [Array("a\nb".utf8), [0xC3], Array(repeating: 0x61, count: 600), []]
        return generator.next(below: 6) == 0 ? Secret(bad[generator.next(below: 4)]) : Secret(good.utf8)
    }

    private mutating func makeEstimate() -> PasswordEstimate? {
        [nil, PasswordEstimate(bits: 3, weakness: .guessable), PasswordEstimate(bits: 50, weakness: nil)][
            generator.next(below: 3)]
    }

    private func makeSummary(_ number: Int) -> SessionSummary {
        let time = Timestamp(seconds: Int64(number))
        return SessionSummary(id: String(number), start: time, lastUse: time, peer: "peer", isCurrent: number == 1)
    }

    /// Most answers fit their call; without them nobody would ever get far.
    private mutating func makeAnswer(to call: Effect.Call?) -> Answer {
        if generator.next(below: 4) > 0, let answer = makeFittingAnswer(to: call) { return answer }
        let answers: [Answer] = [
            makeEntered(), .failed(.accountUnknown), .failed(.credentialsWrong(next: nil)), .failed(.accountTaken),
            .failed(.registrationRefused(.password(.weak))), .failed(.passwordRefused(.weak)), .failed(.sessionEnded),
            .failed(.busy), .failed(.trouble(.storeFull)), .failed(.cancelled), .loggedOut, .logOutFailed(.busy),
            .counted(Notices(mentions: 1)), .done, .listed([]), .listed((0..<2).map(makeSummary)),
        ]
        return answers[generator.next(below: answers.count)]
    }

    private mutating func makeFittingAnswer(to call: Effect.Call?) -> Answer? {
        switch call {
        case .logIn, .register: return makeEntered()
        case .notices: return isOver() ? .failed(.sessionEnded) : .counted(Notices(mentions: 1))
        case .sessions: return isOver() ? .failed(.sessionEnded) : .listed((0..<4).map(makeSummary))
        case .changePassword, .endSession, .endAllSessions: return isOver() ? .failed(.sessionEnded) : .done
        case .logOut: return .loggedOut
        case nil: return nil
        }
    }

    /// Whether the session has ended elsewhere; one in eight has.
    private mutating func isOver() -> Bool {
        generator.next(below: 8) == 0
    }

    private func makeEntered() -> Answer {
        .entered(Session(token: Secret(password.utf8), user: User(account: "ada")))
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

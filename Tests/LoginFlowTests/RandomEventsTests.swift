import Accounts
import Cryptography
import LoginFlow
import PasswordStrength
import Testing

@Suite("Random events")
struct RandomEventsTests {
    private static let password = "Geheim9-Losung"

    @Test(
        "L8, T6: 200,000 random events: no trap, one call at a time, and no secret in any description",
        arguments: [UInt64(1), 2, 3, 4])
    func run(seed: UInt64) {
        var walk = RandomWalk(seed: seed, password: Self.password)
        var tellsAccount = false
        for index in 0..<50_000 {
            let (event, effects) = walk.step()
            #expect(walk.callsUnderWay <= 1, "seed \(seed), event \(index): \(event)")
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
        let still: Set = ["login", "register", "home", "busy", "alerting", "help", "left"]
        #expect(walk.visited == (walk.flow.configuration.reducesMotion ? still : still.union(["shaking"])))
        #expect(tellsAccount, "what may be seen is found the same way")
    }
}

/// A person, a clock and a service that do anything at all, by a seed.
private struct RandomWalk {
    private(set) var flow: Flow
    /// Calls that were made and neither answered nor cancelled; log-outs do not lock the form and are not counted.
    private(set) var callsUnderWay = 0
    /// The kinds of states that have been seen.
    private(set) var visited: Set<String> = []
    private var pending: [CallID] = []
    private var isLogOut: [CallID: Bool] = [:]
    private var estimates: [CallID] = []
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
        let effects = flow.handle(event)
        for effect in effects { note(effect) }
        visit()
        return (event, effects)
    }

    private static func configuration(_ seed: UInt64) -> Flow.Configuration {
        Flow.Configuration(
            declaration: ServiceDeclaration(calls: [.register], passwordPolicy: .standard),
            guardsCommand: false, reducesMotion: seed.isMultiple(of: 4))
    }

    private mutating func note(_ effect: Effect) {
        switch effect {
        case .call(let id, let call):
            pending.append(id)
            if case .logOut = call { isLogOut[id] = true } else { callsUnderWay += 1 }
        case .cancel(let id): finish(id, keeping: true)
        case .estimate(let id, _, account: _): estimates = estimates.suffix(3) + [id]
        case .leave: visited.insert("left")
        case .schedule, .suspend, .repaint: break
        }
    }

    /// A cancelled call may still be answered, too late.
    private mutating func finish(_ id: CallID, keeping: Bool = false) {
        guard pending.contains(id) else { return }
        if isLogOut.updateValue(true, forKey: id) == nil { callsUnderWay -= 1 }
        if !keeping { pending.removeAll { $0 == id } }
    }

    private mutating func visit() {
        switch flow.screen {
        case .login: visited.insert("login")
        case .register: visited.insert("register")
        case .home: visited.insert("home")
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
        switch generator.next(below: 20) {
        case 0...1: return .typed(["a", " ", "密", "\u{301}", "\u{202E}", "\u{7}"][generator.next(below: 6)])
        case 2...4: return .pasted(makePaste(), isTruncated: generator.next(below: 20) == 0)
        case 5: return .malformedInputReceived
        case 6...11: return .pressed(Command.allCases[generator.next(below: Command.allCases.count)])
        case 12: return .clicked(.element(ElementID.allCases[generator.next(below: ElementID.allCases.count)]))
        case 13: return .clicked(.alertButton(Alert.Button.allCases[generator.next(below: 3)]))
        case 14: return [.clicked(.background), .pressed(.clear)][generator.next(below: 2)]
        case 15...16: return .timerFired([.shake, .spinner][generator.next(below: 2)])
        case 17: return .estimated(estimates.last ?? Self.strayCall, makeEstimate())
        default: return .answered(pending.randomElement(using: &generator) ?? Self.strayCall, makeAnswer())
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
        let isSecret = flow.focus == .password || flow.focus == .passwordAgain
        let good = isSecret ? password : ["lin", "ada@example.com", "13542138562"][generator.next(below: 3)]
        let bad = [Array("a\nb".utf8), [0xC3], Array(repeating: 0x61, count: 600), []]
        return generator.next(below: 6) == 0 ? Secret(bad[generator.next(below: 4)]) : Secret(good.utf8)
    }

    private mutating func makeEstimate() -> PasswordEstimate? {
        [nil, PasswordEstimate(bits: 3, weakness: .guessable), PasswordEstimate(bits: 50, weakness: nil)][
            generator.next(below: 3)]
    }

    private mutating func makeAnswer() -> Answer {
        let answers: [Answer] = [
            .entered(Session(token: Secret(password.utf8), user: User(account: "ada"))), .failed(.accountUnknown),
            .failed(.credentialsWrong(next: nil)), .failed(.accountTaken),
            .failed(.registrationRefused(.password(.weak))),
            .failed(.busy), .failed(.trouble(.storeFull)), .failed(.cancelled), .loggedOut, .logOutFailed(.busy),
        ]
        return answers[generator.next(below: answers.count)]
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

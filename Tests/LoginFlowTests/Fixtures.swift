import Accounts
import Cryptography
import LoginFlow
import PasswordStrength

/// A flow that is driven event by event, with what came of the last one.
struct FlowFixture {
    /// The state.
    private(set) var flow: Flow
    /// What the last event asked for.
    private(set) var effects: [Effect] = []
    /// The call that was made last.
    private(set) var call: CallID?
    /// The estimate that was asked for last.
    private(set) var estimate: CallID?

    /// Makes the state that a program with these settings starts with.
    init(
        policy: PasswordPolicy = .standard, calls: ServiceDeclaration.Calls = [.register],
        information: [ServiceDeclaration.Information: String] = [:], guardsCommand: Bool = false,
        reducesMotion: Bool = false, notice: Notice? = nil
    ) {
        let declaration = ServiceDeclaration(calls: calls, passwordPolicy: policy, information: information)
        flow = Flow(
            configuration: Flow.Configuration(
                declaration: declaration, guardsCommand: guardsCommand, reducesMotion: reducesMotion),
            notice: notice)
    }

    /// Hands over one event after the other.
    mutating func handle(_ events: Event...) {
        for event in events { take(event) }
    }

    /// Presses keys by what they mean.
    mutating func press(_ commands: Command...) {
        for command in commands { take(.pressed(command)) }
    }

    /// Types `text`, a code point at a time.
    mutating func type(_ text: String) {
        for scalar in text.unicodeScalars { take(.typed(scalar)) }
    }

    /// Pastes `text`.
    mutating func paste(_ text: String, isTruncated: Bool = false) {
        take(.pasted(Secret(text.utf8), isTruncated: isTruncated))
    }

    /// Clicks an element.
    mutating func click(_ element: ElementID) {
        take(.clicked(.element(element)))
    }

    /// Answers the call that was made last.
    mutating func answer(_ answer: Answer) {
        guard let call else { return }
        take(.answered(call, answer))
    }

    /// Fills in the login form and leaves the focus on the password.
    mutating func fill(account: String = "ada", password: String = "correct horse") {
        type(account)
        press(.next)
        type(password)
    }

    /// Fills in the login form and sends it.
    mutating func submit(account: String = "ada", password: String = "correct horse") {
        fill(account: account, password: password)
        press(.activate)
    }

    /// Lets every step of a shake pass.
    mutating func finishShake() {
        while case .shaking = flow.phase { take(.timerFired(.shake)) }
    }

    /// Presses Tab until `element` has the focus; elements of other screens are never reached.
    mutating func focus(_ element: ElementID) {
        for _ in ElementID.allCases where flow.focus != element { press(.next) }
    }

    /// The login that is open.
    var login: Login? {
        if case .login(let login) = flow.screen { login } else { nil }
    }

    /// The registration that is open.
    var registration: RegistrationForm? {
        if case .register(let form, over: _) = flow.screen { form } else { nil }
    }

    /// The home that is open.
    var home: Home? {
        if case .home(let home) = flow.screen { home } else { nil }
    }

    private mutating func take(_ event: Event) {
        effects = flow.handle(event)
        for effect in effects {
            if case .call(let id, _) = effect { call = id }
            if case .estimate(let id, _, account: _) = effect { estimate = id }
        }
    }
}

extension Session {
    /// Somebody's login.
    static func of(_ account: String) -> Session {
        Session(token: Secret("token".utf8), user: User(account: account, id: "7"))
    }
}

extension Effect {
    /// The next step of the shake, an eighth of twice 0.15 s later (L7).
    static let shakeStep = Effect.schedule(.shake, after: .microseconds(37_500))
    /// The next picture of the spinner (L8).
    static let spinnerStep = Effect.schedule(.spinner, after: .milliseconds(100))
}

extension Secret {
    /// The secret's text, for comparisons.
    var text: String { withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
}

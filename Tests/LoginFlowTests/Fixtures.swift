import Accounts
import Cryptography
import LoginFlow
import PasswordStrength

/// A flow that is driven event by event, with what came of the last one.
struct FlowFixture {
    /// The state.
    private(set) var flow: Flow
    /// What the last event asked for, but for the timers that it gave up and what is to be remembered.
    private(set) var effects: [Effect] = []
    /// What the last event wanted remembered or forgotten.
    private(set) var memoryChanges: [MemoryChange] = []
    /// The timers that have a date.
    private(set) var timers: Set<TimerID> = []
    /// The call that was made last.
    private(set) var call: CallID?
    /// What it asked for.
    private(set) var request: Effect.Call?
    /// The estimate that was asked for last.
    private(set) var estimate: CallID?

    /// Makes the state that a program with these settings starts with.
    init(
        policy: PasswordPolicy = .standard, calls: ServiceDeclaration.Calls = [.register, .reset],
        codeKinds: AccountName.Kinds = [], concealsAccounts: Bool = false,
        information: [ServiceDeclaration.Information: String] = [:],
        isDeclared: Bool = true, restrictions: Flow.Restrictions = Flow.Restrictions(), guardsCommand: Bool = false,
        reducesMotion: Bool = false, canRemember: Bool = true, remembered: RememberedLogin? = nil, notice: Notice? = nil
    ) {
        let declaration = ServiceDeclaration(
            calls: calls, codeKinds: codeKinds, passwordPolicy: policy, concealsAccounts: concealsAccounts,
            information: information)
        flow = Flow(
            configuration: Flow.Configuration(
                declaration: declaration, isDeclared: isDeclared, restrictions: restrictions,
                guardsCommand: guardsCommand, reducesMotion: reducesMotion, canRemember: canRemember),
            remembered: remembered, notice: notice)
        for effect in flow.start() { note(effect) }
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

    /// Logs in as somebody, with whatever the login came to.
    mutating func enter(_ session: Session = .of("ada"), password: String = "correct horse") {
        if login?.account.isEmpty == true {
            focus(.account)
            type(session.user.account)
        }
        focus(.password)
        type(password)
        press(.activate)
        answer(.entered(session))
    }

    /// Logs in and opens the settings, and there what `element` leads to.
    mutating func open(_ element: ElementID? = nil) {
        enter()
        click(.settings)
        if let element { click(element) }
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

    /// The form for a forgotten password that is open.
    var reset: ResetForm? {
        if case .reset(let form, over: _) = flow.screen { form } else { nil }
    }

    /// The picture that is open.
    var picture: PictureForm? {
        if case .picture(let form, over: _) = flow.screen { form } else { nil }
    }

    /// The home that is open.
    var home: Home? {
        if case .home(let home) = flow.screen { home } else { nil }
    }

    /// The settings that are open.
    var settings: Settings? {
        if case .settings(let settings, over: _) = flow.screen { settings } else { nil }
    }

    /// The list of sessions that is open.
    var sessions: SessionList? {
        if case .sessions(let list, over: _) = flow.screen { list } else { nil }
    }

    /// The form for another password that is open.
    var passwordChange: PasswordChangeForm? {
        if case .passwordChange(let form, over: _) = flow.screen { form } else { nil }
    }

    /// What a service may offer to somebody who is logged in.
    static let inside: ServiceDeclaration.Calls = [.register, .changePassword, .notices, .sessions]

    private mutating func take(_ event: Event) {
        if case .timerFired(let timer) = event { timers.remove(timer) }
        (effects, memoryChanges) = ([], [])
        for effect in flow.handle(event) { note(effect) }
    }

    private mutating func note(_ effect: Effect) {
        switch effect {
        case .call(let id, let call): (self.call, request) = (id, call)
        case .estimate(let id, _, account: _): estimate = id
        case .schedule(let timer, after: _): timers.insert(timer)
        case .cancelTimer(let timer):
            timers.remove(timer)
            return
        case .remember(let change):
            memoryChanges.append(change)
            return
        default: break
        }
        effects.append(effect)
    }
}

extension Session {
    /// Somebody's login.
    static func of(_ account: String, id: String? = "7", token: String = "token") -> Session {
        Session(token: Secret(token.utf8), user: User(account: account, id: id))
    }
}

extension CaptchaChallenge {
    /// A picture of this id; what is on it does not matter here.
    static func of(_ id: String) -> CaptchaChallenge {
        guard let picture = BitPicture(rows: [[true, false]]),
            let challenge = CaptchaChallenge(id: id, picture: picture)
        else { preconditionFailure("no picture") }
        return challenge
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

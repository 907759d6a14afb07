import Accounts

/// The whole state of the screens, changed by events and by nothing else.
///
/// ``handle(_:)`` does no input or output, reads no clock and draws no random number: what has to be done comes
/// back as effects.
public struct Flow: Equatable, Sendable {
    /// What does not change while the program runs.
    public struct Configuration: Equatable, Sendable {
        /// What the service offers and asks for.
        public var declaration: ServiceDeclaration
        /// Whether a command takes over after the login, instead of home.
        public var guardsCommand: Bool
        /// No shake, no spinner movement.
        public var reducesMotion: Bool

        /// Makes a configuration.
        public init(declaration: ServiceDeclaration, guardsCommand: Bool = false, reducesMotion: Bool = false) {
            self.declaration = declaration
            self.guardsCommand = guardsCommand
            self.reducesMotion = reducesMotion
        }
    }

    /// The screens.
    public enum Screen: Equatable, Sendable {
        /// Login. Exits: `register`, `home`, and out of the program.
        case login(Login)
        /// Registration, with the login that it came from. Exits: `login`, `home`.
        case register(RegistrationForm, over: Login)
        /// Home. Exits: `login`.
        case home(Home)
    }

    /// What does not change.
    public let configuration: Configuration
    /// The screen that is open.
    public private(set) var screen: Screen
    /// What stands beside the form, until the next key (L12).
    public private(set) var notice: Notice?
    /// The page of the help that lies over the screen, counted from 0 and round in a circle; nil when it is closed.
    public private(set) var helpPage: Int?

    /// How the program is left once the service has been told of every log-out (H4); nil while it stays.
    private var departure: Effect.Departure?
    /// Log-outs that the service has not answered yet.
    private var logOuts: Set<CallID> = []
    private var nextCall = 1

    /// How long leaving waits for log-outs.
    private static let departurePatience = Duration.seconds(5)

    /// Makes the state that the program starts with.
    public init(configuration: Configuration, notice: Notice? = nil) {
        self.configuration = configuration
        self.notice = notice
        screen = .login(Login())
    }

    /// Whether a call is under way and the form locked (L8).
    public var isBusy: Bool { callUnderWay != nil || isLeaving }

    /// Whether the program ends as soon as the service has been told of a log-out, or at the next Ctrl-C (H4).
    public var isLeaving: Bool { departure != nil }

    /// The alert that is open; nil while the card still shakes.
    public var alert: Alert? {
        if case .alerting(let alert) = phase { alert } else { nil }
    }

    /// What the open form is doing; nil at home.
    public var phase: Phase? {
        switch screen {
        case .login(let login): login.phase
        case .register(let form, over: _): form.phase
        case .home: nil
        }
    }

    /// The focused element of the open screen.
    public var focus: ElementID {
        switch screen {
        case .login(let login): login.focus
        case .register(let form, over: _): form.focus
        case .home(let home): home.focus
        }
    }

    /// Takes one event and says what has to be done.
    public mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .pressed(.close): return leave()
        case .pressed(.suspend): return configuration.guardsCommand ? [] : [.suspend]
        case .pressed(.repaint): return [.repaint]
        case .timerFired(.departure): return departure.map { [.leave($0)] } ?? []
        case _ where isLeaving && event.isFromPerson: return []
        default: break
        }
        if event.isFromPerson, !isBusy || event == .pressed(.cancel) {
            notice = nil
            if let page = helpPage {
                helpPage = turnHelp(from: page, on: event)
                return []
            }
            if event == .pressed(.help), phase == .editing || phase == nil {
                helpPage = 0
                return []
            }
        }
        return react(to: event)
    }

    // MARK: - Screens

    private mutating func react(to event: Event) -> [Effect] {
        var context = FormContext(
            declaration: configuration.declaration, reducesMotion: configuration.reducesMotion, nextCall: nextCall)
        let reaction: Reaction
        switch screen {
        case .login(var login):
            reaction = login.handle(event, in: &context)
            screen = .login(login)
        case .register(var form, let login):
            if case .estimated(let id, let estimate) = event { form.take(estimate, for: id) }
            reaction = form.handle(event, in: &context)
            screen = .register(form, over: login)
        case .home(var home):
            reaction = home.handle(event)
            screen = .home(home)
        }
        nextCall = context.nextCall
        if let said = reaction.notice { notice = said }
        var effects = reaction.effects + (reaction.transition.map { follow($0) } ?? [])
        if case .answered(let id, let answer) = event, logOuts.remove(id) != nil {
            if case .logOutFailed(let error) = answer { notice = .logOutFailed(error) }
            if let departure, logOuts.isEmpty { effects.append(.leave(departure)) }
        }
        return effects
    }

    private mutating func follow(_ transition: Reaction.Transition) -> [Effect] {
        switch (transition, screen) {
        case (.registration(let account), .login(let login)):
            screen = .register(RegistrationForm(account: account), over: login)
        case (.back, .register(_, over: let login)): screen = .login(login)
        case (.entered(let session), _):
            guard !configuration.guardsCommand else { return [.leave(.intoCommand(session))] }
            screen = .home(Home(session: session))
        case (.loggedOut(let session), _):
            // The whole stack goes; the account stays (H4).
            screen = .login(Login(account: session.user.account))
            let call = CallID(number: nextCall)
            nextCall += 1
            logOuts.insert(call)
            return [.call(call, .logOut(session))]
        default: break
        }
        return []
    }

    /// The help's page after `event`; nil where that closes it.
    private func turnHelp(from page: Int, on event: Event) -> Int? {
        switch event {
        case .pressed(.help), .pressed(.cancel), .pressed(.activate), .typed(" "): nil
        case .pressed(.next), .pressed(.right): page + 1
        case .pressed(.previous), .pressed(.left): page - 1
        default: page
        }
    }

    // MARK: - Leaving

    /// Leaves as soon as the service has been told of every log-out; the second time, at once (H4).
    private mutating func leave() -> [Effect] {
        if let departure { return [.leave(departure)] }
        let cancelled = isBusy ? react(to: .pressed(.cancel)) : []
        let departure: Effect.Departure = if case .home = screen { .fromHome } else { .withoutLogin }
        guard !logOuts.isEmpty else { return cancelled + [.leave(departure)] }
        (self.departure, notice) = (departure, .loggingOut)
        return cancelled + [.schedule(.departure, after: Self.departurePatience)]
    }

    private var callUnderWay: CallID? {
        if case .submitting(let call, spinnerStep: _) = phase { call } else { nil }
    }
}

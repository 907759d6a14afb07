import Accounts

/// The whole state of the screens, changed by events and by nothing else.
///
/// ``handle(_:)`` does no input or output, reads no clock and draws no random number: what has to be done comes
/// back as effects.
public struct Flow: Equatable, Sendable {
    /// The screens; they lie in memory of their own, so that handing the state on copies none of what is typed.
    public indirect enum Screen: Equatable, Sendable {
        /// Login. Exits: `register`, `home`, and out of the program.
        case login(Login)
        /// Registration, with the login that it came from. Exits: `login`, `home`.
        case register(RegistrationForm, over: Login)
        /// A forgotten password, with the login that it came from. Exits: `login`.
        case reset(ResetForm, over: Login)
        /// A picture to be read, with the form that has to wait for it. Exits: that form, and its exits.
        case picture(PictureForm, over: Screen)
        /// Home. Exits: `settings`, `login`.
        case home(Home)
        /// The settings. Exits: `sessions`, `passwordChange`, `login`, `home`.
        case settings(Settings, over: Home)
        /// The account's sessions. Exits: `settings`, `login`.
        case sessions(SessionList, over: Home)
        /// Another password. Exits: `settings`, `login`.
        case passwordChange(PasswordChangeForm, over: Home)
    }

    /// What does not change.
    public let configuration: Configuration
    /// What the service offers and asks for, as far as it has said so, and as far as that holds here.
    public private(set) var declaration: ServiceDeclaration
    /// Whether the service has said so.
    private var isDeclared: Bool
    /// The screen that is open.
    public internal(set) var screen: Screen
    /// What stands beside the form, until the next key (L12).
    public private(set) var notice: Notice?
    /// The page of the help that lies over the screen, counted from 0 and round in a circle; nil when it is closed.
    public internal(set) var helpPage: Int?

    /// How the program is left once the service has been told of every log-out (H4); nil while it stays.
    private var departure: Effect.Departure?
    /// The first question for what the service offers, as long as it is not answered.
    private var firstDeclaration: CallID?
    /// Log-outs that the service has not answered yet.
    private var logOuts: Set<CallID> = []
    private var nextCall = 1
    /// The timers that have a date.
    private var scheduled: [TimerID] = []
    /// The login form as it was when somebody last got in, without what was typed; the boxes outlive it (L11).
    var latestLogin: Login
    /// Who was where when the session ended; nil once somebody has logged in or out (H5).
    var interruption: Interruption?

    /// How long leaving waits for log-outs.
    private static let departurePatience = Duration.seconds(5)

    /// How long the notice before an automatic login stands (H1).
    private static let announcement = Duration.seconds(1)

    /// Makes the state that the program starts with.
    ///
    /// - Parameters:
    ///   - configuration: what does not change.
    ///   - remembered: what is remembered of the last login; nil where nothing is.
    ///   - notice: what stands beside the form.
    public init(configuration: Configuration, remembered: RememberedLogin? = nil, notice: Notice? = nil) {
        self.configuration = configuration
        self.notice = notice
        declaration = configuration.restrictions.applied(to: configuration.declaration)
        isDeclared = configuration.isDeclared
        let login = remembered.map(Login.init) ?? Login(canRemember: configuration.canRemember)
        latestLogin = login.emptied()
        screen = .login(login)
        scheduled = start().compactMap(\.scheduledTimer)
    }

    /// What has to be done before the first event.
    public mutating func start() -> [Effect] {
        let announcing: [Effect] = phase == .announcing ? [.schedule(.autoLogin, after: Self.announcement)] : []
        guard !isDeclared else { return announcing }
        let call = context.makeCall()
        firstDeclaration = call
        return announcing + [.call(call, .declare)]
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
        case .reset(let form, over: _): form.phase
        case .picture(let form, over: _): form.phase
        case .home: nil
        case .settings(let settings, over: _): settings.phase
        case .sessions(let list, over: _): list.phase
        case .passwordChange(let form, over: _): form.phase
        }
    }

    /// The focused element of the open screen.
    public var focus: ElementID {
        switch screen {
        case .login(let login): login.focus
        case .register(let form, over: _): form.focus
        case .reset(let form, over: _): form.focus
        case .picture(let form, over: _): form.focus
        case .home(let home): home.focus
        case .settings(let settings, over: _): settings.focus
        case .sessions(let list, over: _): list.focus
        case .passwordChange(let form, over: _): form.focus
        }
    }

    /// The timers that are waited for: whatever moves or counts on the open screen, and the patience with a log-out.
    private var timers: [TimerID] {
        var timers: [TimerID] = isLeaving ? [.departure] : []
        if !configuration.reducesMotion, let timer = phase?.timer { timers.append(timer) }
        if case .locked(let seconds) = alert?.message, seconds > 0 { timers.append(.lock) }
        if screen.isCounting { timers.append(.resend) }
        if phase == .announcing { timers.append(.autoLogin) }
        if case .home = screen, declaration.calls.contains(.notices) { timers.append(.refresh) }
        return timers
    }

    /// Takes one event and says what has to be done.
    public mutating func handle(_ event: Event) -> [Effect] {
        if case .timerFired(let timer) = event { scheduled.removeAll { $0 == timer } }
        // Its cause is gone, even where the form is locked and takes nothing of what was pasted.
        if case .pasted = event, notice == .pasteUnfinished { notice = nil }
        let effects = take(event)
        for timer in effects.lazy.compactMap(\.scheduledTimer) where !scheduled.contains(timer) {
            scheduled.append(timer)
        }
        guard !scheduled.isEmpty else { return effects }
        // A date that outlasts what it was for would wake the program for nothing (T8).
        let awaited = timers
        let stale = scheduled.filter { !awaited.contains($0) }
        scheduled.removeAll(where: stale.contains)
        return stale.map(Effect.cancelTimer) + effects
    }

    private mutating func take(_ event: Event) -> [Effect] {
        switch event {
        case .pressed(.close): return leave()
        case .pressed(.suspend): return configuration.guardsCommand ? [] : [.suspend]
        case .pressed(.repaint): return [.repaint]
        case .pasteUnfinished:
            // Until it ends, no key does anything else than leave, whatever is on the screen.
            if !isLeaving { notice = .pasteUnfinished }
            return []
        case .timerFired(.departure): return departure.map { [.leave($0)] } ?? []
        case .remarked(let remarks):
            if !remarks.isEmpty { notice = .memory(remarks) }
            return []
        case .answered(let id, .declared(let declared)):
            if id == firstDeclaration { firstDeclaration = nil }
            (declaration, isDeclared) = (configuration.restrictions.applied(to: declared), true)
        case .answered(firstDeclaration, .failed(let error)):
            firstDeclaration = nil
            // Whatever needs the service asks again.
            notice = .serviceFailed(error)
            return []
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
        var effects = change { screen, context in screen.handle(event, in: &context) }
        if case .answered(let id, let answer) = event, logOuts.remove(id) != nil {
            // A session that has ended elsewhere needs no log-out.
            if case .logOutFailed(let error) = answer, error != .sessionEnded { notice = .logOutFailed(error) }
            if let departure, logOuts.isEmpty { effects.append(.leave(departure)) }
        }
        return effects
    }

    /// What a screen cannot know by itself.
    var context: FormContext {
        get {
            FormContext(
                declaration: declaration, isDeclared: isDeclared, reducesMotion: configuration.reducesMotion,
                nextCall: nextCall)
        }
        set { nextCall = newValue.nextCall }
    }

    /// Lets `body` change the open screen and does what it wants done.
    private mutating func change(_ body: (inout Screen, inout FormContext) -> Reaction) -> [Effect] {
        var context = context
        let reaction = body(&screen, &context)
        self.context = context
        if let said = reaction.notice { notice = said }
        guard let transition = reaction.transition else { return reaction.effects }
        return reaction.effects + follow(transition)
    }

    private mutating func follow(_ transition: Reaction.Transition) -> [Effect] {
        switch (transition, screen) {
        case (.registration(let account), .login(var login)):
            login.code?.stopWaiting()
            screen = .register(
                RegistrationForm(
                    account: account, isRemembered: login.isRemembered, in: declaration), over: login)
        case (.passwordReset(let account), .login(var login)):
            login.code?.stopWaiting()
            screen = .reset(ResetForm(account: account), over: login)
        case (.passwordWasReset(let account), .reset(_, over: let login)):
            screen = .login(login.emptied(account: account))
        case (.back, .register(_, over: let login)), (.back, .reset(_, over: let login)): screen = .login(login)
        case (.back, .picture(_, over: let below)): screen = below
        case (.picture(let call, let acceptsCode), let below):
            screen = .picture(PictureForm(for: call, acceptsCode: acceptsCode), over: below)
            return change { screen, context in screen.openPicture(in: &context) }
        case (.pictureAnswered(let call, let answer), .picture(_, over: let below)):
            screen = below
            return change { screen, context in screen.receive(answer, to: call, in: &context) }
        case (.codeInstead, .picture(_, over: .login(var login))):
            login.useCode()
            screen = .login(login)
        case (.entered(let session), _):
            let memory = remember(session)
            guard !configuration.guardsCommand else { return memory + [.leave(.intoCommand(session))] }
            return memory + enter(session)
        case (.loggedOut(let session), _):
            let closing = goOut(of: session)
            let call = context.makeCall()
            logOuts.insert(call)
            return closing + [.call(call, .logOut(session))]
        case (.loggedOutEverywhere(let session), _):
            notice = .loggedOutEverywhere
            return goOut(of: session)
        case (.sessionEnded(let session), _):
            let place = place
            notice = .sessionEnded
            defer { interruption = Interruption(user: session.user, place: place) }
            return goOut(of: session)
        case (let transition, _): return turn(transition)
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
        let departure: Effect.Departure = isInside ? .fromHome : .withoutLogin
        guard !logOuts.isEmpty else { return cancelled + [.leave(departure)] }
        (self.departure, notice) = (departure, .loggingOut)
        return cancelled + [.schedule(.departure, after: Self.departurePatience)]
    }

    private var callUnderWay: CallID? {
        switch phase {
        case .submitting(let call, spinnerStep: _), .fetching(let call, spinnerStep: _),
            .asking(let call, spinnerStep: _):
            call
        case .editing, .shaking, .alerting, .announcing, nil: nil
        }
    }
}

extension Flow.Screen {
    /// Whether seconds are counted until another code can be sent.
    fileprivate var isCounting: Bool {
        switch self {
        case .login(let login): (login.code?.delay ?? 0) > 0
        case .register(let form, over: _): (form.code?.delay ?? 0) > 0
        case .reset(let form, over: _): (form.code?.delay ?? 0) > 0
        case .picture(_, over: let below): below.isCounting
        case .home, .settings, .sessions, .passwordChange: false
        }
    }

    /// Takes one event.
    fileprivate mutating func handle(_ event: Event, in context: inout FormContext) -> Reaction {
        switch self {
        case .login(var login):
            defer { self = .login(login) }
            return login.handle(event, in: &context)
        case .register(var form, let login):
            defer { self = .register(form, over: login) }
            if case .estimated(let id, let estimate) = event { form.take(estimate, for: id) }
            return form.handle(event, in: &context)
        case .reset(var form, let login):
            defer { self = .reset(form, over: login) }
            if case .estimated(let id, let estimate) = event { form.take(estimate, for: id) }
            return form.handle(event, in: &context)
        case .picture(var form, var below):
            defer { self = .picture(form, over: below) }
            // Seconds and estimates belong to the form that waits.
            if event == .timerFired(.resend) { return below.handle(event, in: &context) }
            if case .estimated = event { return below.handle(event, in: &context) }
            return form.handle(event, in: &context)
        case .home(var home):
            defer { self = .home(home) }
            return home.handle(event, in: &context)
        case .settings(var settings, let home):
            defer { self = .settings(settings, over: home) }
            return settings.handle(event, in: &context)
        case .sessions(var list, let home):
            defer { self = .sessions(list, over: home) }
            return list.take(event, in: &context)
        case .passwordChange(var form, let home):
            defer { self = .passwordChange(form, over: home) }
            if case .estimated(let id, let estimate) = event { form.take(estimate, for: id) }
            return form.handle(event, in: &context)
        }
    }

    /// Asks for the first picture.
    fileprivate mutating func openPicture(in context: inout FormContext) -> Reaction {
        guard case .picture(var form, let below) = self else { return Reaction() }
        defer { self = .picture(form, over: below) }
        return form.open(in: &context)
    }

    /// Takes what a call came to that had to wait for a picture.
    fileprivate mutating func receive(
        _ answer: Answer, to call: Effect.Call, in context: inout FormContext
    ) -> Reaction {
        switch self {
        case .login(var login):
            defer { self = .login(login) }
            return login.receive(answer, to: call, in: &context)
        case .register(var form, let login):
            defer { self = .register(form, over: login) }
            return form.receive(answer, to: call, in: &context)
        case .reset(var form, let login):
            defer { self = .reset(form, over: login) }
            return form.receive(answer, to: call, in: &context)
        case .picture, .home, .settings, .sessions, .passwordChange: return Reaction()
        }
    }
}

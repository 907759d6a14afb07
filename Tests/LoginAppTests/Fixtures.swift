import Accounts
import Cryptography
import Dispatch
import Foundation
import LoginApp
import LoginFlow
import LoginScreens
import PasswordStrength
import Synchronization
import TerminalCore
import Testing

/// A terminal that plays a script and keeps what it was shown.
///
/// The test looks at it only before and after the loop, so that one thread at a time has it.
final class ScriptedTerminal: Terminal, @unchecked Sendable {
    /// What one wait ends with.
    enum Step {
        /// These events, all at hand at once.
        case events([TerminalEvent])
        /// Something that looks at the last picture first.
        case seen((Buffer) -> [TerminalEvent])
        /// The ring of another thread; nothing else ends the wait, but a minute hangs up.
        case ring
        /// As many rings as it takes until the picture holds a text.
        case until(String)
        /// The date that the program asked for, if it did.
        case deadline
    }

    /// What happened, in order.
    enum Entry: Equatable {
        /// A picture was shown.
        case shown(Buffer)
        /// The next picture was to be sent whole.
        case invalidated
        /// The program was to be stopped.
        case suspended
    }

    /// The window's extent; a step may change it.
    var size = Size(columns: 80, rows: 24)
    let colorDepth = ColorDepth.palette
    let waker: any Waker = Bell()
    /// What happened so far.
    private(set) var entries: [Entry] = []
    /// The dates that waits were limited to.
    private(set) var deadlines: [ContinuousClock.Instant?] = []
    private var script: [Step]

    init(_ script: [Step]) {
        self.script = script
        TextLayout.useUTF8Widths()
    }

    /// The pictures' rows, oldest first.
    var pictures: [[String]] {
        entries.compactMap { if case .shown(let buffer) = $0 { buffer.lines } else { nil } }
    }

    /// The rows of one picture, counted from 0; nil where there is none.
    func picture(_ index: Int) -> [String]? {
        pictures.indices.contains(index) ? pictures[index] : nil
    }

    /// A script that is at its end hangs up, so that no test waits for ever.
    func wait(until deadline: ContinuousClock.Instant?) -> [TerminalEvent] {
        deadlines.append(deadline)
        guard !script.isEmpty, let bell = waker as? Bell else { return [.hungUp] }
        let step = script.removeFirst()
        switch step {
        case .events(let events): return events
        case .seen(let look):
            guard case .shown(let buffer)? = entries.last else { return [.hungUp] }
            return look(buffer)
        case .ring: return bell.wait(until: .now() + .seconds(60)) ? [.woken] : [.hungUp]
        case .until(let text):
            if pictures.last?.contains(where: { $0.contains(text) }) == true { return wait(until: deadline) }
            script.insert(step, at: 0)
            return bell.wait(until: .now() + .seconds(60)) ? [.woken] : [.hungUp]
        case .deadline:
            guard let deadline else { return wait(until: nil) }
            let left = max(.zero, deadline - .now)
            let (seconds, attoseconds) = left.components
            let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000) + 1
            return bell.wait(until: .now() + .nanoseconds(nanoseconds)) ? [.woken] : []
        }
    }

    func show(_ picture: Buffer) { entries.append(.shown(picture)) }
    func invalidate() { entries.append(.invalidated) }
    func suspend() { entries.append(.suspended) }
    func close() {}

    private final class Bell: Waker {
        private let semaphore = DispatchSemaphore(value: 0)

        func wake() { semaphore.signal() }
        func wait(until time: DispatchTime) -> Bool { semaphore.wait(timeout: time) == .success }
    }
}

extension ScriptedTerminal.Step {
    /// Keys, all at hand at once.
    static func keys(_ keys: Key...) -> Self { .events(keys.map { .input(.key($0)) }) }

    /// Text, typed at once, and keys behind it.
    static func text(_ text: String, _ keys: Key...) -> Self {
        let typed = text.unicodeScalars.map { TerminalEvent.input(.key(.character($0))) }
        return .events(typed + keys.map { .input(.key($0)) })
    }

    /// Nothing on the terminal, but the service may answer from now on.
    static func open(_ gate: Gate) -> Self {
        .seen { _ in
            gate.open()
            return []
        }
    }

    /// A press of the mouse button.
    static func click(row: Int, column: Int) -> Self {
        .events([.input(.click(Click(position: Position(row: row, column: column))))])
    }

    /// A login with everything right, sent.
    static var submit: Self {
        .events(
            ("ada\tcorrect horse\n").unicodeScalars.map {
                let key: Key = $0 == "\t" ? .tab : $0 == "\n" ? .enter : .character($0)
                return .input(.key(key))
            })
    }
}

/// A service that answers what it is told to, when it is told to.
final class ScriptedService: AccountService {
    /// What was asked of it, in order.
    enum Call: Equatable {
        case logIn(account: String, password: Secret)
        case register(account: String)
        case logOut(account: String)
        case declare, notices, sessions, endAllSessions
        case endSession(String)
        case changePassword(from: Secret, to: Secret)
        case cancelled
    }

    /// What it answers where it answers well.
    static let notices = Notices(mentions: 3, messages: 1)
    /// The same for the list of sessions.
    static let sessions = [("id-1", true), ("id-2", false)].map { id, isCurrent in
        let time = Timestamp(seconds: 1)
        return SessionSummary(id: id, start: time, lastUse: time, peer: "peer of " + id, isCurrent: isCurrent)
    }

    let declaration: ServiceDeclaration
    private let outcome: @Sendable () async throws(ServiceError) -> Session
    private let logOut: @Sendable () -> Void
    private let made = Mutex<[Call]>([])

    /// A service whose calls all come to `outcome`, log-outs after they have done `logOut`.
    init(
        calls: ServiceDeclaration.Calls = [.register], logOut: @escaping @Sendable () -> Void = {},
        _ outcome: @escaping @Sendable () async throws(ServiceError) -> Session
    ) {
        declaration = ServiceDeclaration(calls: calls, passwordPolicy: .standard)
        self.outcome = outcome
        self.logOut = logOut
    }

    /// A service that answers once `gate` is open, or at once.
    convenience init(_ result: Result<Session, ServiceError>, gate: Gate? = nil) {
        self.init { () throws(ServiceError) in
            await gate?.pass()
            return try result.get()
        }
    }

    /// What was asked so far.
    var calls: [Call] { made.withLock { $0 } }

    func declare() async throws(ServiceError) -> ServiceDeclaration {
        note(.declare)
        _ = try await answer()
        return declaration
    }

    func logIn(_ credentials: Credentials) async throws(ServiceError) -> Session {
        note(.logIn(account: credentials.name.text, password: credentials.password))
        return try await answer()
    }

    func register(_ registration: Registration) async throws(ServiceError) -> Session {
        note(.register(account: registration.name.text))
        return try await answer()
    }

    func resume(_ token: Secret) async throws(ServiceError) -> Session { try await answer() }

    func logOut(_ session: Session) async throws(ServiceError) {
        note(.logOut(account: session.user.account))
        logOut()
        _ = try await answer()
    }

    func notices(in session: Session) async throws(ServiceError) -> Notices {
        note(.notices)
        _ = try await answer()
        return Self.notices
    }

    func sessions(in session: Session) async throws(ServiceError) -> [SessionSummary] {
        note(.sessions)
        _ = try await answer()
        return Self.sessions
    }

    func endSession(_ id: String, in session: Session) async throws(ServiceError) {
        note(.endSession(id))
        _ = try await answer()
    }

    func endAllSessions(in session: Session) async throws(ServiceError) {
        note(.endAllSessions)
        _ = try await answer()
    }

    func changePassword(_ change: PasswordChange, in session: Session) async throws(ServiceError) {
        note(.changePassword(from: change.current, to: change.password.secret))
        _ = try await answer()
    }

    private func answer() async throws(ServiceError) -> Session {
        defer { if Task.isCancelled { note(.cancelled) } }
        return try await outcome()
    }

    private func note(_ call: Call) { made.withLock { $0.append(call) } }
}

/// Something that a test opens by hand and that others wait for.
final class Gate: Sendable {
    private let state = Mutex<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

    /// Whether everybody is let through.
    var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Lets everybody through, now and later.
    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits until the gate is open; a cancelled task waits no longer than any other.
    func pass() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}

/// An estimator that always says the same.
struct FixedEstimator: PasswordEstimator {
    var estimate: PasswordEstimate? = PasswordEstimate(bits: 40, weakness: nil)

    func estimate(_ password: Secret, account: String) -> PasswordEstimate? { estimate }
}

/// Where a thread stops until the test lets it go on.
final class Bolt: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    /// Stops the thread; a test that never opens fails instead of hanging.
    func pass() {
        if semaphore.wait(timeout: .now() + .seconds(30)) == .timedOut { Issue.record("nobody opened the bolt") }
    }

    /// Lets `count` through.
    func open(for count: Int = 1) { for _ in 0..<count { semaphore.signal() } }
}

/// An estimator that keeps its thread until `bolt` is open.
final class SlowEstimator: PasswordEstimator {
    let bolt = Bolt()
    private let passwords = Mutex<[Secret]>([])

    /// What was asked of it so far.
    var asked: [Secret] { passwords.withLock { $0 } }

    func estimate(_ password: Secret, account: String) -> PasswordEstimate? {
        passwords.withLock { $0.append(password) }
        bolt.pass()
        return PasswordEstimate(bits: 3, weakness: .guessable)
    }
}

extension Session {
    /// Somebody's login.
    static func of(_ account: String) -> Session {
        Session(token: Secret("token".utf8), user: User(account: account, id: "7"))
    }
}

extension ScriptedTerminal {
    /// Plays the script to a loop on a thread of its own, since it blocks whatever thread it is on.
    func run(
        _ service: ScriptedService, isDeclared: Bool = true, guardsCommand: Bool = false, reducesMotion: Bool = true,
        estimator: any PasswordEstimator = FixedEstimator(), memory: (any LoginMemory)? = nil,
        remembered: RememberedLogin? = nil, statePath: String? = nil
    ) async -> LoginApp.Ending {
        // What the loop leaves behind is ordered by the continuation already; but where that is resumed before it is
        // awaited the thread sanitizer does not see it.
        let order = NSLock()
        defer { order.withLock {} }
        return await withCheckedContinuation { continuation in
            // Not of a pool: enough blocked loops would leave none for the service.
            Thread.detachNewThread { [self] in
                let configuration = Flow.Configuration(
                    declaration: isDeclared
                        ? service.declaration : ServiceDeclaration(calls: [], passwordPolicy: .notEmpty),
                    isDeclared: isDeclared, guardsCommand: guardsCommand, reducesMotion: reducesMotion)
                let app = app(
                    service, flow: Flow(configuration: configuration, remembered: remembered), estimator: estimator,
                    memory: memory, statePath: statePath)
                continuation.resume(returning: order.withLock { app.run {} })
            }
        }
    }

    /// The loop on this terminal, before it runs.
    func app(
        _ service: ScriptedService, flow: Flow, estimator: any PasswordEstimator = FixedEstimator(),
        memory: (any LoginMemory)? = nil, statePath: String? = nil
    ) -> LoginApp {
        LoginApp(
            flow: flow, terminal: self, service: service, estimator: estimator, memory: memory,
            painter: Painter(
                language: .english, isASCII: false, colorDepth: .palette, formatTime: { _ in "then" },
                userName: { _ in nil }),
            stateLog: statePath.flatMap { try? StateLog(path: $0, language: .english) })
    }
}

import Accounts
import Cryptography
import LoginFlow
import PasswordStrength
import Synchronization
import TerminalCore
import Threads

/// Carries out what takes time: calls to the account service, estimates and timers.
///
/// What they come to are events.
final class EffectRunner {
    private let service: any AccountService
    private let estimator: any PasswordEstimator
    private let memory: (any LoginMemory)?
    /// Whether the login that is open is a remembered one.
    private var isRemembered = false
    private let turn = HeldTurn()
    private var resumption: CallID?
    private let answers: AnswerQueue
    /// Calls suspend rather than block, so one thread would do; the others are for those that do block for a while,
    /// as a registration does that waits for the estimator.
    private let executor = WorkerExecutor(threadCount: 4)
    private let estimates = Workers(count: 1)
    /// One, so that changes are made in their order.
    private let memoryChanges = Workers(count: 1)
    private var lastEstimate: Workers.Ticket?
    private var tasks: [CallID: Task<Void, Never>] = [:]
    // A literal, even an empty one, would have the type of its pairs made at the start (section 9).
    private var dates = Dictionary<TimerID, ContinuousClock.Instant>()

    init(
        service: any AccountService, estimator: any PasswordEstimator, memory: (any LoginMemory)?, waker: any Waker
    ) {
        self.service = service
        self.memory = memory
        self.estimator = estimator
        answers = AnswerQueue(waker: waker)
    }

    /// When the next timer fires; nil while none is set, so that nothing wakes the program (T8).
    var nextDate: ContinuousClock.Instant? { dates.isEmpty ? nil : dates.values.min() }

    /// Starts a call or an estimate, cancels a call, sets a timer or gives one up.
    func perform(_ effect: Effect) {
        switch effect {
        case .call(let id, let call): tasks[id] = start(call, as: id)
        case .cancel(let id):
            tasks.removeValue(forKey: id)?.cancel()
            // Nobody takes its answer any more, should it have come already.
            if id == resumption { turn.end() }
        case .estimate(let id, let password, let account): estimate(password, account: account, as: id)
        case .schedule(let timer, let delay): dates[timer] = .now + delay
        case .cancelTimer(let timer): dates[timer] = nil
        case .remember(let change): remember(change)
        case .suspend, .repaint, .leave: break
        }
    }

    /// The events that are due by now.
    func takeEvents() -> [Event] {
        let answered = answers.takeAll()
        for case .answered(let id, _) in answered { tasks[id] = nil }
        // While somebody types there are none.
        guard !dates.isEmpty else { return answered }
        let now = ContinuousClock.now
        let fired = dates.filter { $0.value <= now }.keys
        for timer in fired { dates[timer] = nil }
        return fired.map(Event.timerFired) + answered
    }

    /// Waits until what is to be remembered is written.
    func finishRemembering() {
        memoryChanges.waitUntilIdle()
    }

    /// Cancels whatever is under way.
    func cancelAll() {
        for task in tasks.values { task.cancel() }
        tasks = [:]
    }

    private func start(_ call: Effect.Call, as id: CallID) -> Task<Void, Never> {
        if case .resume = call { return resume(by: call, as: id) }
        let (service, answers) = (service, answers)
        let memory = isRemembered ? memory : nil
        return Task.detached(executorPreference: executor) {
            let call = memory.map(call.showingCurrentToken) ?? call
            let answer = await service.answer(to: call)
            answers.append(.answered(id, answer))
        }
    }

    /// Goes on with a remembered session while no other program does (A7).
    private func resume(by call: Effect.Call, as id: CallID) -> Task<Void, Never> {
        let (service, answers, memory, turn) = (service, answers, memory, turn)
        resumption = id
        return Task.detached(executorPreference: executor) {
            if let memory { turn.take(from: memory) }
            // Another program may have gone on with the session since this one began.
            let answer = await service.answer(to: memory.map(call.showingCurrentToken) ?? call)
            let isEntered = if case .entered = answer { true } else { false }
            // After an entry the turn ends when that has been remembered.
            if !isEntered || Task.isCancelled { turn.end() }
            answers.append(.answered(id, answer))
        }
    }

    private func remember(_ change: MemoryChange) {
        guard let memory else { return }
        if case .remember = change { isRemembered = true } else { isRemembered = false }
        let (answers, turn) = (answers, turn)
        let ticket = memoryChanges.submit {
            let remarks = memory.perform(change)
            turn.end()
            answers.append(.remarked(remarks))
        }
        if ticket == nil { answers.append(.remarked([.notSaved(.failed)])) }
    }

    private func estimate(_ password: Secret, account: String, as id: CallID) {
        let (estimator, answers) = (estimator, answers)
        // What was asked earlier and still waits is out of date.
        if let lastEstimate { estimates.withdraw(lastEstimate) }
        lastEstimate = estimates.submit {
            answers.append(.estimated(id, estimator.estimate(password, account: account)))
        }
        if lastEstimate == nil { answers.append(.estimated(id, nil)) }
    }
}

extension AccountService {
    /// Makes `call` and waits for what it comes to.
    fileprivate func answer(to call: Effect.Call) async -> Answer {
        do throws(ServiceError) {
            switch call {
            case .declare: return .declared(try await declare())
            case .logIn(let credentials): return .entered(try await logIn(credentials))
            case .resume(let token, account: _): return .entered(try await resume(token))
            case .register(let registration): return .entered(try await register(registration))
            case .logOut(let session):
                try await logOut(session)
                return .loggedOut
            case .notices(let session): return .counted(try await notices(in: session))
            case .changePassword(let change, let session): try await changePassword(change, in: session)
            case .sessions(let session): return .listed(try await sessions(in: session))
            case .endSession(let id, let session): try await endSession(id, in: session)
            case .endAllSessions(let session): try await endAllSessions(in: session)
            case .requestCode(let request): return .codeSent(try await requestCode(request))
            case .requestCaptcha: return .pictureDrawn(try await requestCaptcha())
            case .reset(let reset):
                try await self.reset(reset)
                return .passwordReset
            }
            return .done
        } catch {
            if case .logOut = call { return .logOutFailed(error) }
            return .failed(error)
        }
    }
}

/// Brings answers from any thread to the loop's.
private final class AnswerQueue: Sendable {
    private let events = Mutex<[Event]>([])
    private let waker: any Waker

    init(waker: any Waker) {
        self.waker = waker
    }

    func append(_ event: Event) {
        events.withLock { $0.append(event) }
        waker.wake()
    }

    func takeAll() -> [Event] {
        events.withLock { events in
            defer { events = [] }
            return events
        }
    }
}

import Accounts
import LoginFlow
import LoginScreens
import PasswordStrength
import TerminalCore

/// The loop: it owns the state on the calling thread, waits on the terminal, and carries out effects.
public final class LoginApp {
    /// How the loop ended.
    public enum Ending: Equatable, Sendable {
        /// As the screens decided.
        case left(Effect.Departure)
        /// The terminal went away.
        case hungUp
    }

    private let terminal: any Terminal
    private let painter: Painter
    private let stateLog: StateLog?
    private let runner: EffectRunner
    private var flow: Flow
    /// The latest picture, and whether it is that of the state as it is.
    private var latestFrame: Frame?
    private var isFrameCurrent = false
    private var departure: Effect.Departure?

    /// Prepares the loop; nothing is shown yet.
    ///
    /// - Parameters:
    ///   - flow: the state to start with.
    ///   - terminal: where pictures go and input comes from.
    ///   - service: where accounts live.
    ///   - estimator: judges new passwords.
    ///   - memory: where the login is remembered; nil for nowhere.
    ///   - painter: turns the state into pictures.
    ///   - stateLog: where settled pictures are told as data (D1); nil for nowhere.
    public init(
        flow: Flow, terminal: any Terminal, service: any AccountService, estimator: any PasswordEstimator,
        memory: (any LoginMemory)? = nil, painter: Painter, stateLog: StateLog? = nil
    ) {
        self.flow = flow
        self.terminal = terminal
        self.painter = painter
        self.stateLog = stateLog
        runner = EffectRunner(service: service, estimator: estimator, memory: memory, waker: terminal.waker)
    }

    /// Shows the screens until they are left; before anything else is done, the first picture, and then `prepare`.
    ///
    /// The terminal is still open afterwards.
    ///
    /// - Throws: what `prepare` throws.
    public func run<Failure: Error>(behindFirstPicture prepare: () throws(Failure) -> Void) throws(Failure) -> Ending {
        // First what a person waits for: a service may have to be started.
        show()
        try prepare()
        carryOut(flow.start())
        let ending = loop()
        // A command that takes over, or the next start, must find it.
        if case .left = ending { runner.finishRemembering() }
        return ending
    }

    private func loop() -> Ending {
        while true {
            for event in terminal.wait(until: runner.nextDate) {
                switch event {
                case .input(let input):
                    if let event = frame.event(for: input) { handle(event) }
                case .resumed: terminal.invalidate()
                case .hungUp:
                    runner.cancelAll()
                    return .hungUp
                case .resized: isFrameCurrent = false
                case .woken: break
                }
                // What was typed behind the key that leaves is not ours.
                if let departure { return .left(departure) }
            }
            for event in runner.takeEvents() { handle(event) }
            if let departure { return .left(departure) }
            show()
        }
    }

    /// What a person sees, or is about to: clicks are aimed at it.
    private var frame: Frame {
        if isFrameCurrent, let latestFrame { return latestFrame }
        let frame = painter.paint(flow, size: terminal.size, over: latestFrame.take())
        (latestFrame, isFrameCurrent) = (frame, true)
        return frame
    }

    private func handle(_ event: Event) {
        carryOut(flow.handle(event))
        isFrameCurrent = false
    }

    private func carryOut(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .leave(let departure): self.departure = departure
            case .suspend:
                terminal.suspend()
                terminal.invalidate()
            case .repaint: terminal.invalidate()
            case .call, .cancel, .schedule, .cancelTimer, .estimate, .remember: runner.perform(effect)
            }
        }
    }

    private func show() {
        let frame = frame
        terminal.show(frame.buffer)
        if frame.isSettled { stateLog?.write(frame) }
    }
}

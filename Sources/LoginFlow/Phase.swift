/// What a form is doing; the one truth about it.
public enum Phase: Equatable, Sendable {
    /// A remembered login goes on by itself after a notice that any key stops (H1). Exits: `submitting`, `editing`.
    case announcing
    /// It takes keys. Exits: `submitting`, `fetching`, `asking`; `shaking` when what was typed is
    /// incomplete; `alerting`.
    case editing
    /// A call is under way and the form is locked (L8). Exits: `editing` when it is cancelled or fails for want of
    /// a service; `shaking` or `alerting` when it is refused; success leaves the form.
    case submitting(CallID, spinnerStep: Int)
    /// A code or a picture is asked for, and the form is locked just the same. Exits: `editing`, `alerting`.
    case fetching(CallID, spinnerStep: Int)
    /// What the service offers is asked for, since what the person wants depends on it, and the form is locked just
    /// the same. Exits: `editing` when it is cancelled or fails; what was wanted is done once the answer is there.
    case asking(CallID, spinnerStep: Int)
    /// The card shakes (L7). Exits: `alerting`, after the last step or at any key, which then goes to the alert.
    case shaking(step: Int, then: Alert)
    /// An alert is open (L13). Exits: `editing`; a button may lead to another screen.
    case alerting(Alert)

    /// The timer that moves it along, unless motion is reduced.
    var timer: TimerID? {
        switch self {
        case .submitting, .fetching, .asking: .spinner
        case .shaking: .shake
        case .editing, .alerting, .announcing: nil
        }
    }

    /// The same with the spinner's picture at `step`.
    func turned(to step: Int) -> Phase {
        switch self {
        case .submitting(let call, spinnerStep: _): .submitting(call, spinnerStep: step)
        case .fetching(let call, spinnerStep: _): .fetching(call, spinnerStep: step)
        case .asking(let call, spinnerStep: _): .asking(call, spinnerStep: step)
        case .announcing, .editing, .shaking, .alerting: self
        }
    }
}

/// The shake of document 002: horizontal offsets 0, −d, +d, 0 over 0.15 s, twice (L7).
public enum Shake {
    /// The offsets in units of d, one a step.
    public static let offsets = [0, -1, 1, 0, 0, -1, 1, 0]
    /// How long a step shows.
    static let stepDuration = Duration.microseconds(37_500)
}

/// The spinner beside 正在登录 (L8).
public enum Spinner {
    /// How long a picture shows.
    static let stepDuration = Duration.milliseconds(100)
}

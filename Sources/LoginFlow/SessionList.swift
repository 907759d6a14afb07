import Accounts
import Text

/// The list of an account's sessions, each with a way to end it (H3).
public struct SessionList: Form, Equatable, Sendable {
    /// How far the list has come.
    public enum Progress: Equatable, Sendable {
        /// The service is asked. Exits: `told`, `failed`.
        case asked(CallID)
        /// ``summaries`` are what the service told last. Exits: `asked`.
        case told
        /// The service did not answer; ``summaries`` may be out of date. Exits: `asked`.
        case failed
    }

    /// What it is doing.
    public internal(set) var phase = Phase.editing
    /// The element that keys go to.
    public internal(set) var focus = ElementID.back
    /// How far the list has come.
    public private(set) var progress = Progress.failed
    /// The sessions, as the service orders them.
    public private(set) var summaries: [SessionSummary] = []
    /// The place in ``summaries`` of the row that has the focus, or had it last.
    public private(set) var selection = 0
    /// The session to end, once that has been asked.
    private var chosen: SessionSummary?
    /// The login that it is about.
    let session: Session

    /// Makes an empty list; nothing is asked of the service before ``open(in:)``.
    init(session: Session) {
        self.session = session
    }

    /// The elements that take the focus, in order; all rows count as one here.
    public var order: [ElementID] { (summaries.isEmpty ? [] : [.session]) + [.back, .refresh] }

    /// Asks for the list.
    mutating func open(in context: inout FormContext) -> [Effect] {
        let id = context.makeCall()
        let outdated = close()
        progress = .asked(id)
        return outdated + [.call(id, .sessions(session))]
    }

    /// Waits for the list no more: another screen is about to open.
    func close() -> [Effect] {
        if case .asked(let id) = progress { [.cancel(id)] } else { [] }
    }

    /// Takes one event: what concerns the rows here, all else as any form does.
    mutating func take(_ event: Event, in context: inout FormContext) -> Reaction {
        if case .answered(let id, let answer) = event, progress == .asked(id) { return receiveList(answer) }
        guard phase == .editing else { return handle(event, in: &context) }
        switch event {
        case .clicked(.session(let index)) where summaries.indices.contains(index):
            (focus, selection) = (.session, index)
            return askToEnd(summaries[index])
        case .pressed(.next) where focus == .session && selection + 1 < summaries.count: selection += 1
        case .pressed(.previous) where focus == .session && selection > 0: selection -= 1
        case .pressed(.next), .pressed(.previous):
            let reaction = handle(event, in: &context)
            if focus == .session { selection = event == .pressed(.next) ? 0 : summaries.count - 1 }
            return reaction
        case .pressed(.start) where focus == .session: selection = 0
        case .pressed(.end) where focus == .session: selection = summaries.count - 1
        default: return handle(event, in: &context)
        }
        return Reaction()
    }

    private mutating func receiveList(_ answer: Answer) -> Reaction {
        progress = .failed
        switch answer {
        case .listed(let summaries):
            let isFirst = self.summaries.isEmpty
            progress = .told
            show(summaries)
            // Whoever has gone to a link meanwhile stays there.
            if isFirst, focus == .back, !summaries.isEmpty { (focus, selection) = (.session, 0) }
            return Reaction()
        case .failed(.sessionEnded): return Reaction(transition: .sessionEnded(session))
        case .failed(let error): return Reaction(notice: .serviceFailed(error))
        default: return Reaction()
        }
    }

    /// Shows `summaries`, the focus on the same session as before where it is still there.
    private mutating func show(_ summaries: [SessionSummary]) {
        let selected = self.summaries.indices.contains(selection) ? self.summaries[selection].id : nil
        self.summaries = summaries
        selection = summaries.firstIndex { $0.id == selected } ?? max(0, min(selection, summaries.count - 1))
        if summaries.isEmpty, focus == .session { focus = .back }
    }

    private mutating func askToEnd(_ summary: SessionSummary) -> Reaction {
        chosen = summary
        phase = .alerting(
            summary.isCurrent
                ? Alert(.endSession, .endThisSession, buttons: [.cancel, .logOut])
                : Alert(.endSession, .endSession(summary), buttons: [.cancel, .endSession]))
        return Reaction()
    }

    // MARK: - Form

    mutating func edit(_ edit: Edit) -> EditRefusal? { nil }

    mutating func toggle(_ box: ElementID) {}

    mutating func toggleReveal() {}

    mutating func press(_ element: ElementID, in context: inout FormContext) -> Reaction {
        switch element {
        case .session where summaries.indices.contains(selection): askToEnd(summaries[selection])
        case .refresh: Reaction(effects: open(in: &context))
        case .back: cancel()
        default: Reaction()
        }
    }

    mutating func cancel() -> Reaction { Reaction(transition: .back) }

    func makeCall(in context: FormContext) throws(Incomplete) -> Effect.Call {
        guard let chosen else { throw Incomplete(alert: Alert(.notOffered, .notOffered(nil))) }
        return .endSession(chosen.id, session)
    }

    mutating func receive(_ answer: Answer, in context: inout FormContext) -> Reaction {
        switch answer {
        case .done:
            show(summaries.filter { $0.id != chosen?.id })
            return Reaction(notice: .otherSessionEnded)
        case .failed(.sessionEnded): return Reaction(transition: .sessionEnded(session))
        case .failed(let error): return Reaction(notice: .serviceFailed(error))
        default: return Reaction()
        }
    }

    mutating func close(_ alert: Alert, with button: Alert.Button, in context: inout FormContext) -> Reaction {
        switch button {
        case .endSession: submit(in: &context)
        case .logOut: Reaction(transition: .loggedOut(session))
        default: Reaction()
        }
    }
}

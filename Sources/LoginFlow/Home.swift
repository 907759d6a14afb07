import Accounts

/// The first screen of a person who is logged in (H2).
public struct Home: Equatable, Sendable {
    /// The time between two counts of what waits for the user.
    static let refreshInterval = Duration.seconds(60)

    /// The login that it shows.
    public let session: Session
    /// The element that keys go to.
    public private(set) var focus = ElementID.settings
    /// What waits for the user; nil before the service has told.
    public private(set) var notices: Notices?
    /// Whether the last attempt to count failed, so that ``notices`` may be out of date.
    public private(set) var isStale = false
    /// The count that is waited for.
    private var awaitedCount: CallID?

    /// Makes the home of `session`; nothing is counted before ``open(in:)``.
    init(session: Session) {
        self.session = session
    }

    /// The elements that take the focus, in order.
    public var order: [ElementID] { [.settings, .logOut] }

    /// Begins to count, now and every minute, where the service can.
    mutating func open(in context: inout FormContext) -> [Effect] {
        guard context.declaration.calls.contains(.notices) else { return [] }
        let id = context.makeCall()
        awaitedCount = id
        return [.call(id, .notices(session)), .schedule(.refresh, after: Self.refreshInterval)]
    }

    /// Waits for no count any more: another screen is about to open.
    mutating func close() -> [Effect] {
        defer { awaitedCount = nil }
        return awaitedCount.map { [.cancel($0)] } ?? []
    }

    /// Takes one event.
    mutating func handle(_ event: Event, in context: inout FormContext) -> Reaction {
        switch event {
        case .pressed(.next), .pressed(.right), .pressed(.previous), .pressed(.left):
            focus = focus == .settings ? .logOut : .settings
        case .pressed(.activate), .typed(" "): return press(focus)
        case .clicked(.element(let element)) where order.contains(element):
            focus = element
            return press(element)
        case .timerFired(.refresh): return refresh(in: &context)
        case .answered(let id, let answer) where id == awaitedCount: return receive(answer)
        default: break
        }
        return Reaction()
    }

    private func press(_ element: ElementID) -> Reaction {
        Reaction(transition: element == .settings ? .settings : .loggedOut(session))
    }

    private mutating func refresh(in context: inout FormContext) -> Reaction {
        // A count that took a minute is as good as one that failed.
        let late = awaitedCount.map { [Effect.cancel($0)] } ?? []
        if awaitedCount != nil { isStale = true }
        return Reaction(effects: late + open(in: &context))
    }

    private mutating func receive(_ answer: Answer) -> Reaction {
        awaitedCount = nil
        switch answer {
        case .counted(let notices): (self.notices, isStale) = (notices, false)
        case .failed(.sessionEnded): return Reaction(transition: .sessionEnded(session))
        default: isStale = true
        }
        return Reaction()
    }
}

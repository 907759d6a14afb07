import Accounts
import Text

/// What a person can do with the account beyond being logged in (H3).
public struct Settings: Form, Equatable, Sendable {
    /// What it is doing.
    public internal(set) var phase = Phase.editing
    /// The element that keys go to.
    public internal(set) var focus: ElementID
    /// The elements that take the focus, in order; what the service does not offer is not among them.
    public let order: [ElementID]
    /// The login that it is about.
    let session: Session

    /// Makes the settings that a service offers, the focus on the first or on what they led to.
    init(session: Session, calls: ServiceDeclaration.Calls, focus: ElementID? = nil) {
        self.session = session
        let offered: [ElementID] =
            (calls.contains(.changePassword) ? [.changePassword] : [])
            + (calls.contains(.sessions) ? [.sessions, .logOutEverywhere] : [])
        order = offered + [.logOut, .back]
        self.focus = focus ?? offered.first ?? .logOut
    }

    // MARK: - Form

    mutating func edit(_ edit: Edit) -> EditRefusal? { nil }

    mutating func toggle(_ box: ElementID) {}

    mutating func toggleReveal() {}

    mutating func press(_ element: ElementID, in context: inout FormContext) -> Reaction {
        switch element {
        case .changePassword: return Reaction(transition: .passwordChange)
        case .sessions: return Reaction(transition: .sessions)
        case .logOutEverywhere:
            phase = .alerting(Alert(.logOutEverywhere, .logOutEverywhere, buttons: [.cancel, .logOut]))
        case .logOut: return Reaction(transition: .loggedOut(session))
        case .back: return cancel()
        default: break
        }
        return Reaction()
    }

    mutating func cancel() -> Reaction { Reaction(transition: .back) }

    func makeCall(in context: FormContext) -> Effect.Call { .endAllSessions(session) }

    mutating func receive(_ answer: Answer, in context: inout FormContext) -> Reaction {
        switch answer {
        case .done: Reaction(transition: .loggedOutEverywhere(session))
        case .failed(.sessionEnded): Reaction(transition: .sessionEnded(session))
        case .failed(let error): Reaction(notice: .serviceFailed(error))
        default: Reaction()
        }
    }

    mutating func close(_ alert: Alert, with button: Alert.Button, in context: inout FormContext) -> Reaction {
        button == .logOut ? submit(in: &context) : Reaction()
    }
}

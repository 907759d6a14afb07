import Accounts

/// The first screen of a person who is logged in (H2).
public struct Home: Equatable, Sendable {
    /// The login that it shows.
    public let session: Session
    /// The element that keys go to.
    public private(set) var focus = ElementID.logOut

    /// Makes the home of `session`.
    init(session: Session) {
        self.session = session
    }

    /// The elements that take the focus, in order.
    public var order: [ElementID] { [.logOut] }

    /// Takes one event.
    mutating func handle(_ event: Event) -> Reaction {
        switch event {
        case .pressed(.activate), .typed(" "), .clicked(.element(.logOut)):
            Reaction(transition: .loggedOut(session))
        default: Reaction()
        }
    }
}

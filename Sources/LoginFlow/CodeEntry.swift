import Accounts
import Cryptography
import Text

/// The field for a code from a message, and the button that has one sent (A4, L10).
public struct CodeEntry: Equatable, Sendable {
    /// Where the last code went.
    public struct Delivery: Equatable, Sendable {
        /// The name that it was asked for.
        public let name: AccountName
        /// How it left the service.
        public let route: CodeDispatch.Route
        /// Whether a code has left for sure; where not, whether there is such an account may not show (H7, A8).
        public let isCertain: Bool
    }

    /// What its codes are good for.
    public let purpose: OneTimeCode.Purpose
    /// The code, as typed.
    public private(set) var text = EditBuffer<Secret>()
    /// Where the last code went; nil before one was sent.
    public private(set) var delivery: Delivery?
    /// The seconds until another can be asked for; 0 where one can be now.
    public private(set) var delay = 0

    /// Makes an empty field for codes of one purpose.
    init(_ purpose: OneTimeCode.Purpose) {
        self.purpose = purpose
    }

    /// What to say of a fault; whoever has asked for no code yet has none to enter.
    func message(for fault: OneTimeCode.Fault) -> Message {
        fault == .missing && delivery == nil ? .codeNotRequested : Message(fault)
    }

    /// Changes the field.
    mutating func apply(_ edit: Edit) -> EditRefusal? { text.apply(edit) }

    /// Selects what was typed, so that the next key replaces it.
    mutating func selectAll() { text.selectAll() }

    /// Notes that a code has gone to `name`, and starts the countdown.
    mutating func note(
        _ dispatch: CodeDispatch, to name: AccountName, under declaration: ServiceDeclaration
    ) -> [Effect] {
        let isCertain =
            switch purpose {
            case .register: true
            case .logIn: name.kind != .normalName && !declaration.concealsAccounts
            case .reset: false
            }
        delivery = Delivery(name: name, route: dispatch.route, isCertain: isCertain)
        // What is there belongs to an earlier one.
        text = EditBuffer()
        return wait(dispatch.resendDelay)
    }

    /// Counts down from `seconds`.
    mutating func wait(_ seconds: Int) -> [Effect] {
        delay = max(0, seconds)
        return delay > 0 ? [.schedule(.resend, after: .seconds(1))] : []
    }

    /// Stops the countdown: the form is left, and the service says so where it is too soon.
    mutating func stopWaiting() { delay = 0 }

    /// Counts one second.
    mutating func tick() -> [Effect] { wait(delay - 1) }
}

import Accounts
import Cryptography
import PasswordStrength
import Text

/// The two fields of a new password, and what the estimator says of it (H6, H7).
public struct NewPasswordEntry: Equatable, Sendable {
    /// The password, as typed.
    public private(set) var password = EditBuffer<Secret>()
    /// The password once more.
    public private(set) var passwordAgain = EditBuffer<Secret>()
    /// Whether both are shown (L3).
    public private(set) var isRevealed = false
    /// What the estimator said last; nil before it has said anything, or where it cannot.
    ///
    /// It may be a key behind. That lets nothing pass: the service judges the password again.
    public private(set) var strength: PasswordEstimate?
    /// What is to be judged, and the estimate that is waited for; what was asked earlier is out of date.
    private var question: Question?
    private var awaitedEstimate: CallID?

    private struct Question: Equatable {
        let password: Secret
        let account: String
    }

    /// Whether the first estimate is still on its way.
    public var awaitsFirstEstimate: Bool { strength == nil && awaitedEstimate != nil }

    /// Whether neither field holds anything.
    public var isEmpty: Bool { password.isEmpty && passwordAgain.isEmpty }

    /// Checks both.
    ///
    /// - Throws: the first ``NewPassword/Fault`` there is.
    func make(for policy: PasswordPolicy) throws(NewPassword.Fault) -> NewPassword {
        try NewPassword(password.bytes, repeated: passwordAgain.bytes, isWeak: isWeak, policy: policy)
    }

    /// Whether the estimator refuses the password, as far as it has said.
    var isWeak: Bool { strength?.weakness != nil }

    /// What to say of a fault.
    func message(for fault: NewPassword.Fault) -> Message {
        switch fault {
        case .missing: .passwordMissing
        case .length(let policy): .passwordLength(policy)
        case .weak: .passwordWeak(strength?.weakness ?? .guessable)
        case .different: .passwordsDiffer
        }
    }

    /// The field that a fault lies in.
    func field(of fault: NewPassword.Fault) -> ElementID { fault == .different ? .passwordAgain : .password }

    /// Changes the field `element`; other elements are no concern of this.
    mutating func edit(_ element: ElementID, _ edit: Edit) -> EditRefusal? {
        switch element {
        case .password: password.apply(edit)
        case .passwordAgain: passwordAgain.apply(edit)
        default: nil
        }
    }

    /// Shows or hides both.
    mutating func toggleReveal() {
        isRevealed.toggle()
    }

    /// Asks for an estimate where the password or the account has changed since the last one was asked for.
    mutating func judge(account: String, in context: inout FormContext) -> [Effect] {
        guard !password.isEmpty else {
            (strength, question, awaitedEstimate) = (nil, nil, nil)
            return []
        }
        let question = Question(password: password.bytes, account: account)
        guard question != self.question else { return [] }
        let id = context.makeCall()
        (self.question, awaitedEstimate) = (question, id)
        return [.estimate(id, question.password, account: account)]
    }

    /// Takes an estimate, unless it is out of date.
    mutating func take(_ estimate: PasswordEstimate?, for id: CallID) {
        guard id == awaitedEstimate else { return }
        (strength, awaitedEstimate) = (estimate, nil)
    }
}

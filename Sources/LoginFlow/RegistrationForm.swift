import Accounts
import Cryptography
import PasswordStrength
import Text

/// The registration form (H6).
public struct RegistrationForm: Form, Equatable, Sendable {
    /// What it is doing.
    public internal(set) var phase = Phase.editing
    /// The element that keys go to.
    public internal(set) var focus: ElementID
    /// The account, as typed.
    public private(set) var account: EditBuffer<PlainText>
    /// The password, as typed.
    public private(set) var password = EditBuffer<Secret>()
    /// The password once more.
    public private(set) var passwordAgain = EditBuffer<Secret>()
    /// Whether the passwords are shown (L3).
    public private(set) var isRevealed = false
    /// What the estimator said of the password last; nil before it has said anything.
    ///
    /// It may be a key behind. That lets nothing pass: the service judges the password again.
    public private(set) var strength: PasswordEstimate?
    /// The estimate that is waited for; what was asked earlier is out of date.
    private var awaitedEstimate: CallID?

    /// Makes a form with the account filled in.
    init(account: String) {
        self.account = EditBuffer(account)
        focus = self.account.isEmpty ? .account : .password
    }

    /// The elements that take the focus, in order.
    public var order: [ElementID] { [.account, .password, .passwordAgain, .submit, .back] }

    /// What keeps the form from being sent; nil when nothing does (L2, H6).
    public func fault(for policy: PasswordPolicy) -> Registration.Fault? {
        do throws(Registration.Fault) {
            _ = try makeRegistration(for: policy)
            return nil
        } catch { return error }
    }

    private func makeRegistration(for policy: PasswordPolicy) throws(Registration.Fault) -> Registration {
        try Registration(
            account: account.text, password: password.bytes, repeated: passwordAgain.bytes,
            isWeak: strength?.weakness != nil, policy: policy)
    }

    private func message(for fault: Registration.Fault) -> Message {
        switch fault {
        case .accountMissing: .accountMissing
        case .account(let fault): .accountFault(fault)
        case .password(.missing): .passwordMissing
        case .password(.length(let policy)): .passwordLength(policy)
        case .password(.weak): .passwordWeak(strength?.weakness ?? .guessable)
        case .password(.different): .passwordsDiffer
        case .code(.missing): .codeMissing
        case .code(.malformed(let digitCount)): .codeMalformed(digitCount: digitCount)
        }
    }

    // MARK: - Form

    mutating func edit(_ edit: Edit) -> EditRefusal? {
        switch focus {
        case .account: account.apply(edit)
        case .password: password.apply(edit)
        case .passwordAgain: passwordAgain.apply(edit)
        default: nil
        }
    }

    mutating func followUp(in context: inout FormContext) -> [Effect] {
        guard focus != .passwordAgain else { return [] }
        guard !password.isEmpty else {
            (strength, awaitedEstimate) = (nil, nil)
            return []
        }
        let id = context.makeCall()
        awaitedEstimate = id
        return [.estimate(id, password.bytes, account: account.text)]
    }

    /// Takes an estimate, unless it is out of date.
    mutating func take(_ estimate: PasswordEstimate?, for id: CallID) {
        guard id == awaitedEstimate else { return }
        (strength, awaitedEstimate) = (estimate, nil)
    }

    mutating func toggle(_ box: ElementID) {}

    mutating func toggleReveal() {
        isRevealed.toggle()
    }

    mutating func press(_ element: ElementID, in context: FormContext) -> Reaction {
        element == .back ? Reaction(transition: .back) : Reaction()
    }

    func makeCall(in context: FormContext) throws(Incomplete) -> Effect.Call {
        do throws(Registration.Fault) {
            return .register(try makeRegistration(for: context.declaration.passwordPolicy))
        } catch {
            throw Incomplete(alert: Alert(.registerFailed, message(for: error)))
        }
    }

    mutating func receive(_ answer: Answer, in context: FormContext) -> Reaction {
        switch answer {
        case .entered(let session): return Reaction(transition: .entered(session))
        case .failed(.accountTaken): return shake(then: Alert(.registerFailed, .accountTaken), in: context)
        case .failed(.registrationRefused(let fault)):
            return shake(then: Alert(.registerFailed, message(for: fault)), in: context)
        case .failed(let error): return Reaction(notice: .serviceFailed(error))
        case .loggedOut, .logOutFailed: return Reaction()
        }
    }

    mutating func close(_ alert: Alert, with button: Alert.Button, in context: FormContext) -> Reaction {
        switch alert.message {
        case .accountMissing, .accountTaken, .accountFault: focus = .account
        case .passwordMissing, .passwordLength, .passwordWeak: focus = .password
        case .passwordsDiffer: focus = .passwordAgain
        default: break
        }
        return Reaction()
    }
}

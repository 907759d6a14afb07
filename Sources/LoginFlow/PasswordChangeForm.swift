import Accounts
import Cryptography
import PasswordStrength
import Text

/// The form for another password, which needs the one that holds (H3).
public struct PasswordChangeForm: Form, Equatable, Sendable {
    /// What it is doing.
    public internal(set) var phase = Phase.editing
    /// The element that keys go to.
    public internal(set) var focus = ElementID.currentPassword
    /// The password that holds, as typed.
    public private(set) var currentPassword = EditBuffer<Secret>()
    /// The new password.
    public private(set) var newPassword = NewPasswordEntry()
    /// The login that it is about.
    let session: Session

    /// Makes an empty form.
    init(session: Session) {
        self.session = session
    }

    /// The elements that take the focus, in order.
    public var order: [ElementID] { [.currentPassword, .password, .passwordAgain, .submit, .back] }

    /// Whether the form can be sent (L2).
    public func isComplete(for policy: PasswordPolicy) -> Bool {
        guard !currentPassword.isEmpty, !newPassword.awaitsFirstEstimate else { return false }
        return (try? newPassword.make(for: policy)) != nil
    }

    /// Takes an estimate, unless it is out of date.
    mutating func take(_ estimate: PasswordEstimate?, for id: CallID) {
        newPassword.take(estimate, for: id)
    }

    // MARK: - Form

    mutating func edit(_ edit: Edit) -> EditRefusal? {
        focus == .currentPassword ? currentPassword.apply(edit) : newPassword.edit(focus, edit)
    }

    mutating func followUp(in context: inout FormContext) -> [Effect] {
        newPassword.judge(account: session.user.account, in: &context)
    }

    mutating func toggle(_ box: ElementID) {}

    mutating func toggleReveal() {
        newPassword.toggleReveal()
    }

    mutating func press(_ element: ElementID, in context: inout FormContext) -> Reaction {
        element == .back ? cancel() : Reaction()
    }

    mutating func cancel() -> Reaction { Reaction(transition: .back) }

    func makeCall(in context: FormContext) throws(Incomplete) -> Effect.Call {
        guard !currentPassword.isEmpty else {
            throw Incomplete(alert: Alert(.changeFailed, .currentPasswordMissing))
        }
        do throws(NewPassword.Fault) {
            let password = try newPassword.make(for: context.declaration.passwordPolicy)
            return .changePassword(PasswordChange(current: currentPassword.bytes, password: password), session)
        } catch {
            throw Incomplete(alert: Alert(.changeFailed, newPassword.message(for: error)))
        }
    }

    mutating func receive(_ answer: Answer, in context: inout FormContext) -> Reaction {
        switch answer {
        case .done: return Reaction(transition: .back, notice: .passwordChanged)
        case .failed(.credentialsWrong):
            return shake(then: Alert(.changeFailed, .currentPasswordWrong), in: context)
        case .failed(.passwordRefused(let fault)):
            return shake(then: Alert(.changeFailed, newPassword.message(for: fault)), in: context)
        case .failed(.locked(let seconds)): return showLock(.changeFailed, seconds: seconds)
        case .failed(.sessionEnded): return Reaction(transition: .sessionEnded(session))
        case .failed(let error): return Reaction(notice: .serviceFailed(error))
        default: return Reaction()
        }
    }

    mutating func close(_ alert: Alert, with button: Alert.Button, in context: inout FormContext) -> Reaction {
        switch alert.message {
        case .currentPasswordMissing: focus = .currentPassword
        case .currentPasswordWrong, .locked:
            focus = .currentPassword
            currentPassword.selectAll()
        case .passwordsDiffer: focus = .passwordAgain
        default: focus = .password
        }
        return Reaction()
    }
}

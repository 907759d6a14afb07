import Accounts
import Cryptography
import PasswordStrength
import Text

/// The form for a forgotten password (H7).
///
/// It says nothing that depends on whether the account exists.
public struct ResetForm: Form, Equatable, Sendable {
    /// What it is doing.
    public internal(set) var phase = Phase.editing
    /// The element that keys go to.
    public internal(set) var focus: ElementID
    /// The account, as typed.
    public private(set) var account: EditBuffer<PlainText>
    /// The field for the code.
    public internal(set) var code: CodeEntry? = CodeEntry(.reset)
    /// The new password, twice.
    public private(set) var passwords = NewPasswordEntry()
    /// Whether everybody who is logged in is logged out.
    public private(set) var endsSessions = true

    /// Makes a form with the account filled in.
    init(account: String) {
        self.account = EditBuffer(account)
        focus = self.account.isEmpty ? .account : .getCode
    }

    /// The elements that take the focus, in order.
    public var order: [ElementID] {
        [.account, .code, .getCode, .password, .passwordAgain, .endSessions, .submit, .back]
    }

    /// Whether the form can be sent: what the button's look says (L2).
    public func isComplete(for policy: PasswordPolicy) -> Bool {
        !passwords.awaitsFirstEstimate && (try? makeReset(for: policy)) != nil
    }

    private func makeReset(for policy: PasswordPolicy) throws(PasswordReset.Fault) -> PasswordReset {
        guard let name = AccountName(account.text) else { throw .accountMissing }
        let code: OneTimeCode
        do throws(OneTimeCode.Fault) {
            code = try OneTimeCode(self.code?.text.bytes ?? Secret(), for: .reset)
        } catch { throw .code(error) }
        do throws(NewPassword.Fault) {
            return PasswordReset(
                name: name, code: code, password: try passwords.make(for: policy), endsSessions: endsSessions)
        } catch { throw .password(error) }
    }

    private func message(for fault: PasswordReset.Fault) -> Message {
        switch fault {
        case .accountMissing: .accountMissing
        case .code(let fault): Message(fault)
        case .password(let fault): passwords.message(for: fault)
        }
    }

    // MARK: - Form

    var accountText: String { account.text }

    mutating func edit(_ edit: Edit) -> EditRefusal? {
        switch focus {
        case .account:
            let before = account.bytes
            let refusal = account.apply(edit)
            if account.bytes != before { code = CodeEntry(.reset) }
            return refusal
        case .code: return code?.apply(edit)
        default: return passwords.edit(focus, edit)
        }
    }

    mutating func followUp(in context: inout FormContext) -> [Effect] {
        passwords.judge(account: account.text, in: &context)
    }

    /// Takes an estimate, unless it is out of date.
    mutating func take(_ estimate: PasswordEstimate?, for id: CallID) {
        passwords.take(estimate, for: id)
    }

    mutating func toggle(_ box: ElementID) {
        if box == .endSessions { endsSessions.toggle() }
    }

    mutating func toggleReveal() {
        passwords.toggleReveal()
    }

    mutating func press(_ element: ElementID, in context: inout FormContext) -> Reaction {
        element == .back ? Reaction(transition: .back) : Reaction()
    }

    func makeCall(in context: FormContext) throws(Incomplete) -> Effect.Call {
        do throws(PasswordReset.Fault) {
            return .reset(try makeReset(for: context.declaration.passwordPolicy))
        } catch {
            throw Incomplete(alert: Alert(.resetFailed, message(for: error)))
        }
    }

    mutating func receive(_ answer: Answer, in context: inout FormContext) -> Reaction {
        switch answer {
        case .passwordReset:
            return Reaction(transition: .passwordWasReset(account: account.text), notice: .passwordReset)
        case .failed(.codeWrong): return shake(then: Alert(.resetFailed, .codeWrong), in: context)
        case .failed(.passwordRefused(let fault)):
            return shake(then: Alert(.resetFailed, passwords.message(for: fault)), in: context)
        case .failed(.locked(let seconds)): return showLock(.resetFailed, seconds: seconds)
        case .failed(let error): return Reaction(notice: .serviceFailed(error))
        case .entered, .loggedOut, .logOutFailed, .codeSent, .pictureDrawn, .counted, .listed, .declared, .done:
            return Reaction()
        }
    }
}

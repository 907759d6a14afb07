import Accounts
import Cryptography
import Text

/// The login form (section 2 of the specification).
public struct Login: Form, Equatable, Sendable {
    /// What it is doing.
    public internal(set) var phase = Phase.editing
    /// The element that keys go to.
    public internal(set) var focus = ElementID.account
    /// The account, as typed.
    public private(set) var account: EditBuffer<PlainText>
    /// The password, as typed.
    public private(set) var password = EditBuffer<Secret>()
    /// Whether the password is shown (L3).
    public private(set) var isRevealed = false
    /// 记住密码.
    public private(set) var isRemembered: Bool
    /// 自动登录; never without 记住密码 (L11).
    public private(set) var logsInAutomatically: Bool

    /// Makes an empty form, or one with an account and check boxes as they were.
    init(account: String = "", isRemembered: Bool = false, logsInAutomatically: Bool = false) {
        self.account = EditBuffer(account)
        self.isRemembered = isRemembered
        self.logsInAutomatically = logsInAutomatically
        if !self.account.isEmpty { focus = .password }
    }

    /// The form for the next login: its fields empty but for the account, the boxes as they are (H4, L11).
    func emptied(account: String = "") -> Login {
        Login(account: account, isRemembered: isRemembered, logsInAutomatically: logsInAutomatically)
    }

    /// The elements that take the focus, in order.
    public var order: [ElementID] { [.account, .password, .remember, .autoLogin, .submit, .register, .reset] }

    /// Whether the form can be sent: what the button's look says (L2).
    public func isComplete(for policy: PasswordPolicy) -> Bool {
        Credentials.fault(account: account.text, password: password.bytes, policy: policy) == nil
    }

    private func makeCredentials(for policy: PasswordPolicy) throws(Credentials.Fault) -> Credentials {
        try Credentials(account: account.text, password: password.bytes, isRemembered: isRemembered, policy: policy)
    }

    // MARK: - Form

    mutating func edit(_ edit: Edit) -> EditRefusal? {
        switch focus {
        case .account: account.apply(edit)
        case .password: password.apply(edit)
        default: nil
        }
    }

    mutating func toggle(_ box: ElementID) {
        switch box {
        case .remember:
            isRemembered.toggle()
            if !isRemembered { logsInAutomatically = false }
        case .autoLogin:
            logsInAutomatically.toggle()
            if logsInAutomatically { isRemembered = true }
        default: break
        }
    }

    mutating func toggleReveal() {
        isRevealed.toggle()
    }

    mutating func press(_ element: ElementID, in context: inout FormContext) -> Reaction {
        switch element {
        case .register: return goToRegistration(in: context)
        case .reset:
            phase = .alerting(Alert(.notOffered, .notOffered(context.declaration.information[.reset])))
        default: break
        }
        return Reaction()
    }

    func makeCall(in context: FormContext) throws(Incomplete) -> Effect.Call {
        do throws(Credentials.Fault) {
            return .logIn(try makeCredentials(for: context.declaration.passwordPolicy))
        } catch {
            throw Incomplete(alert: Alert(.loginFailed, Message(error)))
        }
    }

    mutating func receive(_ answer: Answer, in context: FormContext) -> Reaction {
        switch answer {
        case .entered(let session): return Reaction(transition: .entered(session))
        case .failed(.accountUnknown):
            phase = .alerting(Alert(.accountMissing, .accountUnknown, buttons: [.cancel, .goRegister]))
            return Reaction()
        case .failed(.credentialsWrong): return shake(then: Alert(.loginFailed, .credentialsWrong), in: context)
        case .failed(let error): return Reaction(notice: .serviceFailed(error))
        case .loggedOut, .logOutFailed, .counted, .listed, .done: return Reaction()
        }
    }

    mutating func close(_ alert: Alert, with button: Alert.Button, in context: inout FormContext) -> Reaction {
        if button == .goRegister { return goToRegistration(in: context) }
        switch alert.message {
        case .accountMissing, .accountUnknown: focus = .account
        case .passwordMissing, .passwordLength: focus = .password
        case .credentialsWrong:
            focus = .password
            password.selectAll()
        default: break
        }
        return Reaction()
    }

    /// Opens registration, or says why there is none (L9).
    private mutating func goToRegistration(in context: FormContext) -> Reaction {
        guard context.declaration.calls.contains(.register) else {
            phase = .alerting(Alert(.notOffered, .notOffered(context.declaration.information[.register])))
            return Reaction()
        }
        return Reaction(transition: .registration(account: account.text))
    }
}

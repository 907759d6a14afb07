import Accounts
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
    /// What kind of account that is; nil where none is typed.
    ///
    /// It is kept, since every picture of the form asks for it.
    public private(set) var accountName: AccountName?
    /// The password, twice.
    public private(set) var passwords = NewPasswordEntry()
    /// The field for a code, where the account is a phone number or address that the service can send one to.
    public internal(set) var code: CodeEntry?

    private let isRemembered: Bool

    /// Makes a form with the account filled in.
    ///
    /// - Parameters:
    ///   - account: the account.
    ///   - isRemembered: whether the login that it came from has 记住密码 on.
    ///   - declaration: what the service asks for.
    init(account: String, isRemembered: Bool, in declaration: ServiceDeclaration) {
        self.isRemembered = isRemembered
        self.account = EditBuffer(account)
        accountName = AccountName(self.account.text)
        focus = self.account.isEmpty ? .account : .password
        showCodeField(in: declaration)
    }

    /// The elements that take the focus, in order.
    public var order: [ElementID] {
        [.account, .password, .passwordAgain] + (code == nil ? [] : [.code, .getCode]) + [.submit, .back]
    }

    /// Whether the form can be sent: what the button's look says (L2, H6).
    public func isComplete(under declaration: ServiceDeclaration) -> Bool {
        !passwords.awaitsFirstEstimate && (try? makeRegistration(for: declaration.passwordPolicy)) != nil
            && accountFault(under: declaration) == nil
    }

    /// What keeps the account that was typed from being registered; nil where nothing does, or none was typed (H6).
    ///
    /// A service that conceals its accounts registers nobody whom it cannot send a code (A8).
    public func accountFault(under declaration: ServiceDeclaration) -> Message? {
        guard let accountName else { return nil }
        let fault = accountName.fault
        if fault != nil, let kind = accountName.intendedKind { return .accountMalformed(kind) }
        if declaration.concealsAccounts, !declaration.codeKinds.contains(.init(accountName.kind)) {
            return .addressNeeded(declaration.codeKinds)
        }
        return fault.map(Message.accountFault)
    }

    private func makeRegistration(for policy: PasswordPolicy) throws(Registration.Fault) -> Registration {
        try Registration(
            name: accountName, password: passwords.password.bytes, repeated: passwords.passwordAgain.bytes,
            code: code?.text.bytes, isWeak: passwords.isWeak, isRemembered: isRemembered, policy: policy)
    }

    private func message(for fault: Registration.Fault) -> Message {
        switch fault {
        case .accountMissing: .accountMissing
        case .account(let fault): .accountFault(fault)
        case .password(let fault): passwords.message(for: fault)
        case .code(let fault): code?.message(for: fault) ?? Message(fault)
        }
    }

    /// A code is asked for exactly where the service can send one (A4).
    private mutating func showCodeField(in declaration: ServiceDeclaration) {
        let isNeeded = accountName.map { declaration.codeKinds.contains(.init($0.kind)) } ?? false
        code = isNeeded ? code ?? CodeEntry(.register) : nil
    }

    // MARK: - Form

    var accountText: String { account.text }

    mutating func edit(_ edit: Edit) -> EditRefusal? {
        switch focus {
        case .account:
            let before = account.bytes
            let refusal = account.apply(edit)
            guard account.bytes != before else { return refusal }
            accountName = AccountName(account.text)
            // What was sent to another number or address is of no use here.
            code = nil
            return refusal
        case .code: return code?.apply(edit)
        default: return passwords.edit(focus, edit)
        }
    }

    mutating func followUp(in context: inout FormContext) -> [Effect] {
        showCodeField(in: context.declaration)
        return passwords.judge(account: account.text, in: &context)
    }

    /// Takes an estimate, unless it is out of date.
    mutating func take(_ estimate: PasswordEstimate?, for id: CallID) {
        passwords.take(estimate, for: id)
    }

    mutating func toggle(_ box: ElementID) {}

    mutating func toggleReveal() {
        passwords.toggleReveal()
    }

    mutating func press(_ element: ElementID, in context: inout FormContext) -> Reaction {
        element == .back ? Reaction(transition: .back) : Reaction()
    }

    func makeCall(in context: FormContext) throws(Incomplete) -> Effect.Call {
        if let message = accountFault(under: context.declaration) {
            throw Incomplete(alert: Alert(.registerFailed, message))
        }
        do throws(Registration.Fault) {
            return .register(try makeRegistration(for: context.declaration.passwordPolicy))
        } catch {
            throw Incomplete(alert: Alert(.registerFailed, message(for: error)))
        }
    }

    mutating func receive(_ answer: Answer, in context: inout FormContext) -> Reaction {
        switch answer {
        case .entered(let session): return Reaction(transition: .entered(session))
        case .failed(.accountTaken): return shake(then: Alert(.registerFailed, .accountTaken), in: context)
        case .failed(.registrationRefused(let fault)):
            return shake(then: Alert(.registerFailed, message(for: fault)), in: context)
        case .failed(.codeWrong): return shake(then: Alert(.registerFailed, .codeWrong), in: context)
        case .failed(.locked(let seconds)): return showLock(.registerFailed, seconds: seconds)
        case .failed(let error): return Reaction(notice: .serviceFailed(error))
        case .loggedOut, .logOutFailed, .codeSent, .pictureDrawn, .passwordReset, .counted, .listed, .declared, .done:
            return Reaction()
        }
    }
}

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

    /// What the service asks for beside the password; hidden again when the account changes (L10).
    public private(set) var challenge: Challenge?
    /// The field for the code that the service asks for, or takes instead of a picture.
    public internal(set) var code: CodeEntry?

    /// What logs in again, in the password's place until the first edit (L3).
    public private(set) var proof: RememberedLogin.Proof?
    /// Whether logins can be remembered at all; without, there are no check boxes.
    public let canRemember: Bool

    /// Makes an empty form, or one with an account and check boxes as they were.
    init(account: String = "", isRemembered: Bool = false, logsInAutomatically: Bool = false, canRemember: Bool = true)
    {
        self.account = EditBuffer(account)
        self.isRemembered = isRemembered
        self.logsInAutomatically = logsInAutomatically
        self.canRemember = canRemember
        if !self.account.isEmpty { focus = .password }
    }

    /// Makes a form with what is remembered filled in; it goes on by itself where it is to (H1).
    init(_ remembered: RememberedLogin) {
        self.init(
            account: remembered.account, isRemembered: true, logsInAutomatically: remembered.logsInAutomatically)
        proof = remembered.proof
        guard proof != nil else { return }
        focus = .submit
        if logsInAutomatically { phase = .announcing }
    }

    /// The form for the next login: its fields empty but for the account, the boxes as they are (H4, L11).
    func emptied(account: String = "") -> Login {
        Login(
            account: account, isRemembered: isRemembered, logsInAutomatically: logsInAutomatically,
            canRemember: canRemember)
    }

    /// What is to be remembered of the login that opened `session`: its token, or else `password` (section 3).
    ///
    /// - Parameters:
    ///   - session: the login.
    ///   - account: the account as it was typed; nil where that was here.
    ///   - password: the password that was typed elsewhere.
    /// - Returns: what is to become of what is remembered.
    func memoryChange(for session: Session, account: String? = nil, password: Secret? = nil) -> MemoryChange {
        guard isRemembered else { return .forget }
        let typed = password.map(RememberedLogin.Proof.password) ?? proof ?? .password(self.password.bytes)
        let login = RememberedLogin(
            account: account ?? self.account.text, logsInAutomatically: logsInAutomatically,
            proof: session.token.map(RememberedLogin.Proof.token) ?? typed)
        return .remember(login, session.user)
    }

    /// The elements that take the focus, in order.
    public var order: [ElementID] {
        [.account, .password] + (code == nil ? [] : [.code, .getCode])
            + (canRemember ? [.remember, .autoLogin] : []) + [.submit, .register, .reset]
    }

    /// Whether the form can be sent: what the button's look says (L2, L3).
    public func isComplete(for policy: PasswordPolicy) -> Bool {
        if proof != nil { return !account.text.allSatisfy(\.isWhitespace) }
        return Credentials.fault(account: account.text, password: password.bytes, policy: policy) == nil
    }

    private func makeCredentials(for policy: PasswordPolicy) throws(Credentials.Fault) -> Credentials {
        try Credentials(account: account.text, password: password.bytes, isRemembered: isRemembered, policy: policy)
    }

    /// Takes what the service asks for next.
    private mutating func take(_ next: Challenge?) {
        challenge = next
        switch next {
        case .code: code = code ?? CodeEntry(.logIn)
        case .captcha(acceptsCode: true): break
        case .captcha(acceptsCode: false), nil: code = nil
        }
        if !order.contains(focus) { focus = .password }
    }

    /// Shows the field for a code instead of the picture (A5).
    mutating func useCode() {
        code = code ?? CodeEntry(.logIn)
        focus = .getCode
    }

    // MARK: - Form

    var accountText: String { account.text }

    var picture: PictureTerms? {
        guard code == nil, case .captcha(let acceptsCode) = challenge else { return nil }
        return PictureTerms(acceptsCode: acceptsCode)
    }

    mutating func edit(_ edit: Edit) -> EditRefusal? {
        switch focus {
        case .account:
            let before = account.bytes
            let refusal = account.apply(edit)
            // Neither the challenge nor what is remembered is for another account.
            if account.bytes != before { (challenge, code, proof) = (nil, nil, nil) }
            return refusal
        case .password:
            if proof != nil, edit.isMove { return nil }
            let refusal = password.apply(edit)
            // The first edit empties it, and what was typed is there alone (L3).
            if refusal == nil { proof = nil }
            return refusal
        case .code: return code?.apply(edit)
        default: return nil
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
        // What is remembered cannot be shown (L3).
        if proof == nil { isRevealed.toggle() }
    }

    mutating func press(_ element: ElementID, in context: inout FormContext) -> Reaction {
        guard context.isDeclared else { return ask(in: &context) }
        switch element {
        case .register: return goToRegistration(in: context)
        case .reset:
            guard context.declaration.calls.contains(.reset) else {
                phase = .alerting(Alert(.notOffered, .notOffered(context.declaration.information[.reset])))
                return Reaction()
            }
            return Reaction(transition: .passwordReset(account: account.text))
        default: break
        }
        return Reaction()
    }

    func makeCall(in context: FormContext) throws(Incomplete) -> Effect.Call {
        var credentials: Credentials
        do throws(Credentials.Fault) {
            switch proof {
            case .token(let token): return .resume(token, account: account.text)
            case .password(let password):
                // It was good once, whatever the rule is now.
                credentials = try Credentials(
                    account: account.text, password: password, isRemembered: isRemembered, policy: .notEmpty)
            case nil: credentials = try makeCredentials(for: context.declaration.passwordPolicy)
            }
        } catch {
            throw Incomplete(alert: Alert(.loginFailed, Message(error)))
        }
        guard let code else { return .logIn(credentials) }
        do throws(OneTimeCode.Fault) {
            credentials.answer = .code(try OneTimeCode(code.text.bytes, for: code.purpose))
            return .logIn(credentials)
        } catch {
            throw Incomplete(alert: Alert(.loginFailed, code.message(for: error)))
        }
    }

    mutating func receive(_ answer: Answer, in context: inout FormContext) -> Reaction {
        switch answer {
        case .entered(let session): return Reaction(transition: .entered(session))
        case .failed(.accountUnknown):
            phase = .alerting(Alert(.accountMissing, .accountUnknown, buttons: [.cancel, .goRegister]))
            return Reaction()
        case .failed(.sessionEnded):
            (proof, focus) = (nil, .password)
            return Reaction(effects: [.remember(.forgetLogin)], notice: .rememberedLoginExpired)
        case .failed(.credentialsWrong(let next)):
            proof = nil
            // The code or picture that went with it is used up.
            code = nil
            take(next)
            return shake(then: Alert(.loginFailed, .credentialsWrong), in: context)
        case .failed(.challengeFailed(let next)):
            take(next)
            return shake(then: Alert(.loginFailed, .codeWrong), in: context)
        case .failed(.challengeRequired(let next)): return answerChallenge(next, in: &context)
        case .failed(.locked(let seconds)):
            // Where this attempt led to the lock, the code that went with it is used up; a picture would be solved for
            // nothing as long as the lock holds, so the service is to ask for it again.
            if code == nil { challenge = nil }
            code = code.map { CodeEntry($0.purpose) }
            return showLock(.loginFailed, seconds: seconds)
        case .failed(let error): return Reaction(notice: .serviceFailed(error))
        case .loggedOut, .logOutFailed, .codeSent, .pictureDrawn, .passwordReset, .counted, .listed, .declared, .done:
            return Reaction()
        }
    }

    /// Asks the person for what the service asks for before it looks at the password.
    private mutating func answerChallenge(_ next: Challenge, in context: inout FormContext) -> Reaction {
        code = nil
        take(next)
        if let picture, let call = try? makeCall(in: context) {
            return Reaction(transition: .picture(for: call, acceptsCode: picture.acceptsCode))
        }
        focus = .getCode
        return Reaction(notice: .serviceFailed(.challengeRequired(next)))
    }

    mutating func close(_ alert: Alert, with button: Alert.Button, in context: inout FormContext) -> Reaction {
        if button == .goRegister { return goToRegistration(in: context) }
        switch alert.message {
        case .accountMissing, .accountUnknown: focus = .account
        case .passwordMissing, .passwordLength: focus = .password
        case .credentialsWrong, .locked:
            focus = .password
            password.selectAll()
        case .codeNotRequested: focus = .getCode
        case .codeMissing, .codeMalformed, .codeWrong:
            focus = code == nil ? .password : .code
            code?.selectAll()
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

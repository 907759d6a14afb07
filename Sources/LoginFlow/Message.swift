import Accounts
import PasswordStrength
import Text

/// A text for the person, free of any language; `LoginScreens` finds the words.
public enum Message: Hashable, Sendable {
    /// The unknown-account alert's question (L9).
    case accountUnknown
    /// 请输入账号.
    case accountMissing
    /// 请输入密码.
    case passwordMissing
    /// 密码须为8~20位字符, with the service's numbers.
    case passwordLength(PasswordPolicy)
    /// 账号或密码错误.
    case credentialsWrong
    /// The name belongs to somebody.
    case accountTaken
    /// The name cannot be an account's.
    case accountFault(AccountName.Fault)
    /// The name looks like a phone number or an address and is none.
    case accountMalformed(AccountName.Kind)
    /// A user name, where only accounts of these kinds can be registered (A8).
    case addressNeeded(AccountName.Kinds)
    /// The password is guessed too easily.
    case passwordWeak(PasswordEstimate.Weakness)
    /// The two passwords differ.
    case passwordsDiffer
    /// 请输入验证码.
    case codeMissing
    /// 请先获取验证码.
    case codeNotRequested
    /// The code is not so many digits.
    case codeMalformed(digitCount: Int)
    /// 请输入当前密码.
    case currentPasswordMissing
    /// 当前密码错误.
    case currentPasswordWrong
    /// Whether to log out wherever the account is logged in.
    case logOutEverywhere
    /// Whether to end a session of the account.
    case endSession(SessionSummary)
    /// Whether to log out, since the session to end is the one that asks.
    case endThisSession
    /// The code is wrong, used or too old.
    case codeWrong
    /// 请输入图中字符.
    case captchaMissing
    /// Too many failures; so many seconds are left (A3).
    case locked(seconds: Int)
    /// The service does not offer a call; its own text, where it declares one.
    case notOffered(String?)

    init(_ fault: Credentials.Fault) {
        switch fault {
        case .accountMissing: self = .accountMissing
        case .passwordMissing: self = .passwordMissing
        case .passwordLength(let policy): self = .passwordLength(policy)
        }
    }

    init(_ fault: OneTimeCode.Fault) {
        switch fault {
        case .missing: self = .codeMissing
        case .malformed(let digitCount): self = .codeMalformed(digitCount: digitCount)
        }
    }
}

/// A line that appears beside the form and stays until the next key (L12).
public enum Notice: Equatable, Sendable {
    /// The service could not do what it was asked for.
    case serviceFailed(ServiceError)
    /// Logged out here, but the service could not be told (H4).
    case logOutFailed(ServiceError)
    /// The session has ended elsewhere (H5).
    case sessionEnded
    /// Logged out wherever the account was logged in (H3).
    case loggedOutEverywhere
    /// A session of the account was ended (H3).
    case otherSessionEnded
    /// The new password holds from now on (H3).
    case passwordChanged
    /// What is remembered has something to it (section 3).
    case memory([MemoryRemark])
    /// The remembered login is no longer good (H1).
    case rememberedLoginExpired
    /// A code was sent (A6).
    case codeSent(CodeEntry.Delivery)
    /// The new password holds, and can be used (H7).
    case passwordReset
    /// The program ends as soon as the service knows of the log-out (H4).
    case loggingOut
    /// A field refused what was typed or pasted (L4).
    case refused(EditRefusal)
    /// A paste has begun, and its end does not come (L4).
    case pasteUnfinished
    /// Bytes came that are no UTF-8.
    case malformedInput
    /// Passwords go to the service unencrypted (section 5, `--allow-plaintext`).
    case connectionUnencrypted
    /// The environment names a character set that is not used (T3).
    case charsetReplaced(String)
}

/// A modal question or statement (L13).
public struct Alert: Equatable, Sendable {
    /// The alerts, by the names that scripts know them by (D2).
    public enum ID: String, Sendable, CaseIterable {
        /// 账号不存在.
        case accountMissing = "account-missing"
        /// 登录失败.
        case loginFailed = "login-failed"
        /// 注册失败.
        case registerFailed = "register-failed"
        /// 修改密码失败.
        case changeFailed = "change-failed"
        /// Whether to log out everywhere.
        case logOutEverywhere = "log-out-everywhere"
        /// Whether to end a session.
        case endSession = "end-session"
        /// The forgotten password could not be set.
        case resetFailed = "reset-failed"
        /// The code could not be asked for, or the picture not be answered.
        case verificationFailed = "verification-failed"
        /// The service does not offer what was asked for.
        case notOffered = "not-offered"
    }

    /// The buttons, by the names that scripts know them by (D2).
    public enum Button: String, Hashable, Sendable, CaseIterable {
        /// 取消.
        case cancel
        /// 去注册.
        case goRegister = "go-register"
        /// 确定.
        case ok
        /// 退出登录.
        case logOut = "log-out"
        /// 结束.
        case endSession = "end-session"
    }

    /// Which alert it is.
    public let id: ID
    /// What it says.
    public internal(set) var message: Message
    /// Its buttons from left to right; Escape presses the first (L13).
    public let buttons: [Button]
    /// The button that Enter presses.
    public internal(set) var focus: Button

    /// Makes an alert whose first button, the one to cancel with, has the focus.
    init(_ id: ID, _ message: Message, buttons: [Button] = [.ok]) {
        self.id = id
        self.message = message
        self.buttons = buttons
        focus = buttons.first ?? .ok
    }

    /// Moves the focus by `step` buttons, around the ends.
    mutating func moveFocus(by step: Int) {
        guard let index = buttons.firstIndex(of: focus) else { return }
        focus = buttons[(index + step + buttons.count) % buttons.count]
    }
}

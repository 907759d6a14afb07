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
    /// The password is guessed too easily.
    case passwordWeak(PasswordEstimate.Weakness)
    /// The two passwords differ.
    case passwordsDiffer
    /// 请输入验证码.
    case codeMissing
    /// The code is not so many digits.
    case codeMalformed(digitCount: Int)
    /// The service does not offer a call; its own text, where it declares one.
    case notOffered(String?)

    init(_ fault: Credentials.Fault) {
        switch fault {
        case .accountMissing: self = .accountMissing
        case .passwordMissing: self = .passwordMissing
        case .passwordLength(let policy): self = .passwordLength(policy)
        }
    }
}

/// A line that appears beside the form and stays until the next key (L12).
public enum Notice: Equatable, Sendable {
    /// The service could not do what it was asked for.
    case serviceFailed(ServiceError)
    /// Logged out here, but the service could not be told (H4).
    case logOutFailed(ServiceError)
    /// A field refused what was typed or pasted (L4).
    case refused(EditRefusal)
    /// Bytes came that are no UTF-8.
    case malformedInput
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
    }

    /// Which alert it is.
    public let id: ID
    /// What it says.
    public let message: Message
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

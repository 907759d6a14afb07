/// The elements of all screens, by the names that scripts and tests know them by (D2).
public enum ElementID: String, Hashable, Sendable, CaseIterable {
    /// The account field.
    case account
    /// The password field.
    case password
    /// The second password of a registration.
    case passwordAgain = "password-again"
    /// The meter of a new password.
    case strength
    /// The code from a message.
    case code
    /// The button that has a code sent.
    case getCode = "get-code"
    /// The characters that are read in a picture.
    case captcha
    /// The button that asks for another picture.
    case newPicture = "new-picture"
    /// The link to a code instead of the picture.
    case useCode = "use-code"
    /// The check box 记住密码.
    case remember
    /// The check box 自动登录.
    case autoLogin = "auto-login"
    /// The check box that logs everybody else out when a password is reset.
    case endSessions = "end-sessions"
    /// The button that sends the form.
    case submit
    /// The link to registration.
    case register
    /// The link to a new password.
    case reset
    /// The link back to login.
    case back
    /// The button that logs out.
    case logOut = "log-out"
    /// The link to the settings.
    case settings
    /// The link to the form for another password.
    case changePassword = "change-password"
    /// The password that holds, in that form.
    case currentPassword = "current-password"
    /// The link to the list of sessions.
    case sessions
    /// A row of that list; scripts know the first as `session-1`.
    case session
    /// The link that has the list fetched anew.
    case refresh
    /// The link that logs out wherever the account is logged in.
    case logOutEverywhere = "log-out-everywhere"

    /// What an element is, and so what keys do to it.
    public enum Role: Sendable {
        /// A field for text.
        case textBox
        /// A box that is checked or not.
        case checkBox
        /// A button, or a link that is pressed like one.
        case button, link
        /// A display that takes no focus.
        case meter
        /// An item of a list, pressed like a button.
        case listItem
    }

    /// What the element is.
    public var role: Role {
        switch self {
        case .account, .password, .passwordAgain, .code, .captcha, .currentPassword: .textBox
        case .remember, .autoLogin, .endSessions: .checkBox
        case .submit, .logOut, .getCode, .newPicture: .button
        case .register, .reset, .back, .useCode, .settings, .changePassword, .sessions, .refresh, .logOutEverywhere:
            .link
        case .strength: .meter
        case .session: .listItem
        }
    }
}

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
    /// The check box 记住密码.
    case remember
    /// The check box 自动登录.
    case autoLogin = "auto-login"
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
        case .account, .password, .passwordAgain, .currentPassword: .textBox
        case .remember, .autoLogin: .checkBox
        case .submit, .logOut: .button
        case .register, .reset, .back, .settings, .changePassword, .sessions, .refresh, .logOutEverywhere: .link
        case .strength: .meter
        case .session: .listItem
        }
    }
}

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
    }

    /// What the element is.
    public var role: Role {
        switch self {
        case .account, .password, .passwordAgain: .textBox
        case .remember, .autoLogin: .checkBox
        case .submit, .logOut: .button
        case .register, .reset, .back: .link
        case .strength: .meter
        }
    }
}

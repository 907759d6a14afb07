import Accounts
import Cryptography

/// A new account: `{"account":"…","password":"…","code":"123456","remember":false}`; the code only where one is needed.
extension Registration: WireMessage {
    /// Reads a registration.
    ///
    /// A name that cannot be registered is no malformed message but one that is refused with the reason; whether the
    /// password keeps the rules, the service judges.
    public init(_ json: JSONValue) throws(MessageFault) {
        let name = try json.accountName("account")
        let password = try json.password("password")
        let code = try json.optionalMember("code")?.secret(atMost: ByteLimit.field)
        let isRemembered = try json.flag("remember")
        do throws(Registration.Fault) {
            try self.init(
                name: name, password: password, repeated: password, code: code, isWeak: false,
                isRemembered: isRemembered, policy: .notEmpty)
        } catch { throw MessageFault(.refused(.registrationRefused(error))) }
    }

    /// The registration.
    public var json: JSONValue {
        .object([
            "account": .string(name.text), "password": .secret(password),
            "code": code.map { .secret($0.digits) }, "remember": .boolean(isRemembered),
        ])
    }
}

/// A new password instead of a forgotten one: `{"account":"…","code":"123456","password":"…","endSessions":true}`.
extension PasswordReset: WireMessage {
    /// Reads a reset.
    public init(_ json: JSONValue) throws(MessageFault) {
        self.init(
            name: try json.accountName("account"), code: try json.member("code").code(for: .reset),
            password: NewPassword(unchecked: try json.password("password")),
            endsSessions: try json.flag("endSessions"))
    }

    /// The reset.
    public var json: JSONValue {
        .object([
            "account": .string(name.text), "code": .secret(code.digits), "password": .secret(password.secret),
            "endSessions": .boolean(endsSessions),
        ])
    }
}

/// A new password instead of one that is known: `{"current":"…","password":"…"}`.
extension PasswordChange: WireMessage {
    /// Reads a change.
    public init(_ json: JSONValue) throws(MessageFault) {
        self.init(
            current: try json.password("current"), password: NewPassword(unchecked: try json.password("password")))
    }

    /// The change.
    public var json: JSONValue {
        .object(["current": .secret(current), "password": .secret(password.secret)])
    }
}

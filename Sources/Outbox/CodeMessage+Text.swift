import AccountEngine
import Accounts
import Cryptography

extension CodeMessage {
    /// The message as it leaves (A6): headers, an empty line, then lines of text in UTF-8, in Chinese and in English.
    ///
    /// It is a mail that `sendmail -t` takes. For a text message a command takes the number out of `To:` and sends what
    /// follows the empty line; `Code:` has the digits alone and is missing where there is no code.
    ///
    ///     To: 13542138562
    ///     Subject: Vestibule: verification code
    ///     MIME-Version: 1.0
    ///     Content-Type: text/plain; charset=UTF-8
    ///     Content-Transfer-Encoding: 8bit
    ///
    ///     登录验证码，5分钟内有效，请勿告诉他人。
    ///     Your code to log in, good for 5 minutes. Tell nobody.
    ///     Code: 1234
    ///
    /// Neither a number nor an address holds a line end (L1), so nothing can be added to the headers.
    public var text: Secret {
        var text = Secret(
            """
            To: \(recipient.key)
            Subject: Vestibule: \(subject)
            MIME-Version: 1.0
            Content-Type: text/plain; charset=UTF-8
            Content-Transfer-Encoding: 8bit

            \(words)

            """.utf8)
        if case .code(let code, _) = content {
            text.append("Code: ")
            code.digits.withUnsafeBytes { text.append($0) }
            text.append("\n")
        }
        return text
    }

    private var subject: String {
        switch content {
        case .code: "verification code"
        case .accountExists: "you have an account"
        }
    }

    private var words: String {
        switch content {
        case .code(_, .logIn): "登录验证码，5分钟内有效，请勿告诉他人。\nYour code to log in, good for 5 minutes. Tell nobody."
        case .code(_, .register): "注册验证码，5分钟内有效，请勿告诉他人。\nYour code to register, good for 5 minutes. Tell nobody."
        case .code(_, .reset):
            "重设密码的验证码，5分钟内有效，请勿告诉他人。\nYour code to set a new password, good for 5 minutes. Tell nobody."
        case .accountExists:
            "有人要用此号码或邮箱注册，但您已有账号；忘记密码可以找回。\n"
                + "Somebody asked to register this number or address, which has an account. A forgotten password can be reset."
        }
    }
}

extension Secret {
    /// Appends characters that were never hidden.
    fileprivate mutating func append(_ text: StaticString) {
        append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}

import AccountEngine
import Accounts
import Cryptography

/// Sends nothing: everybody knows the codes (section 5).
struct DemoSender: CodeSender {
    /// As if to a phone or mailbox.
    let route = CodeDispatch.Route.message

    /// Done at once.
    func send(_ message: CodeMessage) {}

    /// 1234, or 123456 where six digits are asked for.
    @Sendable static func code(for purpose: OneTimeCode.Purpose) -> OneTimeCode {
        let digits = Secret("123456".utf8.prefix(purpose.digitCount))
        do { return try OneTimeCode(digits, for: purpose) } catch { preconditionFailure("digits are a code") }
    }
}

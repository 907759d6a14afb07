import Accounts
import LoginFlow
import LoginScreens
import TerminalCore
import Testing

@Suite("What is said of a code that was asked for")
struct DeliveryTests {
    private static let folder = CodeDispatch.Route.directory("/srv/gate/outbox")

    /// What was typed for a forgotten password, how codes leave, and the toast and the hint.
    static let resets: [(String, CodeDispatch.Route, Language, String, String)] = [
        (
            "nobody1", folder, .english,
            "If the account has a phone or e-mail, its code is a file in /srv/gate/outbox",
            "If sent, in /srv/gate/outbox"
        ),
        (
            "nobody1", folder, .simplifiedChinese, "如果该账号有手机或邮箱，验证码保存在 /srv/gate/outbox",
            "若已发送，保存于 /srv/gate/outbox"
        ),
        (
            "lin@example.com", folder, .english,
            "If l***@example.com has an account, its code is a file in /srv/gate/outbox",
            "If sent, in /srv/gate/outbox"
        ),
        (
            "13542138562", folder, .simplifiedChinese, "如果 135****8562 已注册，验证码保存在 /srv/gate/outbox",
            "若已发送，保存于 /srv/gate/outbox"
        ),
        (
            "nobody1", .message, .english, "If the account has a phone or e-mail, a code was sent",
            "Sent, if it can be reached"
        ),
        (
            "13542138562", .message, .english, "If 135****8562 has an account, a code was sent to it",
            "If known, sent to 135****8562"
        ),
        (
            "lin@example.com", .message, .simplifiedChinese, "如果 l***@example.com 已注册，验证码已发送至该处",
            "若已注册，已发送至 l***@example.com"
        ),
    ]

    @Test("H7, A8: a forgotten password's code is told of under a condition, whoever was typed", arguments: resets)
    func reset(
        _ account: String, _ route: CodeDispatch.Route, _ language: Language, _ toast: String, _ hint: String
    ) {
        let scene = Scene {
            $0.type(account)
            $0.click(.reset)
            $0.press(.activate)
            $0.answer(.codeSent(CodeDispatch(route: route, resendDelay: 60)))
        }
        let frame = scene.frame(language)
        #expect(frame.toast == toast)
        #expect(frame.buffer.lines.contains { $0.contains("   \(hint) ") })
    }

    @Test("H6, A6: a registration's code left for sure", arguments: [false, true])
    func register(_ concealsAccounts: Bool) {
        let scene = Scene(codeKinds: [.telephone], concealsAccounts: concealsAccounts) {
            $0.type("13542138562")
            $0.click(.register)
            $0.focus(.getCode)
            $0.press(.activate)
            $0.answer(.codeSent(CodeDispatch(route: Self.folder, resendDelay: 60)))
        }
        #expect(scene.frame().toast == "The code for 135****8562 is a file in /srv/gate/outbox")
        #expect(scene.frame().buffer.lines.contains { $0.contains("   In /srv/gate/outbox ") })
    }
}

import Accounts
import LoginFlow
import LoginScreens
import TerminalCore
import Testing

@Suite("What the screens say")
struct WordingTests {
    private static let compact = Painter.smallestSize

    /// Whether a row of the picture holds `text`.
    private func shows(_ text: String, _ frame: Frame) -> Bool {
        frame.buffer.lines.contains { $0.contains(text) }
    }

    /// The looks of `text` where it stands in the picture.
    private func looks(of text: String, in frame: Frame) -> Set<Style> {
        for (row, line) in frame.buffer.lines.enumerated() {
            guard let range = line.firstRange(of: text) else { continue }
            let column = line.distance(from: line.startIndex, to: range.lowerBound)
            return Set((column..<column + text.count).map { frame.buffer[Position(row: row, column: $0)].style })
        }
        return []
    }

    // MARK: - Registration

    /// What was typed as an account, whether accounts are concealed, and what is said of it.
    static let accounts: [(String, Bool, String, String)] = [
        ("1354213856", false, "Not an 11-digit phone number", "不是11位手机号"),
        ("admin@例子.com", false, "Not an e-mail address", "不是有效的邮箱地址"),
        ("a@b.c d", false, "Not an e-mail address", "不是有效的邮箱地址"),
        ("1ada", false, "Begin with a letter", "须以字母或汉字开头"),
        ("lin", false, "User name", "用户名"),
        ("lin", true, "Use a phone number or e-mail", "请用手机号或邮箱地址"),
        ("1354213856", true, "Not an 11-digit phone number", "不是11位手机号"),
        ("13542138562", true, "Phone number", "手机号"),
    ]

    @Test("H6, A8: the live rule for the account", arguments: accounts)
    func account(_ typed: String, _ concealsAccounts: Bool, _ english: String, _ chinese: String) {
        let scene = Scene(codeKinds: [.telephone, .emailAddress], concealsAccounts: concealsAccounts) {
            $0.click(.register)
            $0.type(typed)
        }
        for size in [Size.standard, Self.compact] {
            #expect(shows(english, scene.frame(size: size)))
            #expect(shows(chinese, scene.frame(.simplifiedChinese, size: size)))
        }
    }

    @Test("What cannot be used is said once, be it the vault, its key or both")
    func unusable() {
        let frame = Scene(notice: .memory([.unusable, .exposed(isOver: true), .unusable])) { _ in }.frame()
        let said = frame.buffer.lines.filter { $0.contains("What was remembered cannot be used here") }
        #expect(said.count == 1)
    }

    @Test("H6: that the two passwords differ looks as other faults do", arguments: [ColorDepth.palette, .monochrome])
    func different(_ depth: ColorDepth) {
        let scene = Scene {
            $0.click(.register)
            $0.fill("1ada", "correct horse", "correct")
        }
        let frame = scene.frame(depth: depth)
        let looks = looks(of: "The two passwords differ", in: frame)
        #expect(looks == self.looks(of: "Begin with a letter", in: frame))
        #expect(looks.count == 1 && looks.first?.attributes.contains(.bold) == true)
    }

    @Test("L2: a rule of one length names one number", arguments: Language.allCases)
    func oneLength(_ language: Language) {
        var scene = Scene(policy: PasswordPolicy(minimum: 6, maximum: 6))
        #expect(shows(language == .english ? "  6 characters" : "  输入6位字符的密码", scene.frame(language)))
        scene.fill("ada", "12345")
        scene.click(.submit)
        scene.finishShake()
        let text = language == .english ? "The password must be 6 characters" : "密码须为6位字符"
        #expect(scene.frame(language).alert?.text == text)
    }

    // MARK: - Time

    /// Seconds of a lock, and how they are told.
    static let locks: [(Int, String, String)] = [
        (900, "15 min 00 s", "15分00秒"), (61, "1 min 01 s", "1分01秒"), (60, "1 min 00 s", "1分00秒"),
        (59, "59 s", "59秒"), (1, "1 s", "1秒"),
    ]

    @Test("A3: a lock is counted down in words, which no time of day is written in", arguments: locks)
    func lock(_ seconds: Int, _ english: String, _ chinese: String) {
        let scene = Scene {
            $0.fill("ada", "correct horse")
            $0.press(.activate)
            $0.answer(.failed(.locked(seconds: seconds)))
        }
        #expect(scene.frame().alert?.text == "Too many failed attempts. Try again in " + english)
        #expect(scene.frame(.simplifiedChinese).alert?.text == "失败次数过多，请在\(chinese)后重试")
    }

    @Test("A4: the button says when another code can be had, in short where there is little room")
    func resend() {
        let scene = Scene.named("reset, code in a directory, perhaps")
        #expect(shows("6-digit code             Again in 60 s │", scene.frame()))
        #expect(shows(" Again in 60 s", scene.frame(size: Self.compact)))
        let login = Scene.named("login, code sent")
        #expect(shows("Again in 60 s │", login.frame()) && shows("          60 s", login.frame(size: Self.compact)))
        #expect(shows("60秒后重发", login.frame(.simplifiedChinese, size: Self.compact)))
    }

    @Test("A4, A5: a code that is refused is said with the way out")
    func wrongCode() {
        var scene = Scene.named("login, code sent")
        scene.type("34")
        scene.focus(.submit)
        scene.press(.activate)
        scene.answer(.failed(.challengeFailed(next: .code)))
        scene.finishShake()
        #expect(scene.frame().alert?.text == "The code is wrong or no longer good; check it, or get another one")
        #expect(scene.frame(.simplifiedChinese).alert?.text == "验证码错误或已失效，请核对或重新获取")
    }

    // MARK: - Home

    /// Home for a user with this number, who was there before from `peer`.
    private func home(id: String?, from peer: String?) -> Scene {
        Scene(calls: []) {
            $0.fill("ada", "correct horse")
            $0.press(.activate)
            let visit = peer.map { User.EarlierVisit.last(User.Visit(time: Timestamp(seconds: 4), peer: $0)) }
            let user = User(account: "ada", id: id, earlierVisit: visit ?? .never)
            $0.answer(.entered(Session(token: nil, user: user)))
        }
    }

    /// Where the last login came from, and how that is told.
    static let peers: [(String?, String, String)] = [
        ("uid:1000", "2026-01-02 03:04 from this", "本机（lin）"), ("uid:1000", "machine (lin)", "来自本机（lin）"),
        ("uid:7", "machine", "来自本机"), ("192.0.2.1", "192.0.2.1", "192.0.2.1"),
        (nil, "None before this one", "这是首次登录"),
    ]

    @Test("H2: the last login names this machine's user, where it has a name", arguments: peers)
    func lastLogin(_ peer: String?, _ english: String, _ chinese: String) {
        let scene = home(id: "12", from: peer)
        #expect(shows(english, scene.frame()), "\(scene.frame().buffer.lines)")
        #expect(shows(chinese, scene.frame(.simplifiedChinese)), "\(scene.frame(.simplifiedChinese).buffer.lines)")
        #expect(!shows("(7)", scene.frame()) && !shows("1000", scene.frame()))
    }

    @Test("H2: a service that gives no user id gets no row for it", arguments: Language.allCases)
    func userID(_ language: Language) {
        let label = language == .english ? "User ID" : "用户编号"
        #expect(shows(label, home(id: "12", from: nil).frame(language)))
        let frame = home(id: nil, from: nil).frame(language)
        #expect(!shows(label, frame) && !frame.nodes.contains { $0.id == "user-id" })
    }

    // MARK: - Places

    @Test("L12: a toast stands at the top where it would hide links at the bottom, and nothing up there")
    func toastBesideLinks() throws {
        let folder = "/var/lib/vestibule/accounts/of/the/house/at/the/corner/of/a/long/street/in/town/outbox"
        let scene = Scene {
            $0.type("nobody1")
            $0.click(.reset)
            $0.press(.activate)
            $0.answer(.codeSent(CodeDispatch(route: .directory(folder), resendDelay: 60)))
        }
        let frame = scene.frame()
        #expect(shows("Back to log in", frame) && frame.buffer.lines[0].contains("If the account has a phone"))
        let short = Scene.named("reset, code in a directory, perhaps").frame()
        #expect(shows("Back to log in", short) && short.buffer.lines[21].contains("If the account has a phone"))
    }

    @Test("H3: without a frame the settings' button stands in the middle", arguments: Language.allCases)
    func settingsButton(_ language: Language) throws {
        let frame = Scene.named("settings").frame(language, size: Self.compact)
        let rect = try #require(frame.nodes.first { $0.id == "log-out" }).rect
        #expect(abs(rect.origin.column - (Self.compact.columns - rect.endColumn)) <= 1)
    }
}

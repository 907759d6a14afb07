import Accounts
import Cryptography
import LoginFlow
import LoginScreens
import PasswordStrength
import TerminalCore

/// A state of the screens that is worth a picture, reached the way a person reaches it.
struct Scene {
    /// What the picture shows.
    let name: String
    /// The state.
    private(set) var flow: Flow
    private var call: CallID?
    private var estimate: CallID?

    /// Plays `script` from the start of the program.
    init(
        _ name: String = "", policy: PasswordPolicy = .standard,
        calls: ServiceDeclaration.Calls = [.register, .reset],
        codeKinds: AccountName.Kinds = [], concealsAccounts: Bool = false,
        information: [ServiceDeclaration.Information: String] = [:],
        isDeclared: Bool = true, guardsCommand: Bool = false, canRemember: Bool = true,
        isUnencrypted: Bool = false, remembered: RememberedLogin? = nil, notice: Notice? = nil,
        _ script: (inout Scene) -> Void = { _ in }
    ) {
        self.name = name
        let declaration = ServiceDeclaration(
            calls: calls, codeKinds: codeKinds, passwordPolicy: policy, concealsAccounts: concealsAccounts,
            information: information)
        flow = Flow(
            configuration: Flow.Configuration(
                declaration: declaration, isDeclared: isDeclared, guardsCommand: guardsCommand,
                canRemember: canRemember, isUnencrypted: isUnencrypted),
            remembered: remembered, notice: notice)
        script(&self)
    }

    /// Takes an event.
    mutating func handle(_ event: Event) {
        for effect in flow.handle(event) {
            if case .call(let id, _) = effect { call = id }
            if case .estimate(let id, _, account: _) = effect { estimate = id }
        }
    }

    /// Presses keys by what they mean.
    mutating func press(_ commands: Command...) {
        for command in commands { handle(.pressed(command)) }
    }

    /// Types `text`, a code point at a time.
    mutating func type(_ text: String) {
        for scalar in text.unicodeScalars { handle(.typed(scalar)) }
    }

    /// Fills in one field after the other, from the focused one on.
    mutating func fill(_ texts: String...) {
        for (index, text) in texts.enumerated() {
            if index > 0 { press(.next) }
            type(text)
        }
    }

    /// Clicks an element.
    mutating func click(_ element: ElementID) {
        handle(.clicked(.element(element)))
    }

    /// Moves the focus to `element` by Tab.
    mutating func focus(_ element: ElementID) {
        for _ in ElementID.allCases where flow.focus != element { press(.next) }
    }

    /// Answers the call that is under way.
    mutating func answer(_ answer: Answer) {
        if let call { handle(.answered(call, answer)) }
    }

    /// Answers the estimate that was asked for last.
    mutating func judge(_ bits: Double, _ weakness: PasswordEstimate.Weakness? = nil) {
        if let estimate { handle(.estimated(estimate, PasswordEstimate(bits: bits, weakness: weakness))) }
    }

    /// Lets every step of a shake pass.
    mutating func finishShake() {
        while case .shaking = flow.phase { handle(.timerFired(.shake)) }
    }

    /// The picture in a window of `size`.
    func frame(
        _ language: Language = .english, size: Size = .standard, isASCII: Bool = false, depth: ColorDepth = .palette
    ) -> Frame {
        TextLayout.useUTF8Widths()
        let painter = Painter(
            language: language, isASCII: isASCII, colorDepth: depth, formatTime: { "2026-01-02 03:0\($0.seconds)" },
            userName: { $0 == 1000 ? "lin" : nil })
        return painter.paint(flow, size: size)
    }
}

extension Scene {
    /// All states that have snapshots.
    static let all =
        logins + memories + alerts + registrations + verifications + [
            Scene("toast") {
                $0.fill("ada", "correct horse")
                $0.press(.activate)
                $0.answer(.failed(.trouble(.storeFull)))
            },
            Scene("help", information: [.help: "Lost your phone? Ask at the desk, room 12. 忘记密码请联系前台。"]) {
                $0.press(.help)
            },
            Scene("help, next page", information: [.help: "Lost your phone? Ask at the desk, room 12. 忘记密码请联系前台。"]) {
                $0.press(.help, .next)
            },
            Scene("left while logging out") {
                $0.fill("ada", "correct horse")
                $0.press(.activate)
                $0.answer(.entered(Session(token: nil, user: User(account: "ada"))))
                $0.click(.logOut)
                $0.press(.close)
            },
        ] + insides

    private static let logins =
        [
            Scene("login, empty"),
            Scene("login, typed") { $0.fill("13542138562", "secret") },
            Scene("login, long account") {
                $0.type("a-very-long-name-that-does-not-fit-into-the-field@example.com")
            },
            Scene("login, password too long, revealed") {
                $0.fill("ada", "密码a correct horse battery staple")
                $0.press(.reveal)
            },
        ]
        + [ElementID.remember, .autoLogin, .submit, .register, .reset].map { element in
            Scene("login, focus on \(element.rawValue)") {
                $0.fill("ada@example.com", "correct horse")
                $0.focus(element)
            }
        } + [
            Scene("login, boxes checked") { $0.click(.autoLogin) },
            Scene("login, busy") {
                $0.fill("ada", "correct horse")
                $0.press(.activate)
                $0.handle(.timerFired(.spinner))
            },
            Scene("login, connecting", isDeclared: false) {
                $0.fill("ada", "correct horse")
                $0.press(.activate)
            },
            Scene("login, not encrypted", isUnencrypted: true, notice: .connectionUnencrypted),
            Scene("login, not encrypted, while something is typed", isUnencrypted: true) { $0.fill("ada", "corr") },
            Scene("reset, not encrypted", codeKinds: [.telephone], isUnencrypted: true) {
                $0.click(.reset)
                $0.type("13542138562")
            },
            Scene("login, shaken to the left") {
                $0.click(.submit)
                $0.handle(.timerFired(.shake))
            },
            Scene("login, shaken to the right") {
                $0.click(.submit)
                $0.handle(.timerFired(.shake))
                $0.handle(.timerFired(.shake))
            },
            Scene("login, password selected") {
                $0.fill("ada", "correct horse")
                $0.press(.activate)
                $0.answer(.failed(.credentialsWrong(next: nil)))
                $0.finishShake()
                $0.press(.activate)
            },
        ]

    /// More than an alert holds in the smallest window.
    private static let longText = (1...20).map { "Sentence \($0) of the desk's rules." }.joined(separator: " ")

    private static let alerts = [
        Scene("alert, unknown account") {
            $0.fill("lin", "correct horse")
            $0.press(.activate)
            $0.answer(.failed(.accountUnknown))
        },
        Scene("alert, unknown account, second button") {
            $0.fill("lin", "correct horse")
            $0.press(.activate)
            $0.answer(.failed(.accountUnknown))
            $0.press(.right)
        },
        Scene("alert, wrong password") {
            $0.fill("ada", "correct horse")
            $0.press(.activate)
            $0.answer(.failed(.credentialsWrong(next: nil)))
            $0.finishShake()
        },
        Scene("alert, not offered", calls: []) { $0.click(.register) },
        Scene("alert, long", calls: [], information: [.register: longText]) { $0.click(.register) },
        Scene("toast, a service's own words that were cut") {
            $0.fill("ada", "correct horse")
            $0.press(.activate)
            $0.answer(.failed(.refused(text: ServiceError.shortened(longText))))
        },
    ]

    private static let registrations = [
        Scene("registration, empty") { $0.click(.register) },
        Scene("registration, faults") {
            $0.click(.register)
            $0.fill("1a b", "password")
            $0.judge(3, .common)
            $0.fill("", "passw")
        },
        Scene("registration, good") {
            $0.click(.register)
            $0.fill("林二", "correct horse")
            $0.judge(30)
            $0.fill("", "correct horse")
        },
        Scene("registration, busy") {
            $0.click(.register)
            $0.fill("13542138562", "correct horse", "correct horse")
            $0.press(.activate)
        },
    ]

    private static let remembered = RememberedLogin(
        account: "ada", logsInAutomatically: false, proof: .token(Secret("token".utf8)))

    private static let memories = [
        Scene("login, remembered", remembered: remembered),
        Scene("login, remembered, on the password", remembered: remembered) {
            $0.focus(.password)
            $0.press(.reveal)
        },
        Scene(
            "login, going on by itself",
            remembered: RememberedLogin(account: "ada", logsInAutomatically: true, proof: remembered.proof)),
        Scene("login, remembered no longer", remembered: remembered) {
            $0.press(.activate)
            $0.answer(.failed(.sessionEnded))
        },
        Scene("login, the vault set aside", notice: .memory([.setAside(path: "/var/lib/vestibule/vault.set-aside-1")])),
        Scene("login, nothing can be remembered", guardsCommand: true, canRemember: false),
    ]

    private static let verifications = [
        Scene("login, code asked for") {
            $0.fill("13542138562", "correct horse")
            $0.press(.activate)
            $0.answer(.failed(.challengeRequired(.code)))
            $0.press(.previous)
        },
        Scene("login, code on its way") {
            $0.fill("13542138562", "correct horse")
            $0.press(.activate)
            $0.answer(.failed(.challengeRequired(.code)))
            $0.press(.activate)
        },
        Scene("login, code sent") {
            $0.fill("13542138562", "correct horse")
            $0.press(.activate)
            $0.answer(.failed(.challengeRequired(.code)))
            $0.press(.activate)
            $0.answer(.codeSent(CodeDispatch(route: .message, resendDelay: 60)))
            $0.type("12")
        },
        Scene("login, locked") {
            $0.fill("ada", "correct horse")
            $0.press(.activate)
            $0.answer(.failed(.locked(seconds: 61)))
            $0.handle(.timerFired(.lock))
        },
        Scene("picture, on its way") {
            $0.fill("ada", "correct horse")
            $0.press(.activate)
            $0.answer(.failed(.challengeRequired(.captcha(acceptsCode: true))))
        },
        Scene("picture, read") {
            $0.fill("ada", "correct horse")
            $0.press(.activate)
            $0.answer(.failed(.challengeRequired(.captcha(acceptsCode: true))))
            $0.answer(.pictureDrawn(.sample))
            $0.type("k7x")
        },
        Scene("registration, code", codeKinds: [.emailAddress]) {
            $0.click(.register)
            $0.fill("lin@example.com", "correct horse")
            $0.judge(30)
            $0.fill("", "correct horse")
            $0.focus(.getCode)
            $0.press(.activate)
            let directory = CodeDispatch.Route.directory("/var/lib/vestibule/accounts/outbox")
            $0.answer(.codeSent(CodeDispatch(route: directory, resendDelay: 60)))
        },
        Scene("reset, empty") { $0.click(.reset) },
        Scene("reset, code for a user name") {
            $0.type("ada")
            $0.click(.reset)
            $0.press(.activate)
            $0.answer(.codeSent(CodeDispatch(route: .message, resendDelay: 60)))
            $0.type("1234567")
            $0.press(.next)
            $0.press(.next)
            $0.type("correct hors")
            $0.judge(30)
        },
        Scene("reset, code in a directory, perhaps") {
            $0.type("nobody1")
            $0.click(.reset)
            $0.press(.activate)
            $0.answer(.codeSent(CodeDispatch(route: .directory("/srv/gate/outbox"), resendDelay: 60)))
        },
    ]

    /// The state with the snapshot `name`.
    static func named(_ name: String) -> Scene {
        guard let scene = all.first(where: { $0.name == name }) else { fatalError("no scene is named \(name)") }
        return scene
    }
}

extension CaptchaChallenge {
    /// A picture of a frame with a cross in it, as large as pictures get.
    static let sample: CaptchaChallenge = {
        let rows = (0..<BitPicture.maximumRows).map { row in
            (0..<BitPicture.maximumColumns).map { column in
                row == 0 || row == 11 || column == 0 || column == 35 || column / 3 == row || 11 - column / 3 == row
            }
        }
        guard let picture = BitPicture(rows: rows), let challenge = CaptchaChallenge(id: "sample", picture: picture)
        else { fatalError("the sample is no picture") }
        return challenge
    }()
}

extension Size {
    /// The window that documents show.
    static let standard = Size(columns: 80, rows: 24)
}

import Accounts
import LoginFlow
import LoginScreens
import TerminalCore
import Testing

@Suite("Nodes")
struct NodeTests {
    /// Screens, and the ids and roles of their nodes in order.
    static let screens: [(String, [(String, Node.Role)])] = [
        (
            "login, empty",
            [
                ("account", .textbox), ("password", .textbox), ("remember", .checkbox), ("auto-login", .checkbox),
                ("submit", .button), ("register", .link), ("reset", .link),
            ]
        ),
        (
            "registration, empty",
            [
                ("account", .textbox), ("password", .textbox), ("password-again", .textbox), ("submit", .button),
                ("back", .link),
            ]
        ),
        (
            "registration, good",
            [
                ("account", .textbox), ("password", .textbox), ("strength", .meter), ("password-again", .textbox),
                ("submit", .button), ("back", .link),
            ]
        ),
        (
            "home",
            [
                ("user", .status), ("user-id", .status), ("last-login", .status), ("settings", .link),
                ("log-out", .button),
            ]
        ),
        (
            "home, stale",
            [
                ("user", .status), ("user-id", .status), ("last-login", .status), ("notices", .status),
                ("mentions", .status), ("messages", .status), ("comments", .status), ("followers", .status),
                ("settings", .link), ("log-out", .button),
            ]
        ),
        (
            "settings",
            [
                ("change-password", .link), ("sessions", .link), ("log-out-everywhere", .link), ("log-out", .button),
                ("back", .link),
            ]
        ),
        ("settings, only log-out", [("log-out", .button), ("back", .link)]),
        ("sessions, fetching", [("list-state", .status), ("back", .link), ("refresh", .link)]),
        (
            "sessions",
            [
                ("session-list", .list), ("session-1", .listitem), ("session-2", .listitem), ("back", .link),
                ("refresh", .link),
            ]
        ),
        (
            "change password, good",
            [
                ("current-password", .textbox), ("password", .textbox), ("strength", .meter),
                ("password-again", .textbox), ("submit", .button), ("back", .link),
            ]
        ),
    ]

    @Test("D2: the nodes have these names and roles, in any window", arguments: screens)
    func ids(_ name: String, _ nodes: [(String, Node.Role)]) {
        for size in [Size.standard, Size(columns: 40, rows: 12), Size(columns: 200, rows: 60)] {
            for language in Language.allCases {
                let frame = Scene.named(name).frame(language, size: size)
                #expect(frame.nodes.map(\.id) == nodes.map(\.0))
                #expect(frame.nodes.map(\.role) == nodes.map(\.1))
            }
        }
    }

    /// What stands in the cells of `rect`.
    private func text(in rect: Rect, of buffer: Buffer) -> String {
        (rect.origin.row..<rect.endRow).map { buffer.text(row: $0, columns: rect.origin.column..<rect.endColumn) }
            .joined(separator: "\n")
    }

    @Test("D1: a node's cells hold what it tells", arguments: Scene.all.map(\.name), Language.allCases)
    func rects(_ name: String, _ language: Language) {
        let scene = Scene.named(name)
        guard scene.flow.alert == nil, scene.flow.helpPage == nil, scene.flow.notice == nil else { return }
        for size in [Size.standard, Size(columns: 44, rows: 16), Size(columns: 40, rows: 12)] {
            let frame = scene.frame(language, size: size)
            guard frame.isSettled else { continue }
            for node in frame.nodes {
                let text = text(in: node.rect, of: frame.buffer)
                switch node.role {
                case .textbox:
                    guard case .text(let value) = node.value, !value.isEmpty else { continue }
                    #expect(text.contains(value) || value.hasSuffix(text.dropLast()), "\(node.id): \(text)")
                case .checkbox: #expect(text == (node.isChecked == true ? "[x] " : "[ ] ") + node.label)
                case .button: #expect(text.contains(node.label), "\(node.id): \(text)")
                case .link: #expect(text == node.label)
                case .image: #expect(text.contains { $0 != " " && $0 != "\n" } && node.rect.size.columns == 36)
                case .meter: #expect(text.contains("/20  "))
                case .status:
                    guard case .text(let value) = node.value else { continue }
                    #expect(shows(text, value), "\(text)")
                case .listitem:
                    guard case .text(let times) = node.value else { continue }
                    let lines = text.split(separator: "\n")
                    #expect(shows(String(lines[0].prefix { $0 != " " }), node.label) && lines[1].hasPrefix(times))
                    #expect(lines[0].hasSuffix(language == .english ? "This one" : "本次登录") == node.isCurrent)
                case .list: #expect(text.split(separator: "\n").count.isMultiple(of: 2))
                }
            }
        }
    }

    /// Whether `text` is `value`, but for blanks, or as much of it as has room with the mark of what is missing.
    private func shows(_ text: String, _ value: String) -> Bool {
        let (text, value) = (text.filter { !" \n".contains($0) }, value.filter { $0 != " " })
        let isSpinning = text.hasPrefix("⠋") && text.dropFirst() == value
        return text == value || isSpinning || (text.last == "…" && text.count > 3 && value.hasPrefix(text.dropLast()))
    }

    @Test("L5: every cell is where a click on it is aimed", arguments: Scene.all.map(\.name))
    func targets(_ name: String) {
        let scene = Scene.named(name)
        for size in [Size.standard, Size(columns: 40, rows: 12)] {
            let frame = scene.frame(size: size)
            let nodes = frame.alert?.buttons ?? frame.nodes
            for row in 0..<size.rows {
                for column in 0..<size.columns {
                    let position = Position(row: row, column: column)
                    let hit = nodes.filter { $0.rect.contains(position) && $0.target != nil }
                    #expect(hit.count <= 1, "nodes overlap at \(position)")
                    #expect(frame.target(at: position) == hit.first?.target ?? .background)
                }
            }
            for node in nodes where ![.meter, .status, .list, .image].contains(node.role) {
                let expected: ClickTarget? =
                    frame.alert == nil
                    ? ElementID(rawValue: node.id).map { .element($0) } ?? target(ofSession: node.id)
                    : Alert.Button(rawValue: node.id).map { .alertButton($0) }
                #expect(node.target == expected && node.target != nil)
            }
        }
    }

    private func target(ofSession id: String) -> ClickTarget? {
        id.split(separator: "-").last.flatMap { Int($0) }.map { .session($0 - 1) }
    }

    @Test("L5: keys, pastes, clicks and bytes that are no text become events")
    func events() {
        let frame = Scene().frame()
        #expect(frame.event(for: .key(.character("a"))) == .typed("a"))
        #expect(frame.event(for: .key(.control("c"))) == .pressed(.close))
        #expect(frame.event(for: .key(.insert)) == nil && frame.event(for: .key(.alt("x"))) == nil)
        #expect(frame.event(for: .malformed) == .malformedInputReceived)
        let paste = Paste(bytes: .init("abc".utf8), isTruncated: true)
        #expect(frame.event(for: .paste(paste)) == .pasted(paste.bytes, isTruncated: true))
        let click = { (row: Int, column: Int) in
            frame.event(for: .click(Click(position: Position(row: row, column: column))))
        }
        #expect(click(6, 30) == .clicked(.element(.account)) && click(15, 40) == .clicked(.element(.submit)))
        #expect(click(0, 0) == .clicked(.background) && click(17, 40) == .clicked(.background))
        #expect(click(-1, 500) == .clicked(.background))
    }

    @Test("L13: under an alert nothing but its buttons can be clicked")
    func alertTargets() {
        let frame = Scene.named("alert, unknown account").frame(.simplifiedChinese)
        #expect(frame.target(at: Position(row: 13, column: 29)) == .alertButton(.cancel))
        #expect(frame.target(at: Position(row: 13, column: 49)) == .alertButton(.goRegister))
        #expect(frame.target(at: Position(row: 13, column: 38)) == .background)
        #expect(frame.target(at: Position(row: 17, column: 20)) == .background)
    }

    @Test("D1: valid tells whether a field keeps the rules, once there is something to judge")
    func validity() {
        func valid(_ scene: Scene) -> [String: Bool?] {
            Dictionary(
                uniqueKeysWithValues: scene.frame().nodes.filter { $0.role == .textbox }.map { ($0.id, $0.isValid) })
        }
        #expect(valid(Scene()) == ["account": nil, "password": nil])
        #expect(valid(Scene { $0.fill("a", "1234567") }) == ["account": true, "password": false])
        #expect(valid(Scene { $0.fill("  ", "12345678") }) == ["account": false, "password": true])
        #expect(
            valid(.named("registration, faults")) == ["account": false, "password": false, "password-again": false])
        #expect(valid(.named("registration, good")) == ["account": true, "password": true, "password-again": true])
        // The same after NFC is the same.
        let composed = Scene {
            $0.click(.register)
            $0.fill("lin", "correct caf\u{E9}", "correct cafe\u{301}")
        }
        #expect(valid(composed)["password-again"] == true)
    }

    @Test("H2: the first login is told where the service says so; where it says nothing, nothing is told")
    func firstLogin() {
        func told(_ user: User) -> Node.Value? {
            Scene { $0.enter(user) }.frame().nodes.first { $0.id == "last-login" }?.value
        }
        #expect(told(User(account: "ada", earlierVisit: .never)) == .text("None before this one"))
        #expect(told(User(account: "ada")) == nil)
    }

    @Test("H2: a login or session from this machine is told in words, an address as it is")
    func peers() {
        let visit = User.Visit(time: Timestamp(seconds: 4), peer: "uid:1000")
        let user = User(account: "ada", id: "7", earlierVisit: .last(visit))
        let scene = Scene(calls: Scene.everything) { $0.enter(user) }
        func told(_ language: Language) -> Node.Value? {
            scene.frame(language).nodes.first { $0.id == "last-login" }?.value
        }
        #expect(told(.english) == .text("2026-01-02 03:04 from this machine (lin)"))
        #expect(told(.simplifiedChinese) == .text("2026-01-02 03:04，来自本机（lin）"))
        let session = SessionSummary(
            id: "1", start: visit.time, lastUse: visit.time, peer: visit.peer, isCurrent: false)
        var list = Scene(calls: Scene.everything) {
            $0.open(.sessions)
            $0.answer(.listed([session, Scene.session(1)]))
        }
        let labels = list.frame().nodes.filter { $0.role == .listitem }.map(\.label)
        #expect(labels == ["this machine (lin)", "192.0.2.1"])
        list.press(.activate)
        #expect(list.frame(.simplifiedChinese).alert?.text.contains("来自本机（lin）。") == true)
    }
}

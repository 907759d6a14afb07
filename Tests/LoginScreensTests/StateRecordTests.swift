import Accounts
import Foundation
import LoginFlow
import TerminalCore
import Testing

@testable import LoginScreens

@Suite("The screen as data")
struct StateRecordTests {
    private func line(_ scene: Scene, _ language: Language = .english, size: Size = .standard) throws -> String {
        let record = StateRecord(number: 7, language: language, frame: scene.frame(language, size: size))
        let object = try JSONSerialization.jsonObject(with: Data(record.json.utf8))
        let sorted = try JSONSerialization.data(
            withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
        return String(decoding: sorted, as: UTF8.self)
    }

    /// One object of several lines as the one line that it is.
    private func joined(_ lines: String) -> String {
        lines.split(separator: "\n").joined()
    }

    @Test("D1: a login, key by key")
    func login() throws {
        let scene = Scene {
            $0.fill("ada", "secret")
            $0.click(.remember)
            $0.click(.password)
        }
        #expect(
            try line(scene)
                == joined(
                    #"""
                    {"alert":null,"busy":false,"cursor":[9,28],"focus":"password","frame":7,"help":null,"language":"en","nodes":[
                    {"enabled":true,"id":"account","label":"Account","rect":[6,22,1,38],"role":"textbox","valid":true,"value":"ada"},
                    {"enabled":true,"id":"password","label":"Password","length":6,"rect":[9,22,1,38],"role":"textbox","valid":false},
                    {"checked":true,"enabled":true,"id":"remember","label":"Remember password","rect":[12,20,1,21],"role":"checkbox"},
                    {"checked":false,"enabled":true,"id":"auto-login","label":"Auto login","rect":[12,44,1,14],"role":"checkbox"},
                    {"enabled":false,"id":"submit","label":"Log in","rect":[14,20,3,40],"role":"button"},
                    {"enabled":true,"id":"register","label":"Go register","rect":[17,20,1,11],"role":"link"},
                    {"enabled":true,"id":"reset","label":"Forgot password","rect":[17,45,1,15],"role":"link"}
                    ],"screen":"login","size":[24,80],"toast":null,"v":2}
                    """#))
    }

    @Test("D1: an alert, its buttons, and a hidden cursor")
    func alert() throws {
        let record = try JSONValue(Data(line(.named("alert, unknown account"), .simplifiedChinese).utf8))
        #expect(record["cursor"] == .null && record["focus"] == .string("cancel"))
        #expect(
            record["alert"]
                == (try JSONValue(
                    Data(
                        #"""
                        {"id":"account-missing","title":"账号不存在","text":"对不起，您输入的账号不存在，是否前去注册？",
                        "buttons":[
                        {"id":"cancel","role":"button","label":"取消","enabled":true,"rect":[13,29,1,8]},
                        {"id":"go-register","role":"button","label":"去注册","enabled":true,"rect":[13,40,1,10]}]}
                        """#.utf8))))
    }

    /// Scenes, and what their records say of some key.
    static let facts: [(String, String, JSONValue)] = [
        ("toast", "toast", .string("Error: the disk is full, nothing was saved; make room and try again")),
        ("login, busy", "busy", .bool(true)), ("login, busy", "cursor", .null), ("toast", "busy", .bool(false)),
        ("home", "screen", .string("home")), ("home", "focus", .string("settings")),
        ("settings", "screen", .string("settings")), ("settings", "focus", .string("change-password")),
        ("sessions", "screen", .string("sessions")), ("sessions", "focus", .string("session-1")),
        ("sessions, many", "focus", .string("session-6")),
        ("sessions, focus on the last link", "focus", .string("refresh")),
        ("sessions, ending one", "busy", .bool(true)), ("sessions, end one", "focus", .string("cancel")),
        ("change password, empty", "screen", .string("change-password")),
        ("change password, empty", "focus", .string("current-password")), ("home, counting", "busy", .bool(false)),
        ("help", "focus", .null), ("help", "cursor", .null), ("home", "help", .null),
        ("help", "help", .object(["page": .number(1), "pages": .number(2)])),
        ("help, next page", "help", .object(["page": .number(2), "pages": .number(2)])),
        ("registration, good", "screen", .string("register")),
        ("registration, good", "focus", .string("password-again")),
        ("login, focus on auto-login", "focus", .string("auto-login")),
    ]

    @Test("D1: screen, focus, busy and toast", arguments: facts)
    func fact(_ name: String, _ key: String, _ value: JSONValue) throws {
        #expect(try JSONValue(Data(line(.named(name)).utf8))[key] == value)
    }

    @Test("D1, T2: a window that is too small tells nothing but that")
    func tooSmall() throws {
        #expect(
            try line(.named("alert, unknown account"), size: Size(columns: 39, rows: 12))
                == #"{"alert":null,"busy":false,"cursor":null,"focus":null,"frame":7,"help":null,"language":"en","nodes":[],"#
                + #""screen":"too-small","size":[12,39],"toast":null,"v":2}"#)
    }

    @Test("D1: a session is told by its place in the list, with whether it is the one that is used")
    func session() throws {
        let nodes = try JSONValue(Data(line(.named("sessions, many")).utf8))["nodes"].items
        #expect(nodes.compactMap { $0["id"].text }.prefix(3) == ["session-list", "session-2", "session-3"])
        let row = nodes.first { $0["id"] == .string("session-6") } ?? .null
        #expect(row["role"] == .string("listitem") && row["label"] == .string("192.0.2.6"))
        #expect(row["value"] == .string("2026-01-02 03:06  2026-01-02 03:09") && row["current"] == .bool(true))
    }

    // MARK: - Secrets

    @Test("D1: a secret is told by its length in code points, also while it is shown", arguments: [false, true])
    func secrets(isRevealed: Bool) throws {
        for isRegistering in [false, true] {
            let scene = Scene {
                if isRegistering { $0.click(.register) }
                $0.fill("ada", "密码e\u{301}-geheim")
                if isRegistering { $0.fill("", "密码e\u{301}-geheim") }
                if isRevealed { $0.press(.reveal) }
            }
            let frame = scene.frame()
            #expect(frame.buffer.lines.contains { $0.contains("geheim") } == isRevealed)
            let text = try line(scene)
            #expect(!text.contains("geheim") && !text.contains("密码"))
            let lengths = frame.nodes.filter { $0.value == .length(10) }.map(\.id)
            #expect(lengths == (isRegistering ? ["password", "password-again"] : ["password"]))
        }
    }

    // MARK: - Sameness

    @Test("D1: what only the eye sees makes no new record, everything else does")
    func sameness() {
        func record(_ scene: Scene, number: Int = 1, size: Size = .standard) -> StateRecord {
            StateRecord(number: number, language: .english, frame: scene.frame(size: size))
        }
        var busy = Scene.named("login, busy")
        let before = record(busy)
        busy.handle(.timerFired(.spinner))
        #expect(record(busy, number: 2).tellsTheSame(as: before) && record(busy) != before)
        let scenes = Scene.all.filter { !$0.name.contains("shaken") }
        for (index, scene) in scenes.enumerated() {
            for other in scenes[..<index] {
                #expect(!record(scene).tellsTheSame(as: record(other)), "\(scene.name), \(other.name)")
            }
        }
        #expect(!record(busy, size: Size(columns: 81, rows: 24)).tellsTheSame(as: before))
    }

    @Test("D1: a shaking card is not settled, all else is")
    func settled() {
        for scene in Scene.all { #expect(scene.frame().isSettled == !scene.name.contains("shaken"), "\(scene.name)") }
    }

    // MARK: - The schema

    private static func schema() throws -> JSONValue {
        let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Resources/state.schema.json")
        return try JSONValue(Data(contentsOf: url))
    }

    @Test("D1: every record keeps the schema", arguments: Language.allCases)
    func schema(_ language: Language) throws {
        let schema = JSONSchema(try Self.schema())
        for scene in Scene.all {
            for size in PictureTests.sizes {
                let value = try JSONValue(Data(line(scene, language, size: size).utf8))
                #expect(schema.faults(in: value) == [], "\(scene.name)")
            }
        }
    }

    /// Changes to a record that no schema should let pass, and the faults that they are.
    static let breaches: [(String, String, String)] = [
        (#""v":2"#, #""v":1"#, "$.v: const"), (#""busy":false,"#, "", "$: busy is missing"),
        (#""busy":false"#, #""busy":0"#, "$.busy: type"), (#""v":2"#, #""v":2,"w":1"#, "$: w is too many"),
        (#""screen":"login""#, #""screen":"logon""#, "$.screen: enum"),
        (#""frame":7"#, #""frame":0"#, "$.frame: minimum"),
        (#""frame":7"#, #""frame":7.5"#, "$.frame: type"), (#"[24,80]"#, "[24]", "$.size: minItems"),
        (#"[24,80]"#, "[24,80,1]", "$.size: maxItems"), (#""role":"link""#, #""role":"lonk""#, "$.nodes[5].role: enum"),
        (#""length":0"#, #""length":0,"value":"x""#, "$.nodes[1]: not"),
        (#""length":0"#, #""length":"0""#, "$.nodes[1].length: type"),
        (#""toast":null"#, #""toast":[]"#, "$.toast: type"),
        (#""alert":null"#, #""alert":{}"#, "$.alert: id is missing"),
    ]

    @Test("D1: the schema lets nothing else pass", arguments: breaches)
    func breach(_ old: String, _ new: String, _ fault: String) throws {
        let text = try line(Scene())
        let start = try #require(text.range(of: old))
        let changed = text.replacingCharacters(in: start, with: new)
        let faults = JSONSchema(try Self.schema()).faults(in: try JSONValue(Data(changed.utf8)))
        #expect(faults.contains(fault), "\(faults)")
    }

    @Test("D2: the schema's names are the program's names")
    func names() throws {
        let schema = try Self.schema()
        func names(_ path: String...) -> Set<String> {
            Set(path.reduce(schema) { $0[$1] }["enum"].items.compactMap(\.text))
        }
        #expect(schema["properties"]["v"]["const"] == .number(Double(StateRecord.version)))
        let facts = [
            "user", "user-id", "last-login", "notices", "mentions", "messages", "comments", "followers",
            "session-list", "list-state", "picture",
        ]
        // The rows of the list of sessions are numbered.
        let elements = ElementID.allCases.filter { $0 != .session }.map(\.rawValue)
        let ids = schema["$defs"]["node"]["properties"]["id"]["anyOf"].items
        #expect(Set(ids[0]["enum"].items.compactMap(\.text)) == Set(elements + facts))
        #expect(ids[1]["pattern"].text == "^session-[1-9][0-9]*$")
        #expect(names("$defs", "button", "properties", "id") == Set(Alert.Button.allCases.map(\.rawValue)))
        #expect(names("properties", "alert", "properties", "id") == Set(Alert.ID.allCases.map(\.rawValue)))
        #expect(names("properties", "language") == Set(Language.allCases.map(\.rawValue)))
        let screens = Set(Scene.all.map { $0.frame().screen } + ["too-small"])
        #expect(names("properties", "screen") == screens)
    }

    @Test("D1: every part of the schema is described")
    func descriptions() throws {
        func undescribed(_ schema: JSONValue, _ path: String) -> [String] {
            let inner = ["properties", "$defs"].flatMap { group in
                schema[group].keys.flatMap { undescribed(schema[group][$0], "\(path)/\($0)") }
            }
            return (schema["description"].text == nil && schema["$ref"] == .null ? [path] : []) + inner
        }
        #expect(undescribed(try Self.schema(), "#") == [])
        #expect(try Self.schema()["additionalProperties"] == .bool(false))
    }
}

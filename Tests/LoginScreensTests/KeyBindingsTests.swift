import LoginFlow
import TerminalCore
import Testing

@testable import LoginScreens

@Suite("Keys, help line and help")
struct KeyBindingsTests {
    @Test("L5: no key is bound twice, every command has a key, and text is never bound")
    func bindings() {
        let keys = KeyBinding.all.flatMap(\.keys)
        #expect(Set(keys).count == keys.count)
        #expect(Set(KeyBinding.all.map(\.command)) == Set(Command.allCases))
        #expect(KeyBinding.all.count == Command.allCases.count)
        for key in keys {
            if case .character = key { Issue.record("\(key) is text") }
        }
    }

    /// The keys of the specification, and what they mean.
    static let keys: [(Key, Command?)] = [
        (.tab, .next), (.down, .next), (.backTab, .previous), (.up, .previous), (.enter, .activate),
        (.escape, .cancel), (.left, .left), (.right, .right), (.home, .start), (.control("a"), .start), (.end, .end),
        (.control("e"), .end), (.backspace, .deleteBackward), (.delete, .deleteForward), (.control("u"), .clear),
        (.control("w"), .deleteWord), (.control("k"), .deleteToEnd), (.control("r"), .reveal), (.function(1), .help),
        (.alt("h"), .help), (.alt("H"), .help), (.control("l"), .repaint), (.control("c"), .close),
        (.control("z"), .suspend), (.function(2), nil), (.pageUp, nil), (.character("a"), nil), (.control("d"), nil),
    ]

    @Test("L4, L5: the keys of the specification", arguments: keys)
    func meaning(_ key: Key, _ command: Command?) {
        #expect(KeyBinding.command(for: key) == command)
    }

    // MARK: - The help line

    @Test(
        "Section 2: the help line drops its rightmost items first and never overflows", arguments: Scene.all.map(\.name)
    )
    func helpLine(_ name: String) {
        let scene = Scene.named(name)
        for language in Language.allCases {
            let full = scene.frame(language, size: Size(columns: 200, rows: 24)).buffer.lines[23]
            let items = full.dropFirst().split(separator: "  ").map(String.init)
            #expect(full.hasPrefix(" ") && !items.isEmpty && items.last?.hasPrefix("Ctrl-C ") == true, "\(full)")
            for columns in 40...100 {
                let line = scene.frame(language, size: Size(columns: columns, rows: 24)).buffer.lines[23]
                var expected = ""
                for item in items {
                    let longer = expected.isEmpty ? " " + item : expected + "  " + item
                    guard TextLayout.columns(of: longer) <= columns else { break }
                    expected = longer
                }
                #expect(line == expected && !line.isEmpty, "\(columns) columns")
            }
        }
    }

    /// Scenes, and their help lines in English.
    static let helpLineTexts: [(String, String)] = [
        ("login, empty", " Tab Next  Enter Next  Ctrl-R Show password  F1 Help  Ctrl-C Close"),
        ("login, typed", " Tab Next  Enter Log in  Ctrl-R Show password  F1 Help  Ctrl-C Close"),
        (
            "login, password too long, revealed",
            " Tab Next  Enter Log in  Ctrl-R Hide password  F1 Help  Ctrl-C Close"
        ),
        ("login, focus on remember", " Tab Next  Enter Toggle  Ctrl-R Show password  F1 Help  Ctrl-C Close"),
        ("login, focus on submit", " Tab Next  Enter Log in  Ctrl-R Show password  F1 Help  Ctrl-C Close"),
        ("login, focus on reset", " Tab Next  Enter Press  Ctrl-R Show password  F1 Help  Ctrl-C Close"),
        ("login, busy", " Esc Cancel  Ctrl-C Close"),
        ("alert, unknown account", " Tab Choose  Enter Press  Esc Back  Ctrl-C Close"),
        ("alert, wrong password", " Enter Press  Esc Back  Ctrl-C Close"),
        ("registration, empty", " Tab Next  Enter Next  Ctrl-R Show password  F1 Help  Ctrl-C Close"),
        ("registration, good", " Tab Next  Enter Register  Ctrl-R Show password  F1 Help  Ctrl-C Close"),
        ("help", " Tab Turn page  Esc Back  Ctrl-C Close"), ("home", " Enter Log out  F1 Help  Ctrl-C Close"),
    ]

    @Test("L5: the help line tells what the keys do just now", arguments: helpLineTexts)
    func helpLineText(_ name: String, _ line: String) {
        #expect(Scene.named(name).frame().buffer.lines[23] == line)
    }

    // MARK: - The help

    /// The pictures' lines, page by page.
    private func linesOfHelp(_ scene: Scene, _ language: Language, size: Size) -> [String] {
        var scene = scene
        scene.press(.help)
        return (0..<20).flatMap { _ in
            defer { scene.press(.next) }
            return scene.frame(language, size: size).buffer.lines
        }
    }

    @Test("L5: the help lists every binding and the service's own text, in any window", arguments: Language.allCases)
    func help(_ language: Language) {
        let words = Words(language: language)
        for size in [Size.standard, Size(columns: 40, rows: 12), Size(columns: 200, rows: 60)] {
            let lines = linesOfHelp(Scene(information: [.help: "Ask at the desk"]), language, size: size)
            for binding in KeyBinding.all {
                let names = binding.keys.map(\.name).joined(separator: "  ") + " "
                #expect(
                    lines.contains { $0.contains("│ " + names) && $0.contains(" " + words[binding.word] + " ") },
                    "\(names)")
            }
            #expect(lines.contains { $0.contains("│ Ask at the desk ") })
        }
    }

    @Test("L5: in front of a command the help does not tell of Ctrl-Z, which is off")
    func guarded() {
        let shows = { (guards: Bool) in
            linesOfHelp(Scene(guardsCommand: guards), .english, size: .standard).contains { $0.contains("Ctrl-Z") }
        }
        #expect(shows(false) && !shows(true))
    }

    @Test("L5: pages turn round in a circle, both ways, and say which they are")
    func pages() {
        var scene = Scene { $0.press(.help) }
        let size = Size(columns: 40, rows: 12)
        let picture = { (scene: Scene) in scene.frame(size: size).buffer.lines }
        let first = picture(scene)
        var seen = [first]
        for _ in 0..<2 {
            scene.press(.next)
            seen.append(picture(scene))
        }
        #expect(Set(seen).count == 3)
        for (index, page) in seen.enumerated() { #expect(page[9].contains("Page \(index + 1) of 3")) }
        scene.press(.next)
        #expect(picture(scene) == first)
        scene.press(.previous, .previous)
        #expect(picture(scene) == seen[1])
        scene.press(.previous, .previous)
        #expect(picture(scene) == seen[2])
    }
}

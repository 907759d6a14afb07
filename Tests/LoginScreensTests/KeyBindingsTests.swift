import Cryptography
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
        "Section 2: the help line drops its rightmost items first and never overflows",
        arguments: Scene.all.map(\.name))
    func helpLine(_ name: String) {
        let scene = Scene.named(name)
        for language in Language.allCases {
            let full = scene.frame(language, size: Size(columns: 200, rows: 24)).buffer.lines[23]
            let items = full.dropFirst().split(separator: "  ").map(String.init)
            #expect(full.hasPrefix(" ") && !items.isEmpty && items.last?.hasPrefix("Ctrl-C ") == true, "\(full)")
            for columns in 40...100 {
                var expected = ""
                for item in items {
                    let longer = expected.isEmpty ? " " + item : expected + "  " + item
                    guard TextLayout.columns(of: longer) <= columns else { break }
                    expected = longer
                }
                let line = scene.frame(language, size: Size(columns: columns, rows: 24)).buffer.lines[23]
                #expect(line == expected && !line.isEmpty, "\(columns) columns")
            }
        }
    }

    /// Scenes, and their help lines in English.
    static let helpLineTexts: [(String, String)] = [
        ("login, empty", " Tab Next  Enter Next  F1 Help  Ctrl-C Close"),
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
        ("registration, empty", " Tab Next  Enter Next  F1 Help  Ctrl-C Close"),
        ("registration, good", " Tab Next  Enter Register  Ctrl-R Show password  F1 Help  Ctrl-C Close"),
        ("help", " Tab Turn page  Esc Back  Ctrl-C Close"),
        ("home", " Tab Next  Enter Settings  F1 Help  Ctrl-C Close"),
        ("home, counted", " Tab Next  Enter Log out  F1 Help  Ctrl-C Close"),
        ("settings", " Tab Next  Enter Press  Esc Back  F1 Help  Ctrl-C Close"),
        ("settings, log out everywhere", " Tab Choose  Enter Press  Esc Back  Ctrl-C Close"),
        ("sessions", " Tab Next  Enter End it  Esc Back  F1 Help  Ctrl-C Close"),
        ("sessions, fetching", " Tab Next  Enter Press  Esc Back  F1 Help  Ctrl-C Close"),
        ("sessions, ending one", " Esc Cancel  Ctrl-C Close"),
        ("change password, empty", " Tab Next  Enter Next  Esc Back  F1 Help  Ctrl-C Close"),
    ]

    @Test("L5: the help line tells what the keys do just now", arguments: helpLineTexts)
    func helpLineText(_ name: String, _ line: String) {
        #expect(Scene.named(name).frame().buffer.lines[23] == line)
    }

    @Test("T2: in the smallest window the help line tells how to go on", arguments: Language.allCases)
    func smallestHelpLine(_ language: Language) {
        for scene in Scene.all where scene.flow.alert == nil && scene.flow.helpPage == nil && !scene.flow.isBusy {
            let line = scene.frame(language, size: Painter.smallestSize).buffer.lines[11]
            #expect(line.hasPrefix(" Tab ") && line.contains("  Enter "), "\(scene.name): \(line)")
        }
    }

    @Test("L3, L5: Ctrl-R is told of while there is a password to show, or one that is shown")
    func reveal() {
        var scene = Scene()
        func tells() -> Bool { scene.frame().buffer.lines[23].contains("Ctrl-R") }
        #expect(!tells())
        scene.fill("ada", "c")
        #expect(tells())
        scene.press(.deleteBackward)
        #expect(!tells())
        scene.press(.reveal)
        #expect(scene.frame().buffer.lines[23].contains("Ctrl-R Hide password"))
        let remembered = RememberedLogin(
            account: "ada", logsInAutomatically: false, proof: .token(Secret("token".utf8)))
        scene = Scene(remembered: remembered)
        #expect(!tells())
        scene.press(.reveal)
        #expect(!tells())
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
                let word = binding.command == .cancel ? .keyCancelCall : binding.word
                #expect(
                    lines.contains { $0.contains("│ " + names) && $0.contains(" " + words[word] + " ") }, "\(names)")
            }
            #expect(lines.contains { $0.contains("│ Space ") && $0.contains(" " + words[.keyPressOrToggle] + " ") })
            #expect(lines.contains { $0.contains("│ Ask at the desk ") })
        }
    }

    /// Scenes, a key's name, and what their help says of it; nil where the key does nothing.
    static let helpTexts: [(String, String, String?)] = [
        ("login, typed", "Esc", "Cancel sending"), ("login, typed", "Ctrl-R", "Show password"),
        ("login, password too long, revealed", "Ctrl-R", "Hide password"),
        ("registration, empty", "Esc", "Cancel sending"), ("change password, empty", "Esc", "Back"),
        ("settings", "Esc", "Back"), ("settings", "Left", nil), ("settings", "Backspace", nil),
        ("settings", "Ctrl-R", nil), ("home", "Esc", nil), ("home", "Left", "Previous"), ("home", "Ctrl-U", nil),
        ("sessions", "Home  Ctrl-A", "First"), ("sessions", "Right", nil), ("sessions", "Space", "Press, toggle"),
        ("picture, read", "Ctrl-R", nil), ("picture, read", "Esc", "Back"),
        ("picture, read", "Backspace", "Delete before"),
    ]

    @Test("L5: the help says what a key does on its screen, and nothing of one that does nothing", arguments: helpTexts)
    func helpText(_ name: String, _ key: String, _ text: String?) {
        let line = linesOfHelp(.named(name), .english, size: .standard).first { $0.contains("│ \(key)  ") }
        #expect((line != nil) == (text != nil))
        if let text, let line { #expect(line.contains(" \(text) "), "\(line)") }
    }

    @Test("L5: the help of one page tells of no page to turn to")
    func onePage() {
        var scene = Scene.named("home")
        scene.press(.help)
        #expect(scene.frame().buffer.lines[23] == " Esc Back  Ctrl-C Close")
        #expect(scene.frame(size: Painter.smallestSize).buffer.lines[11].hasPrefix(" Tab Turn page"))
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

import LoginFlow
import LoginScreens
import TerminalCore
import Testing

@Suite("Looks")
struct StyleTests {
    private static let reverse = Style(attributes: .reverse)

    /// The looks of the row in the middle of the submit button, its edges left out.
    private func button(_ frame: Frame) throws -> Set<Style> {
        let rect = try #require(frame.nodes.first { $0.id == "submit" }).rect
        let row = rect.origin.row + rect.size.rows / 2
        return Set((rect.origin.column..<rect.endColumn).map { frame.buffer[Position(row: row, column: $0)].style })
    }

    /// Colours, and the looks of the enabled and of the disabled button.
    static let buttons: [(ColorDepth, Style, Style)] = [
        (
            .palette, Style(foreground: Color(231), background: Color(160), attributes: .bold),
            Style(foreground: Color(16), background: Color(252))
        ),
        (
            .eight, Style(foreground: Color(7), background: Color(1), attributes: .bold),
            Style(foreground: Color(0), background: Color(7))
        ),
        (.monochrome, Style(attributes: .bold), Style(attributes: .dim)),
    ]

    @Test("L2: the button changes on the very keystroke that completes the form", arguments: buttons)
    func submit(_ depth: ColorDepth, _ enabled: Style, _ disabled: Style) throws {
        for size in [Size.standard, Size(columns: 40, rows: 12)] {
            var scene = Scene { $0.fill("ada", "1234567") }
            #expect(try button(scene.frame(size: size, depth: depth)) == [disabled])
            scene.type("8")
            #expect(try button(scene.frame(size: size, depth: depth)) == [enabled])
            scene.press(.deleteBackward)
            #expect(try button(scene.frame(size: size, depth: depth)) == [disabled])
            scene.type("8")
            scene.focus(.submit)
            var focused = enabled
            focused.attributes.insert(.reverse)
            #expect(try button(scene.frame(size: size, depth: depth)) == [focused])
        }
    }

    @Test("L2: without colours brackets tell the enabled button")
    func brackets() {
        let line = { (scene: Scene) in scene.frame(.simplifiedChinese, depth: .monochrome).buffer.lines[15] }
        #expect(line(Scene()).contains("│                 登录                 │"))
        #expect(line(Scene { $0.fill("ada", "12345678") }).contains("│               [ 登录 ]               │"))
    }

    @Test("L2: without colours, in one row, round brackets tell the disabled button")
    func inlineBrackets() {
        func shows(_ text: String, _ scene: Scene, _ depth: ColorDepth) -> Bool {
            scene.frame(size: Painter.smallestSize, depth: depth).buffer.lines.contains { $0.contains(text) }
        }
        let (empty, full) = (Scene(), Scene { $0.fill("ada", "12345678") })
        #expect(shows("(  Log in  )", empty, .monochrome) && shows("[  Log in  ]", full, .monochrome))
        #expect(shows("[  Log in  ]", empty, .eight) && shows("[  Log in  ]", full, .palette))
    }

    @Test("Without colours none is used, anywhere", arguments: Scene.all.map(\.name))
    func monochrome(_ name: String) {
        for cell in Scene.named(name).frame(depth: .monochrome).buffer.cells {
            #expect(cell.style.foreground == nil && cell.style.background == nil)
        }
    }

    @Test("With eight colours no other is used", arguments: Scene.all.map(\.name))
    func eight(_ name: String) {
        for cell in Scene.named(name).frame(depth: .eight).buffer.cells {
            #expect((cell.style.foreground?.index ?? 0) < 8 && (cell.style.background?.index ?? 0) < 8)
        }
    }

    /// Elements, and the text that is in reverse while they have the focus.
    static let focused: [(ElementID, String)] = [
        (.remember, "[ ] Remember password"), (.autoLogin, "[ ] Auto login"), (.register, "Go register"),
        (.reset, "Forgot password"),
    ]

    @Test("Section 2: what has the focus is in reverse, with a mark before it; the rest is not", arguments: focused)
    func focus(_ element: ElementID, _ text: String) {
        for size in [Size.standard, Size(columns: 40, rows: 12)] {
            let frame = Scene { $0.focus(element) }.frame(size: size)
            #expect(frame.buffer.styles(of: text).allSatisfy { $0.attributes.contains(.reverse) })
            #expect(frame.buffer.styles(of: ">" + text).count == 2, "the mark has a look of its own")
            #expect(frame.buffer.cursor == nil)
            for (other, text) in Self.focused where other != element {
                let styles = frame.buffer.styles(of: text)
                #expect(!styles.isEmpty && styles.allSatisfy { !$0.attributes.contains(.reverse) })
            }
        }
    }

    @Test("Section 2: a focused field has the cursor and the mark, and is not in reverse")
    func fields() {
        var scene = Scene { $0.type("ada") }
        var buffer = scene.frame().buffer
        #expect(buffer.styles(of: "ada") == [.plain] && buffer.cursor == Position(row: 6, column: 25))
        #expect(buffer[Position(row: 6, column: 20)] == Cell(">", style: Style(attributes: .bold)))
        #expect(buffer[Position(row: 9, column: 20)].text == " ")
        scene.press(.next)
        buffer = scene.frame().buffer
        #expect(buffer.cursor == Position(row: 9, column: 22))
        #expect(buffer[Position(row: 9, column: 20)].text == ">" && buffer[Position(row: 6, column: 20)].text == " ")
    }

    @Test("H3: the focused session is in reverse, with a mark; the others are not")
    func sessions() {
        var scene = Scene.named("sessions")
        for (own, other) in [("192.0.2.1 ", "2001:db8:"), ("2001:db8:", "192.0.2.1 ")] {
            let buffer = scene.frame().buffer
            #expect(buffer.styles(of: own) == [Self.reverse] && buffer.styles(of: other) == [.plain])
            #expect(buffer.lines.contains { $0.contains("│ > " + own) } && buffer.cursor == nil)
            scene.press(.next)
        }
        scene.press(.next)
        #expect(scene.frame().buffer.styles(of: "Refresh") == [Style(attributes: [.underline, .reverse])])
    }

    @Test("H2: counters above zero are bold; stale ones step back")
    func counters() {
        let fresh = Scene.named("home, counted").frame().buffer
        #expect(fresh.styles(of: "105") == [Style(attributes: .bold)] && fresh.styles(of: "0 ") == [.plain])
        let stale = Scene.named("home, stale").frame().buffer
        #expect(stale.styles(of: "105") == [Style(attributes: .dim)])
        #expect(stale.styles(of: "Out of date") == [Style(attributes: .dim)])
    }

    @Test("L3: placeholders are dim")
    func placeholders() {
        let buffer = Scene().frame().buffer
        #expect(buffer.styles(of: "User name, e-mail or phone") == [Style(attributes: .dim)])
        #expect(buffer.styles(of: "8-20 characters") == [Style(attributes: .dim)])
    }

    @Test("L9: the selected password is in reverse, and no longer once the cursor moves")
    func selected() {
        var scene = Scene.named("login, password selected")
        let bullets = String(repeating: "•", count: 13)
        #expect(scene.frame().buffer.styles(of: bullets) == [Self.reverse])
        scene.press(.left)
        #expect(scene.frame().buffer.styles(of: bullets) == [.plain])
    }

    @Test("L13: the alert's focused button is in reverse with a mark, the other is not")
    func alertButtons() {
        var scene = Scene.named("alert, unknown account")
        var buffer = scene.frame().buffer
        #expect(buffer.styles(of: "[ Cancel ]") == [Style(attributes: [.bold, .reverse])])
        #expect(buffer.styles(of: "[ Go register ]") == [.plain])
        #expect(buffer.lines.contains { $0.contains(">[ Cancel ]   [ Go register ]") })
        scene.press(.right)
        buffer = scene.frame().buffer
        #expect(buffer.styles(of: "[ Cancel ]") == [.plain])
        #expect(buffer.lines.contains { $0.contains(" [ Cancel ]  >[ Go register ]") })
    }

    @Test("L12: a toast is in reverse")
    func toast() {
        let text = "Error: the disk is full, nothing was saved; make room and try again"
        #expect(Scene.named("toast").frame().buffer.styles(of: text) == [Self.reverse])
    }

    /// Passwords, and the hint with its look.
    static let hints: [(String, String, Style)] = [
        ("1234567", "1 more", .plain), ("12345678", "Length OK", Style(foreground: Color(2))),
        ("123456789012345678901", "At most 20", Style(foreground: Color(1), attributes: .bold)),
    ]

    @Test("L2: the length hint changes with the keystroke", arguments: hints)
    func hint(_ password: String, _ text: String, _ style: Style) {
        #expect(Scene { $0.fill("ada", password) }.frame().buffer.styles(of: text) == [style])
    }

    @Test("L7: the shaken card is two columns aside, and cut at the window's edge")
    func shaken() {
        func column(_ name: String, _ columns: Int) -> Int? {
            let line = Scene.named(name).frame(size: Size(columns: columns, rows: 24)).buffer.lines[4]
            return line.firstIndex(of: "┌").map { line.distance(from: line.startIndex, to: $0) }
        }
        #expect(column("login, empty", 80) == 18)
        #expect(column("login, shaken to the left", 80) == 16 && column("login, shaken to the right", 80) == 20)
        #expect(column("login, shaken to the left", 44) == nil && column("login, shaken to the right", 44) == 2)
    }
}
